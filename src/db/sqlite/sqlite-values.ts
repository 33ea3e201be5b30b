/** Values of a statement as SQLite takes them. */
import { isRaw, Utils } from '@mikro-orm/core';

export type BoundValue = string | number | bigint | Buffer | null;

/** SQLite takes at most 32,766 values; statements with many are seldom the same twice. */
const MAX_BOUND_VALUES = 1000;

/**
 * The values in the order of the question marks of a statement.
 *
 * @returns null when the statement has to carry its values in its text: it has names (`??`), escaped question marks,
 *     lists, fragments of SQL or too many values
 */
export function boundValues(sql: string, params: readonly unknown[]): BoundValue[] | null {
  if (params.length === 0) return [];
  if (params.length > MAX_BOUND_VALUES || sql.includes('??') || sql.includes('\\?')) return null;
  const values: BoundValue[] = [];
  for (const param of params) {
    const value = toBound(param);
    if (value === undefined) return null;
    values.push(value);
  }
  return values;
}

/** @returns undefined for what cannot be bound */
function toBound(value: unknown): BoundValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'bigint':
      return value;
    case 'number':
      // The driver binds numbers as floating point, and integers only from BigInt.
      if (Number.isSafeInteger(value)) return BigInt(value);
      return Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return value ? 1n : 0n;
    case 'undefined':
      return null;
    case 'object':
      if (value === null || Buffer.isBuffer(value)) return value;
      if (value instanceof Date) return toBound(value.getTime());
      if (Utils.isPlainObject(value) && !isRaw(value)) return JSON.stringify(value);
      return undefined;
    default:
      return undefined;
  }
}
