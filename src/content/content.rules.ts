/** Lengths of what people write. They are far above real use and keep a single row small. */
import { badInput } from '../kernel/errors.js';

export const MAX_TITLE_LENGTH = 4_000;
export const MAX_STYLE_LENGTH = 8_000;
export const MAX_ACTION_NAME_LENGTH = 1_000;
export const MAX_CONTENT_LENGTH = 200_000;
export const MAX_TAGS_LENGTH = 4_000;

/** @throws LoupeError BAD_USER_INPUT when the text is too long or holds a NUL, which PostgreSQL cannot store */
export function requireText(field: string, text: string, maxLength: number): void {
  if (text.length > maxLength) throw badInput(field, `must have at most ${maxLength} characters`);
  if (text.includes('\0')) throw badInput(field, 'must not hold NUL characters');
}
