import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { inTrash } from '../tree/trash-place.js';

/** Whether an element of the tree or a picture lies in the trash. */
export async function isInTrash(em: EntityManager, id: string): Promise<boolean> {
  const rows = await readRows(
    em,
    `select 1 as found from node where id = ? and path like ?
     union all select 1 as found from picture where id = ? and date_trashed is not null`,
    [id, inTrash.$like, id],
  );
  return rows.length > 0;
}
