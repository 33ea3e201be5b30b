import { badInput } from '../kernel/errors.js';
import { requireValidJson, mayHoldInvalidText } from '../kernel/valid-text.js';

/** @throws LoupeError BAD_USER_INPUT, also for characters that no text can hold */
export function parseJson(source: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badInput(where, 'is not valid JSON');
  }
  if (mayHoldInvalidText(source)) requireValidJson(value, where);
  return value;
}
