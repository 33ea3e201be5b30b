/** Checks input that came from outside against a schema; every problem is reported at once. */
import type { z } from 'zod';
import { badFields } from '../kernel/errors.js';

/** @throws LoupeError BAD_USER_INPUT with one entry per wrong field */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    (fields[path.join('.') || 'input'] ??= []).push(message);
  }
  throw badFields(fields);
}
