/**
 * Filters over metadata. One JSON object: each member names a member of the metadata and says which values pass:
 * `"de"`, `12`, `true` (equal), `["de", "fr"]` (one of them), `{"from": 10, "to": 20}` (both included; `above` and
 * `below` exclude the bound). Texts are compared by their characters' code points.
 */
import { badInput } from '../../kernel/errors.js';
import type { SqlValue } from '../../db/rows.js';
import { isObject, isStorable, MAX_COMPARED_LENGTH, requireName } from './metadata.rules.js';

const MAX_CONDITIONS = 16;
const MAX_VALUES = 100;
const COMPARISONS = { from: '>=', above: '>', to: '<=', below: '<' } as const;
const SHAPE = 'must be a JSON object like {"language": "de", "price": {"from": 10, "below": 20}}';

type Comparison = keyof typeof COMPARISONS;
type Scalar = string | number | boolean;
type Bounds = Readonly<Partial<Record<Comparison, string | number>>>;

/** Members that the metadata has to have, and the values of each that pass. */
export type MetadataFilter = Readonly<Record<string, readonly Scalar[] | Bounds>>;

export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireMetadataFilter(value: unknown): MetadataFilter {
  if (!isObject(value)) throw refused(SHAPE);
  const members = Object.entries(value);
  if (members.length > MAX_CONDITIONS) throw refused(`must have at most ${MAX_CONDITIONS} members`);
  return Object.fromEntries(members.map(([name, wanted]) => [name, requireWanted(name, wanted)]));
}

/** As `requireMetadataFilter`, of a JSON text. @throws LoupeError BAD_USER_INPUT */
export function readMetadataFilter(json: string): MetadataFilter {
  try {
    return requireMetadataFilter(JSON.parse(json));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refused(SHAPE);
  }
}

/** What rows of `reference_metadata` have to fulfil, a condition for each member of the filter. */
export function conditionsOf(filter: MetadataFilter): readonly SqlCondition[] {
  return Object.entries(filter).map(([name, wanted]) => {
    const { sql, values } = isList(wanted) ? oneOf(wanted) : between(wanted);
    return { sql: `name = ? and (${sql})`, values: [name, ...values] };
  });
}

function oneOf(wanted: readonly Scalar[]): SqlCondition {
  const columns = wanted.map((value) =>
    typeof value === 'boolean' ? (value ? 'flag' : 'not flag') : `${columnOf(value)} = ?`,
  );
  return { sql: columns.join(' or '), values: wanted.filter((value) => typeof value !== 'boolean') };
}

function between(bounds: Bounds): SqlCondition {
  const entries = Object.entries(bounds) as [Comparison, string | number][];
  return {
    sql: entries.map(([name, value]) => `${columnOf(value)} ${COMPARISONS[name]} ?`).join(' and '),
    values: entries.map(([, value]) => value),
  };
}

const columnOf = (value: string | number) => (typeof value === 'number' ? 'number' : '"text"');

function isList(wanted: readonly Scalar[] | Bounds): wanted is readonly Scalar[] {
  return Array.isArray(wanted);
}

function requireWanted(name: string, wanted: unknown): readonly Scalar[] | Bounds {
  requireName('metadata', name);
  const shown = `“${name}”`;
  if (isScalar(wanted)) return [requireCompared(shown, wanted)];
  if (Array.isArray(wanted)) {
    if (wanted.length === 0 || wanted.length > MAX_VALUES || !wanted.every(isScalar))
      throw refused(`${shown} must list 1 to ${MAX_VALUES} texts, numbers, true or false`);
    return wanted.map((value) => requireCompared(shown, value));
  }
  if (!isObject(wanted))
    throw refused(`${shown} must be a text, a number, true, false, a list of them or bounds`);
  return requireBounds(shown, wanted);
}

function requireBounds(shown: string, wanted: Readonly<Record<string, unknown>>): Bounds {
  const entries = Object.entries(wanted);
  const offer = `${shown} must have one or more of ${Object.keys(COMPARISONS).join(', ')}`;
  if (entries.length === 0 || entries.some(([name]) => !Object.hasOwn(COMPARISONS, name)))
    throw refused(offer);
  const values = entries.map(([, value]) => value);
  const areAlike = values.every((value) => typeof value === typeof values[0]);
  if (!areAlike || !values.every((value) => typeof value === 'string' || typeof value === 'number'))
    throw refused(`${shown} must have bounds that are all numbers or all texts`);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, requireCompared(shown, value as string | number)]),
  );
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function requireCompared<Value extends Scalar>(shown: string, value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw refused(`${shown} holds a number that is too large`);
  if (typeof value !== 'string') return value;
  if (!isStorable(value)) throw refused(`${shown} holds a text with broken characters`);
  if (value.length <= MAX_COMPARED_LENGTH) return value;
  throw refused(`${shown} can be compared with at most ${MAX_COMPARED_LENGTH} characters`);
}

function refused(message: string) {
  return badInput('metadata', message);
}
