/** The first rows of many groups in one statement: pages of nested lists, however many lists a screen shows. */
import type { EntityName } from '@mikro-orm/core';
import type { EntityManager } from './database.js';
import { flipped, type KeysetOrder } from './keyset.js';
import { marks } from './rows.js';

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
  const ranked = await em.execute<{ id: string; group_id: string }[]>(
    `select id, group_id
       from (select id, ${column(group)} as group_id,
                    row_number() over (partition by ${column(group)} order by ${sorting.join(', ')}) as place
               from ${tableName}
              where ${column(group)} in (${marks(groupIds)})${conditions}) ranked
      where place <= ?
      order by group_id, place`,
    [
      ...groupIds,
      ...where.map(({ value }) => (value instanceof Date ? platform.processDateProperty(value) : value)),
      limit,
    ],
  );
  const ids = ranked.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await em.find<Row>(entity, { id: { $in: ids } } as object);
  const byId = new Map(found.map((row) => [row.id, row]));
  const groups = new Map<string, Row[]>();
  for (const { id, group_id: groupId } of ranked) {
    const row = byId.get(id);
    if (row !== undefined) groups.set(groupId, [...(groups.get(groupId) ?? []), row]);
  }
  return groups;
}
