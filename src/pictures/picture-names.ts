/** Pictures by a part of their name, compared as people compare names, which databases cannot. */
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { foldText } from '../text-fold.js';

/** Names that are looked at before other work gets its turn. */
const BATCH = 1000;

interface NamedRow {
  readonly object_id: string;
  readonly name: string;
}

/** Object ids, in order of creation, of the pictures behind `after` with the text in their names. */
export async function* objectIdsNamed(
  em: EntityManager,
  organizationId: string,
  name: string,
  after: string,
): AsyncGenerator<string> {
  const wanted = foldText(name);
  let last = after;
  for (;;) {
    const rows = await readRows<NamedRow>(
      em,
      'select object_id, name from picture where organization_id = ? and object_id > ? order by object_id limit ?',
      [organizationId, last, BATCH],
    );
    for (const row of rows) if (foldText(row.name).includes(wanted)) yield row.object_id;
    last = rows.at(-1)?.object_id ?? last;
    if (rows.length < BATCH) return;
  }
}
