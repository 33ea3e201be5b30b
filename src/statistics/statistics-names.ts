/** Names of elements and actions in statistics as they are today; those of the records for what is gone. */
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { Dimension } from './statistics-sources.js';

/** SQL databases limit the values of one statement. */
const BATCH = 500;

const tables: Partial<Readonly<Record<Dimension, string>>> = {
  Folder: 'node',
  Document: 'node',
  Page: 'node',
  Zone: 'node',
  Action: 'action',
};

interface Named {
  readonly keys: readonly {
    readonly dimension: Dimension;
    readonly id: string | null;
    readonly name: string;
  }[];
}

export async function readNames<Row extends Named>(
  em: EntityManager,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const names = new Map<string, string>();
  for (const table of ['node', 'action']) {
    const keys = rows.flatMap((row) => row.keys).filter(({ dimension }) => tables[dimension] === table);
    const ids = [...new Set(keys.flatMap(({ id }) => id ?? []))];
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH);
      const found = await readRows<{ id: string; name: string }>(
        em,
        `select id, name from ${table} where id in (${marks(some)})`,
        some,
      );
      for (const { id, name } of found) names.set(id, name);
    }
  }
  return rows.map((row) => ({
    ...row,
    keys: row.keys.map((key) => ({
      ...key,
      name: (tables[key.dimension] === undefined ? undefined : names.get(key.id ?? '')) ?? key.name,
    })),
  }));
}
