/** Cursors: the values that a row is sorted by, opaque to the caller. */
import { z } from 'zod';
import type { KeysetValue } from './keyset.js';
import { badInput } from '../kernel/errors.js';

const storedValue = z.union([z.string().max(2000), z.number(), z.object({ date: z.iso.datetime() })]);
const stored = z.tuple([z.string(), z.array(storedValue).max(5)]);

/** @param order name of the order that the values belong to */
export function encodeCursor(order: string, values: readonly KeysetValue[]): string {
  const parts = values.map((value) => (value instanceof Date ? { date: value.toISOString() } : value));
  return Buffer.from(JSON.stringify([order, parts]), 'utf8').toString('base64url');
}

/** @throws LoupeError BAD_USER_INPUT when it is no cursor of this order */
export function decodeCursor(order: string, cursor: string, field: string): readonly KeysetValue[] {
  const parsed = stored.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data[0] !== order) {
    throw badInput(field, 'is not a cursor of this list; take it from its edges or its pageInfo');
  }
  return parsed.data[1].map((value) => (typeof value === 'object' ? new Date(value.date) : value));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
