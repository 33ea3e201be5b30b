/** Connections with keyset cursors: what every long list of the schema is made with. */
import { type OutputType, parseCursorConnectionArgs } from '@pothos/core';
import type { Keyset, KeysetValue } from '../src/db/keyset.js';
import { badInput } from '../src/kernel/errors.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../src/graphql/complexity.js';
import { decodeCursor, encodeCursor } from '../src/db/cursor.js';
import { builder, type BuiltTypes } from './builder.js';

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

export interface KeysetConnection<Row> {
  readonly args: PageArguments;
  /** Name of the order, for example `Name asc`: a cursor of another order is refused. */
  readonly order: string;
  /** Values that rows are sorted by, the id last. */
  readonly valuesOf: (row: Row) => readonly KeysetValue[];
  /** Reads a part of the list; with `isInverted` from its end, in reverse. */
  readonly read: (keyset: Keyset) => Promise<readonly Row[]>;
  /** Counts the whole list; called only when `totalCount` is asked for. */
  readonly count: () => Promise<number>;
}

/**
 * Answers a connection field.
 *
 * @throws LoupeError BAD_USER_INPUT for page sizes out of range and for cursors that are none
 */
export async function keysetConnection<Row extends object>(options: KeysetConnection<Row>) {
  const { args, order, valuesOf, read, count } = options;
  requirePageSize('first', args.first);
  requirePageSize('last', args.last);
  if (args.first != null && args.last != null) throw badInput('last', 'give either first or last, not both');
  const { after, before, limit, inverted, expectedSize, hasNextPage, hasPreviousPage } =
    parseCursorConnectionArgs({
      args: { first: args.first, last: args.last, after: args.after, before: args.before },
      defaultSize: DEFAULT_PAGE_SIZE,
      maxSize: MAX_PAGE_SIZE,
    });
  const rows = await read({
    after: after === undefined ? null : decodeCursor(order, after, 'after'),
    before: before === undefined ? null : decodeCursor(order, before, 'before'),
    limit,
    isInverted: inverted,
  });
  const shown = rows.slice(0, expectedSize);
  const edges = (inverted ? shown.toReversed() : shown).map((node) => ({
    cursor: encodeCursor(order, valuesOf(node)),
    node,
  }));
  return {
    count,
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: hasNextPage(rows.length),
      hasPreviousPage: hasPreviousPage(rows.length),
    },
  };
}

/** The connection and edge types of a noun, to be shared by all of its lists. */
export function connectionOf<Ref extends OutputType<BuiltTypes>>(ref: Ref, name: string, plural: string) {
  const edge = builder.edgeObject({
    type: ref,
    name: `${name}Edge`,
    description: `One of the ${plural} of a list.`,
  });
  const connection = builder.connectionObject(
    { type: ref, name: `${name}Connection`, description: `A part of a list of ${plural}.` },
    edge,
  );
  return [connection, edge] as const;
}

function requirePageSize(field: 'first' | 'last', size: number | null | undefined): void {
  if (size == null || (size >= 0 && size <= MAX_PAGE_SIZE)) return;
  throw badInput(field, `must be from 0 to ${MAX_PAGE_SIZE}; ask for more with the cursor of the last one`);
}
