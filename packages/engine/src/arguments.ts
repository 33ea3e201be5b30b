/** Arguments as JavaScript callers give them, whom no compiler stops: everything wrong is refused before a job begins. */
import {
  faultsOfFineSettings,
  type FineSettings,
} from '../../../src/engine-host/appearance/comparison-settings.js';
import { EngineError } from '../../../src/engine-host/engine-error.js';

/** @throws EngineError INVALID_ARGUMENT */
export function requireId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id !== '') return;
  const given = id === '' ? 'an empty text' : named(id);
  throw invalid(
    `An id is a text of at least one character, not ${given}. Turn numbers into texts: String(id).`,
  );
}

/** @throws EngineError INVALID_ARGUMENT */
export function requireFolder(folder: unknown): asserts folder is string {
  if (typeof folder === 'string' && folder !== '') return;
  throw invalid(`A folder is given by its path, a text, not ${named(folder)}.`);
}

/**
 * Checks the options of a call: an object whose members are all known, with a signal that is one. Values are checked where
 * they are used.
 *
 * @throws EngineError INVALID_ARGUMENT
 */
export function requireOptions(options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalid(`Options are an object such as { ${known[0] ?? ''} }, not ${named(options)}.`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name))
      throw invalid(`There is no option "${name}" here. The options are ${known.join(', ')}.`);
    if (name === 'signal' && value !== undefined && !(value instanceof AbortSignal))
      throw invalid(`The option "signal" is an AbortSignal, not ${named(value)}.`);
  }
}

/** @throws EngineError INVALID_ARGUMENT */
export function requireRole(role: unknown): void {
  if (role === 'reference' || role === 'query') return;
  throw invalid(`The role of a picture is 'reference' or 'query', not ${named(role)}.`);
}

/** @throws EngineError INVALID_ARGUMENT with all that is wrong */
export function requireFine(settings: FineSettings): void {
  const faults = Object.entries(faultsOfFineSettings({ ...settings }));
  if (faults.length > 0)
    throw invalid(faults.map(([name, said]) => `"${name}" ${said.join(', ')}.`).join(' '));
}

/** @throws EngineError INVALID_ARGUMENT where it is neither unset nor true or false */
export function requireFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean')
    throw invalid(`"${name}" is true or false, not ${named(value)}.`);
}

/** @throws EngineError INVALID_ARGUMENT where it is no whole number from 0 */
export function requireCount(name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return;
  throw invalid(
    `"${name}" is a whole number from 0, not ${typeof value === 'number' ? value : named(value)}.`,
  );
}

/** @throws EngineError INVALID_ARGUMENT unless it is a whole number, 1 to 100,000 */
export function requireKeypoints(value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 100_000) return;
  throw invalid(
    `"maxKeypoints" is a whole number, 1 to 100,000, not ${typeof value === 'number' ? value : named(value)}.`,
  );
}

/** The sentence for a value that is no picture; it names the way from what callers mistake for one. */
export function notAPicture(given: unknown): EngineError {
  const advice =
    typeof given === 'string'
      ? ' Read the file first: await readFile(path).'
      : given instanceof Promise
        ? ' An await is missing.'
        : given instanceof Blob
          ? ' Read it first: new Uint8Array(await blob.arrayBuffer()).'
          : given instanceof ArrayBuffer || given instanceof SharedArrayBuffer
            ? ' Wrap it: new Uint8Array(buffer).'
            : '';
  return invalid(
    `A picture is the bytes of a file (Buffer, Uint8Array) or pixels { data, width, height, channels }, not ${named(given)}.${advice}`,
  );
}

function invalid(message: string): EngineError {
  return new EngineError('INVALID_ARGUMENT', message);
}

/** A value in words: its kind, never its content. */
function named(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const kind: unknown = value.constructor?.name;
  return typeof kind === 'string' && kind !== '' && kind !== 'Object' ? `a ${kind}` : 'an object';
}
