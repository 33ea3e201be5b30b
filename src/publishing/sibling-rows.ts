/** Direct children as plain rows, read off the event loop: an element may have tens of thousands. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import type { Node, NodeType } from '../hierarchy/node.entity.js';
import { compareSiblings } from './sibling-order.js';

export type SiblingRow = Pick<
  Node,
  'id' | 'type' | 'parentId' | 'name' | 'order' | 'nameSortKey' | 'dateCreated' | 'dateModified'
>;

type Instant = Date | number | string;

type Row = Omit<SiblingRow, 'dateCreated' | 'dateModified'> & {
  readonly created: Instant;
  readonly modified: Instant;
};

/** So many are made into objects at a time; between two parts others have their turn. */
const PART = 4000;

/** Children of an element, in the order in which siblings are listed; of one type, or of all. */
export async function readSiblings(
  database: Database,
  parentId: string,
  type?: NodeType,
): Promise<readonly SiblingRow[]> {
  const siblings: SiblingRow[] = [];
  let after = '';
  for (;;) {
    const rows: Row[] = await database.readAside<Row>(
      `select id, type, parent_id as "parentId", name, "order", name_sort_key as "nameSortKey",
         date_created as created, date_modified as modified
       from node where parent_id = ?${type === undefined ? '' : ' and type = ?'}${after === '' ? '' : ' and id > ?'}
       order by id limit ${PART}`,
      [parentId, ...(type === undefined ? [] : [type]), ...(after === '' ? [] : [after])],
    );
    for (const { created, modified, ...row } of rows) {
      siblings.push({ ...row, dateCreated: new Date(created), dateModified: new Date(modified) });
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < PART) break;
    await setImmediate();
  }
  return siblings.sort(compareSiblings);
}
