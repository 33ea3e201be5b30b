/** What a picture may be called, carry and be found by. */
import { badInput } from '../kernel/errors.js';

const MAX_NAME_LENGTH = 500;
const MAX_DATA_LENGTH = 64 * 1024;
const MAX_KEYWORDS = 100;
const MAX_KEYWORD_LENGTH = 255;
const MAX_PAGE = 1000;
const DEFAULT_PAGE = 100;
const DEFAULT_RESULTS = 10;

/** @throws LoupeError BAD_USER_INPUT */
export function requirePictureName(name: string): string {
  if (name.trim() === '') throw badInput('name', 'must not be empty');
  return requireShort('name', name, MAX_NAME_LENGTH);
}

/** Free text of the caller. @throws LoupeError BAD_USER_INPUT */
export function requireData(data: string): string {
  return requireShort('data', data, MAX_DATA_LENGTH);
}

/** Keywords without repetitions, in the order given; compared exactly as written. @throws LoupeError BAD_USER_INPUT */
export function requirePictureKeywords(keywords: readonly string[]): string[] {
  const distinct = [...new Set(keywords)];
  if (distinct.length > MAX_KEYWORDS) throw badInput('keywords', `must be at most ${MAX_KEYWORDS}`);
  for (const keyword of distinct) {
    if (keyword.trim() === '') throw badInput('keywords', 'must not hold an empty keyword');
    requireShort('keywords', keyword, MAX_KEYWORD_LENGTH);
  }
  return distinct;
}

/** Pictures on a page of a list. @throws LoupeError BAD_USER_INPUT */
export function requirePageSize(take: number | undefined): number {
  return requireCount('take', take ?? DEFAULT_PAGE);
}

/** Pictures that a search answers at most. @throws LoupeError BAD_USER_INPUT */
export function requireResultCount(take: number | undefined): number {
  return requireCount('take', take ?? DEFAULT_RESULTS);
}

function requireCount(field: string, count: number): number {
  if (!Number.isInteger(count) || count < 1 || count > MAX_PAGE) {
    throw badInput(field, `must be a whole number from 1 to ${MAX_PAGE}`);
  }
  return count;
}

function requireShort(field: string, text: string, maxLength: number): string {
  if (text.length > maxLength) throw badInput(field, `must have at most ${maxLength} characters`);
  if (text.includes('\0')) throw badInput(field, 'must not hold NUL characters');
  return text;
}
