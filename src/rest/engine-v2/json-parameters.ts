/** Parameters of an engine call as one JSON object. */
import { badInput, LoupeError } from '../../kernel/errors.js';
import { requireModestJson } from '../../kernel/programs/modest-json.js';

export interface JsonParameters {
  /** Every value of every parameter, lists one by one. */
  readonly texts: readonly (readonly [name: string, value: string])[];
  /** Bytes that came as base64, by the name of the part that they stand for. */
  readonly files: readonly (readonly [name: string, bytes: Buffer])[];
}

const base64 = /^(?:data:[\w/+.;=-]*,)?([\w+/=\s-]*)$/;

/**
 * @param isFile whether a member holds a picture, in base64 or as a data address
 * @throws LoupeError BAD_USER_INPUT naming the member
 */
export async function readJsonParameters(
  text: string,
  isFile: (name: string) => boolean,
): Promise<JsonParameters> {
  await requireModestJson(text, 'body');
  const texts: [string, string][] = [];
  const files: [string, Buffer][] = [];
  for (const [name, value] of Object.entries(objectOf(text))) {
    if (value === null) continue;
    if (isFile(name)) {
      const [, encoded] = (typeof value === 'string' ? base64.exec(value) : null) ?? [];
      if (encoded === undefined)
        throw badInput(name, 'must be base64 in a JSON body; or send it as a file part');
      files.push([name, Buffer.from(encoded, 'base64')]);
      continue;
    }
    for (const each of [value].flat() as unknown[]) texts.push([name, scalarOf(name, each)]);
  }
  return { texts, files };
}

function objectOf(text: string): object {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (cause) {
    const message = 'The body is not JSON. Send one object, or a form.';
    throw new LoupeError('BAD_USER_INPUT', message, {}, { cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new LoupeError('BAD_USER_INPUT', 'The JSON body must be one object with the parameters as members.');
}

function scalarOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badInput(name, 'must be a text, a number, true or false, or a list of these');
}
