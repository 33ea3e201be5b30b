/**
 * Pages of long lists by keyset: a page begins behind the values that the last row of the page before it had, so that
 * rows added or removed meanwhile neither repeat nor hide others, and the last page costs no more than the first.
 */
import type { FilterQuery } from '@mikro-orm/core';

interface KeysetColumn<Entity> {
  readonly property: keyof Entity & string;
  readonly direction: 'asc' | 'desc';
}

/** What a list is sorted by; the last column is unique. */
export type KeysetOrder<Entity> = readonly KeysetColumn<Entity>[];

export type KeysetValue = string | number | Date;

/** The wanted part of a list. */
export interface Keyset {
  /** Values of the row that the part begins behind; null begins at the first row. */
  readonly after: readonly KeysetValue[] | null;
  /** Values of the row that the part ends in front of; null ends with the last row. */
  readonly before: readonly KeysetValue[] | null;
  /** Rows at most. */
  readonly limit: number;
  /** True takes the rows from the end; they come in reverse. */
  readonly isInverted: boolean;
}

/** The condition and the order of one page, for `em.find`. */
export function keysetQuery<Entity extends object>(order: KeysetOrder<Entity>, keyset: Keyset) {
  const turned = keyset.isInverted ? flipped(order) : order;
  const bounds = [
    ...(keyset.after === null ? [] : [behind(order, keyset.after)]),
    ...(keyset.before === null ? [] : [behind(flipped(order), keyset.before)]),
  ];
  return {
    where: { $and: bounds } as FilterQuery<Entity>,
    orderBy: turned.map(({ property, direction }) => ({ [property]: direction })),
    limit: keyset.limit,
  };
}

export function flipped<Entity>(order: KeysetOrder<Entity>): KeysetOrder<Entity> {
  return order.map(({ property, direction }) => ({
    property,
    direction: direction === 'asc' ? 'desc' : 'asc',
  }));
}

/** Rows that come later than the values: by the first column in which they differ. */
function behind<Entity>(order: KeysetOrder<Entity>, values: readonly KeysetValue[]): object {
  const [first] = order;
  const differing = order.map(({ property, direction }, index) => ({
    ...Object.fromEntries(order.slice(0, index).map((column, i) => [column.property, values[i]])),
    [property]: { [direction === 'asc' ? '$gt' : '$lt']: values[index] },
  }));
  if (first === undefined) return { $or: differing };
  // Which the others imply; but no index begins where a choice of conditions says.
  const bound = { [first.property]: { [first.direction === 'asc' ? '$gte' : '$lte']: values[0] } };
  return { $and: [bound, { $or: differing }] };
}
