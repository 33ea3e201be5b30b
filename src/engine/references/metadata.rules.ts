/** What callers keep with a reference: a small JSON object, whose plain members can be searched by. */
import { badInput } from '../../kernel/errors.js';

type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type Metadata = { readonly [name: string]: JsonValue };

/** As JSON in UTF-8. */
const MAX_METADATA_BYTES = 4096;
const MAX_MEMBERS = 64;
const MAX_NAME_LENGTH = 64;
const MAX_DEPTH = 8;
/** Longer texts are kept, but no filter compares them. */
export const MAX_COMPARED_LENGTH = 255;

/** A member that filters compare: exactly one of the three values is set. */
export interface ComparedMember {
  readonly name: string;
  readonly text: string | null;
  readonly number: number | null;
  readonly flag: boolean | null;
}

/**
 * A JSON object of at most 4 KB with at most 64 members.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function requireMetadata(value: unknown): Metadata {
  if (!isObject(value)) throw refused('must be a JSON object, for example {"price": 12.5}');
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) throw refused(`must have at most ${MAX_MEMBERS} members`);
  for (const name of names) requireName('metadata', name);
  requireKept(value, MAX_DEPTH);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > MAX_METADATA_BYTES)
    throw refused(`must be at most ${MAX_METADATA_BYTES} bytes of JSON; it is ${size}`);
  return value as Metadata;
}

/** As `requireMetadata`, of a JSON text. @throws LoupeError BAD_USER_INPUT */
export function readMetadata(json: string): Metadata {
  try {
    return requireMetadata(JSON.parse(json));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refused('must be JSON, for example {"price": 12.5}');
  }
}

/** The members that filters compare: texts up to 255 characters, numbers, true and false. */
export function comparedMembers(metadata: Metadata | null): readonly ComparedMember[] {
  return Object.entries(metadata ?? {}).flatMap(([name, value]): ComparedMember[] => {
    const none = { name, text: null, number: null, flag: null };
    if (typeof value === 'number') return [{ ...none, number: value }];
    if (typeof value === 'boolean') return [{ ...none, flag: value }];
    return typeof value === 'string' && value.length <= MAX_COMPARED_LENGTH ? [{ ...none, text: value }] : [];
  });
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireName(argument: string, name: string): void {
  if (name !== '' && name.length <= MAX_NAME_LENGTH && isStorable(name)) return;
  throw badInput(
    argument,
    `has a member whose name is empty, longer than ${MAX_NAME_LENGTH} characters or broken`,
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PostgreSQL keeps neither in JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function requireKept(value: unknown, depth: number): void {
  if (depth < 0) throw refused(`must be at most ${MAX_DEPTH} levels deep`);
  if (typeof value === 'string' && !isStorable(value)) throw refused('holds a text with broken characters');
  if (typeof value === 'number' && !Number.isFinite(value)) throw refused('holds a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) throw refused('holds a name with broken characters');
    requireKept(member, depth - 1);
  }
}

function refused(message: string) {
  return badInput('metadata', message);
}
