import { z } from 'zod';
import { badInput } from '../../kernel/errors.js';
import type { EngineCall } from './call.js';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** What `?first=` asks for. @throws LoupeError BAD_USER_INPUT */
export function pageSize(call: EngineCall): number {
  const size = call.query.wholeNumber('first') ?? DEFAULT_PAGE_SIZE;
  if (size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw badInput('first', `must be a whole number from 1 to ${MAX_PAGE_SIZE}`);
}

/** Where a page of a list ends. */
export const pageInfo = z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() });
