/**
 * Reads the members of a JSON object that a client sent: names in any case, unknown and read-only members ignored,
 * missing mandatory members and wrong types refused by name.
 */
import { z } from 'zod';
import { badFields, badInput } from '../../kernel/errors.js';

/** Members that one refusal names at most. */
const MAX_NAMED = 20;

/** A mandatory text; the empty text counts as given. */
export const text = z.string({ error: (issue) => missingOr(issue.input, 'must be a text') });
/** A whole number; the field's clients also send it as a text. */
export const wholeNumber = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : value),
    z.int({ error: (issue) => missingOr(issue.input, 'must be a whole number') }),
  )
  .meta({ type: 'integer' });

/** An optional member: null is the same as absent. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** A member whose null means "none". */
export const nullable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

export const flag = z.boolean({ error: 'must be true or false' });

function missingOr(input: unknown, message: string): string {
  return input === undefined || input === null ? 'is missing' : message;
}

/** @throws LoupeError BAD_USER_INPUT naming every wrong member */
export function readMembers<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  json: unknown,
): z.output<z.ZodObject<Shape>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw badInput('body', 'must be a JSON object');
  }
  const byLowerName = new Map(
    Object.entries(json).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  );
  const known = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => byLowerName.has(name.toLowerCase()))
      .map((name) => [name, byLowerName.get(name.toLowerCase())]),
  );
  const result = schema.safeParse(known);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) (fields[path.join('.')] ??= []).push(message);
  throw badFields(fields);
}

/**
 * As `readMembers`, for a change of what is given: where members were sent and none of them can be changed, the change
 * is refused and names them, so that nobody takes it for done.
 *
 * @param address members that only say what is changed
 */
export function readChanges<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  json: unknown,
  address: readonly string[],
): z.output<z.ZodObject<Shape>> {
  const members = readMembers(schema, json);
  const isChange = (name: string) => !address.some((each) => each.toLowerCase() === name.toLowerCase());
  const sent = Object.keys(json as object).filter(isChange);
  const hasEffect = Object.entries(members).some(([name, value]) => isChange(name) && value !== undefined);
  if (sent.length === 0 || hasEffect) return members;
  const changeable = Object.keys(schema.shape).filter(isChange).join(', ');
  const refusal = [`cannot be changed like this; what can be changed here: ${changeable}`];
  throw badFields(Object.fromEntries(sent.slice(0, MAX_NAMED).map((name) => [name, refusal])));
}

/** One of some words, read without case and answered as listed. */
export function oneOf<const Word extends string>(words: readonly Word[]): z.ZodType<Word> {
  return z
    .string({ error: (issue) => missingOr(issue.input, 'must be a text') })
    .transform((given, context) => {
      const known = words.find((word) => word.toLowerCase() === given.toLowerCase());
      if (known !== undefined) return known;
      context.addIssue({ code: 'custom', message: `must be one of ${words.join(', ')}` });
      return z.NEVER;
    })
    .meta({ enum: [...words] });
}
