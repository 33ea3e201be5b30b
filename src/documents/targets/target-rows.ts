/** Pages and zones of a document with what makes them targets, as plain rows: a document may have a thousand of them. */
import type { EntityManager } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { readRows } from '../../db/rows.js';
import { inSubtree } from '../../tree/node-path.js';

/** Elements that can be found by a photo, as far as they say so themselves. */
export interface TargetRow {
  readonly id: string;
  /** The page that it is, or lies on. */
  readonly pageId: string;
  readonly isPage: boolean;
  /** Whether it is active and can be recognized. */
  readonly isWanted: boolean;
  /** Of pages: whether it was a target before, and whether it counts as one now. */
  readonly wasActivated: boolean;
  readonly isCounted: boolean;
}

type Flag = boolean | number | null;

interface Row {
  readonly id: string;
  readonly path: string;
  readonly type: 'Image' | 'Zone';
  readonly parentId: string;
  readonly isWanted: Flag;
  readonly wasActivated: Flag;
  readonly isCounted: Flag;
}

const AT_A_TIME = 1000;

/** All below a document, pages before their zones. */
export async function readTargetRows(em: EntityManager, documentPath: string): Promise<readonly TargetRow[]> {
  const found: TargetRow[] = [];
  let after = documentPath;
  for (;;) {
    const rows = await readRows<Row>(
      em,
      `select n.id, n.path, n.type, n.parent_id as "parentId",
         coalesce(i.status, z.status) = 'Active' and coalesce(i.is_recognizable, z.is_recognizable) as "isWanted",
         i.first_activated_at is not null as "wasActivated", i.is_counted_active as "isCounted"
       from node n left join image i on i.id = n.id left join zone z on z.id = n.id
       where n.path > ? and n.path like ? and n.type in ('Image', 'Zone')
       order by n.path limit ${AT_A_TIME}`,
      [after, inSubtree(documentPath).$like],
    );
    for (const { id, type, parentId, isWanted, wasActivated, isCounted } of rows) {
      found.push({
        id,
        pageId: type === 'Image' ? id : parentId,
        isPage: type === 'Image',
        isWanted: Boolean(isWanted),
        wasActivated: Boolean(wasActivated),
        isCounted: Boolean(isCounted),
      });
    }
    after = rows.at(-1)?.path ?? after;
    if (rows.length < AT_A_TIME) return found;
    await giveWay();
  }
}
