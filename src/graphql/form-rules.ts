/**
 * What the parts `operations` and `map` of a multipart request must be before the library acts on them. It would put a file at
 * any path, also at one that leads into what every object inherits (`toString.call`), which the whole process shares.
 */
import { badInput } from '../kernel/errors.js';
import { requireModestJsonNow } from '../kernel/programs/modest-json.js';
import { parsedJson } from '../http/json-text.js';

const SPECIFICATION = 'as the GraphQL multipart request specification describes it';
/** Stands where bytes were no text in the charset of their part. */
const REPLACEMENT = '\ufffd';

export class FormRules {
  private operations: Record<string, unknown> | null = null;
  private readonly names = new Set<string>();

  constructor(private readonly maxFiles: number) {}

  /** Names of the files that the map asks for. */
  get fileNames(): ReadonlySet<string> {
    return this.names;
  }

  /** @throws LoupeError BAD_USER_INPUT */
  requireField(name: string, text: string | undefined): void {
    if (name === 'operations') this.operations = objectIn(name, text);
    else if (name === 'map') this.requireMap(objectIn(name, text));
  }

  private requireMap(map: Readonly<Record<string, unknown>>): void {
    const entries = Object.entries(map);
    if (entries.length > this.maxFiles) {
      throw badInput('map', `send at most ${this.maxFiles} file(s) in one request`);
    }
    for (const [name, paths] of entries) {
      if (!Array.isArray(paths)) throw badInput(`map.${name}`, 'must be a list of paths');
      for (const path of paths) {
        if (isOwnPath(this.operations, String(path))) continue;
        throw badInput('map', `"${String(path).slice(0, 100)}" is no path in the operations`);
      }
      this.names.add(name);
    }
  }
}

function objectIn(name: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) throw badInput(name, 'comes in a charset that is not known; send UTF-8');
  if (text.includes(REPLACEMENT)) {
    throw badInput(
      name,
      'is not valid UTF-8, nor what its charset says; spell the character U+FFFD itself as \\ufffd',
    );
  }
  // The library parses fields when they come, and may not wait.
  requireModestJsonNow(text, name);
  const value = parsedJson(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw badInput(
    name,
    name === 'operations' && Array.isArray(value)
      ? 'must be one operation, not a list'
      : `must be a JSON object, ${SPECIFICATION}`,
  );
}

function isOwnPath(operations: unknown, path: string): boolean {
  let at = operations;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return true;
}
