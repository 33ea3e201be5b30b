/** Direct children as plain rows, in their order, read off the event loop: an element may have tens of thousands. */
import type { Node, NodeType } from '../../tree/node.entity.js';
import { nodeTypeOrder } from '../../tree/node.rules.js';
import { compareText } from '../../kernel/text-fold.js';
import type { Database } from '../../db/database.js';
import { giveWay, inParts } from '../../db/in-parts.js';
import { marks } from '../../db/rows.js';

/** The order in which siblings are listed. */
type Sibling = Pick<Node, 'id' | 'type' | 'order' | 'nameSortKey'>;

/** Organizations, folders, documents, pages, zones; of one kind by order, then by name. */
export function compareSiblings(a: Sibling, b: Sibling): number {
  return (
    nodeTypeOrder.indexOf(a.type) - nodeTypeOrder.indexOf(b.type) ||
    a.order - b.order ||
    compareText(a.nameSortKey, b.nameSortKey) ||
    (a.id < b.id ? -1 : 1)
  );
}

export type SiblingRow = Pick<
  Node,
  | 'id'
  | 'type'
  | 'parentId'
  | 'name'
  | 'order'
  | 'nameSortKey'
  | 'dateCreated'
  | 'dateModified'
  | 'dateOwnChange'
>;

type Instant = Date | number | string;

type Row = Omit<SiblingRow, 'dateCreated' | 'dateModified' | 'dateOwnChange'> & {
  readonly created: Instant;
  readonly modified: Instant;
  readonly own: Instant | null;
};

/** Rows per part; between two parts other requests get their turn. */
const ROWS = 4000;

/** Children of an element, in the order in which siblings are listed; of one type, or of all. */
export async function readSiblings(
  database: Database,
  parentId: string,
  type?: NodeType,
): Promise<readonly SiblingRow[]> {
  return (await readSiblingsOfEach(database, [parentId], type)).get(parentId) ?? [];
}

/** As `readSiblings`, by parent; parents without children are missing. */
export async function readSiblingsOfEach(
  database: Database,
  parentIds: readonly string[],
  type?: NodeType,
): Promise<ReadonlyMap<string, readonly SiblingRow[]>> {
  const children = new Map<string, SiblingRow[]>();
  for (const part of inParts([...new Set(parentIds)])) {
    for await (const row of readRowsBelow(database, part, type)) {
      const siblings = children.get(row.parentId ?? '');
      if (siblings === undefined) children.set(row.parentId ?? '', [row]);
      else siblings.push(row);
    }
  }
  for (const siblings of children.values()) siblings.sort(compareSiblings);
  return children;
}

async function* readRowsBelow(
  database: Database,
  parentIds: readonly string[],
  type: NodeType | undefined,
): AsyncGenerator<SiblingRow> {
  let after = '';
  for (;;) {
    const rows: Row[] = await database.readInThread<Row>(
      `select id, type, parent_id as "parentId", name, "order", name_sort_key as "nameSortKey",
         date_created as created, date_modified as modified, date_own_change as own
       from node where parent_id in (${marks(parentIds)})${type === undefined ? '' : ' and type = ?'}${after === '' ? '' : ' and id > ?'}
       order by id limit ${ROWS}`,
      [...parentIds, ...(type === undefined ? [] : [type]), ...(after === '' ? [] : [after])],
    );
    for (const { created, modified, own, ...row } of rows) {
      const dateOwnChange = own === null ? null : new Date(own);
      yield { ...row, dateCreated: new Date(created), dateModified: new Date(modified), dateOwnChange };
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS) return;
    await giveWay();
  }
}
