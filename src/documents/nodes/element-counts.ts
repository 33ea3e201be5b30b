/** Counts of what lies below documents, pages and zones, and who edited documents last, for many of them in one statement each. */
import type { EntityManager } from '../../db/database.js';
import { marks } from '../../db/rows.js';
import type { NodeType } from '../../tree/node.entity.js';

/** SQL databases limit the values of one statement. */
const BATCH = 300;

/** Actions of each element and of its pages and zones; elements without any are missing. */
export async function countActions(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [marks, batch] of batches(ids)) {
    const rows = await em.execute<{ id: string; count: number | string }[]>(
      `select below.top_id as id, count(*) as count
         from (select id as top_id, id as node_id from node where id in (${marks})
               union all
               select parent_id, id from node where parent_id in (${marks})
               union all
               select page.parent_id, zone.id
                 from node page
                 join node zone on zone.parent_id = page.id
                where page.parent_id in (${marks})) below
         join action on action.node_id = below.node_id
        group by below.top_id`,
      [...batch, ...batch, ...batch],
    );
    for (const { id, count } of rows) counts.set(id, Number(count));
  }
  return counts;
}

/** Direct children of one kind; elements without any are missing. */
export async function countChildren(
  em: EntityManager,
  ids: readonly string[],
  type: NodeType,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [marks, batch] of batches(ids)) {
    const rows = await em.execute<{ id: string; count: number | string }[]>(
      `select parent_id as id, count(*) as count
         from node
        where type = ? and parent_id in (${marks})
        group by parent_id`,
      [type, ...batch],
    );
    for (const { id, count } of rows) counts.set(id, Number(count));
  }
  return counts;
}

/** The last editor of each document, or else its maker; those where neither is known are missing. */
export async function readLastEditors(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const editors = new Map<string, string>();
  for (const [marks, batch] of batches(documentIds)) {
    const rows = await em.execute<{ id: string; editor: string | null }[]>(
      `select d.id, coalesce((select c."user" from document_change c where c.document_id = d.id
                               order by c.id desc limit 1), d.made_by) as editor
         from document d
        where d.id in (${marks})`,
      [...batch],
    );
    for (const { id, editor } of rows) if (editor !== null) editors.set(id, editor);
  }
  return editors;
}

export interface PageCounts {
  readonly pages: number;
  /** Pages that no photo can find, themselves or by a zone. */
  readonly unrecognizable: number;
}

/** Pages of documents; documents without any are missing. */
export async function countPages(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, PageCounts>> {
  const counts = new Map<string, PageCounts>();
  for (const [marks, batch] of batches(documentIds)) {
    const rows = await em.execute<Record<'id' | 'pages' | 'unrecognizable', string>[]>(
      `select page.parent_id as id, count(*) as pages, sum(case
           when exists (select 1 from node z join zone on zone.id = z.id
                         where z.parent_id = page.id and zone.is_recognizable = true) then 0
           when exists (select 1 from node z where z.parent_id = page.id) then 1
           when image.is_recognizable = true then 0
           else 1 end) as unrecognizable
         from node page
         join image on image.id = page.id
        where page.parent_id in (${marks})
        group by page.parent_id`,
      [...batch],
    );
    for (const { id, pages, unrecognizable } of rows) {
      counts.set(id, { pages: Number(pages), unrecognizable: Number(unrecognizable) });
    }
  }
  return counts;
}

/** Parameter marks with their values, in portions. */
function* batches(ids: readonly string[]): Generator<readonly [string, readonly string[]]> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    yield [marks(batch), batch];
  }
}
