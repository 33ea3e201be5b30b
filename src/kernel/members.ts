/**
 * The members of a noun that publishers set, as one list: what is kept as JSON, compared, read from rows and written into files
 * follows from it. A member that is added later has a default, so that what was stored before reads as if it had always been there.
 */
import { z } from 'zod';

/** How each member is stored: text, a whole number, or a flag, each perhaps null or with a default. */
export type MemberSchemas = Readonly<Record<string, z.ZodType>>;

export type MemberKind = 'text' | 'whole' | 'flag';

/** The names of a list, typed. */
export const namesOf = <Schemas extends MemberSchemas>(
  schemas: Schemas,
): readonly (keyof Schemas & string)[] => Object.keys(schemas);

/** @throws Error for a schema that is none of the three kinds */
export function kindOf(schema: z.ZodType): MemberKind {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return kindOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text';
  if (schema instanceof z.ZodNumber) return 'whole';
  if (schema instanceof z.ZodBoolean) return 'flag';
  throw new Error('A member is a text, a whole number or a flag.');
}

/** Whether two states agree in all of the members. Two states that are both absent agree. */
export function isSameIn<State extends object>(
  names: readonly (keyof State)[],
  a: State | null | undefined,
  b: State | null | undefined,
): boolean {
  if (a == null || b == null) return a == null && b == null;
  return names.every((name) => a[name] === b[name]);
}

/** The members that are given, of a patch whose other members are undefined. */
export function givenOf<State extends object>(
  names: readonly (keyof State)[],
  patch: Partial<State>,
): Partial<State> {
  return Object.fromEntries(
    names.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]])),
  ) as Partial<State>;
}

/** The columns of members for a select, each under the member's name. @param table alias of the table, if the select has one */
export function columnsOf(names: readonly string[], table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`;
  return names.map((name) => `${prefix}"${columnOf(name)}" as "${name}"`).join(', ');
}

/** As the database names the column of a member: `positionXPercent` is `position_xpercent`. */
const columnOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

/** Values of a row that `columnsOf` selected; SQLite keeps flags as numbers. */
export function membersOfRow<Schemas extends MemberSchemas>(
  schemas: Schemas,
  row: Readonly<Record<string, unknown>>,
): { readonly [Name in keyof Schemas]: z.output<Schemas[Name]> } {
  const values = namesOf(schemas).map((name) => {
    const value = row[name] ?? null;
    const schema: z.ZodType | undefined = schemas[name];
    const isFlag = schema !== undefined && kindOf(schema) === 'flag';
    return [name, isFlag && value !== null ? Boolean(value) : value];
  });
  return Object.fromEntries(values) as { readonly [Name in keyof Schemas]: z.output<Schemas[Name]> };
}
