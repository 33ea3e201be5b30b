/** The first rows of many groups in one statement: pages of nested lists, however many lists a screen shows. */
import type { EntityName } from '@mikro-orm/core';
import type { EntityManager } from './database.js';
import { flipped, type KeysetOrder } from './keyset.js';
import { inParts } from './in-parts.js';

export interface FirstOfEach<Row extends object> {
  /** What the rows are grouped by, and the groups that are wanted. */
  readonly group: keyof Row & string;
  readonly groupIds: readonly string[];
  /** Further conditions, all of which must hold. */
  readonly where?: readonly {
    readonly property: keyof Row & string;
    readonly operator: '=' | '>=' | '<';
    readonly value: string | Date;
  }[];
  readonly order: KeysetOrder<Row>;
  /** True takes the rows from the end; they come in reverse. */
  readonly isInverted: boolean;
  /** Rows of a group at most. */
  readonly limit: number;
}

/** Groups of one statement; SQLite joins at most 500 lists. */
const GROUPS = 50;

/** Groups without rows are missing. */
export async function firstOfEach<Row extends { readonly id: string }>(
  em: EntityManager,
  entity: EntityName<Row>,
  { group, groupIds, where = [], order, isInverted, limit }: FirstOfEach<Row>,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (groupIds.length === 0) return new Map();
  const { tableName, props } = em.getMetadata(entity);
  const column = (property: keyof Row & string) =>
    props.find(({ name }) => name === property)?.fieldNames[0] ?? property;
  const platform = em.getPlatform();
  const sorting = (isInverted ? flipped(order) : order).map(
    ({ property, direction }) => `${column(property)} ${direction}`,
  );
  const conditions = where.map(({ property, operator }) => ` and ${column(property)} ${operator} ?`).join('');
  const given = where.map(({ value }) =>
    value instanceof Date ? (platform.processDateProperty(value) as string | number) : value,
  );
  const sorted = order.map(({ property }) => `${column(property)}`);
  // A list of its own for each group ends at its limit; one that ranks the rows of all would read them all.
  const one = `select * from (select id, ${column(group)} as group_id, ${sorted.map((name, at) => `${name} as s${at}`).join(', ')}
       from ${tableName} where ${column(group)} = ?${conditions} order by ${sorting.join(', ')} limit ?) each_group`;
  const directions = (isInverted ? flipped(order) : order).map(({ direction }, at) => `s${at} ${direction}`);
  const ranked: { readonly id: string; readonly group_id: string }[] = [];
  for (const part of inParts([...new Set(groupIds)], GROUPS)) {
    const sql = `select id, group_id from (${part.map(() => one).join(' union all ')}) lists
       order by group_id, ${directions.join(', ')}`;
    const values = part.flatMap((id) => [id, ...given, limit]);
    ranked.push(...(await em.execute<{ id: string; group_id: string }[]>(sql, values)));
  }
  const ids = ranked.map(({ id }) => id);
  const found: Row[] = [];
  for (const part of inParts(ids))
    found.push(...(await em.find<Row>(entity, { id: { $in: part } } as object)));
  const byId = new Map(found.map((row) => [row.id, row]));
  const groups = new Map<string, Row[]>();
  for (const { id, group_id: groupId } of ranked) {
    const row = byId.get(id);
    if (row !== undefined) groups.set(groupId, [...(groups.get(groupId) ?? []), row]);
  }
  return groups;
}
