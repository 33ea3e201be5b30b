import { badInput } from '../kernel/errors.js';
import { requireModestJson } from '../kernel/programs/modest-json.js';
import { requireValidJson, mayHoldInvalidText } from '../kernel/valid-text.js';

/** @throws LoupeError BAD_USER_INPUT, also for characters that no text can hold, and for more than a request needs */
export async function parseJson(source: string, where: string): Promise<unknown> {
  await requireModestJson(source, where);
  return parsedJson(source, where);
}

/** As `parseJson`, of what was found modest. */
export function parsedJson(source: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badInput(where, 'is not valid JSON');
  }
  if (mayHoldInvalidText(source)) requireValidJson(value, where);
  return value;
}
