/** Documents of a list as plain rows: a list is read often, and entities cost several times what the database takes. */
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { Document } from './document.entity.js';
import type { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';

type Instant = Date | number | string;

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly order: number;
  readonly name_sort_key: string;
  readonly date_created: Instant;
  readonly date_modified: Instant;
  readonly date_own_change: Instant | null;
  readonly default_language: string;
  readonly content_type: string;
  readonly status: Document['status'];
  readonly time_window: string | null;
  readonly processing: Document['processing'];
  readonly failure_reason: string | null;
  /** JSON, which PostgreSQL has read already. */
  readonly warnings: string | Document['warnings'];
  readonly pages_total: number | null;
  readonly pages_done: number;
  readonly cover_id: string | null;
}

/** Columns of a document's node that its view shows or is sorted by. */
export type DocumentNode = Pick<
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

/** Columns of a document that its view shows. */
export type DocumentState = Pick<
  Document,
  | 'defaultLanguage'
  | 'contentType'
  | 'status'
  | 'timeWindow'
  | 'processing'
  | 'failureReason'
  | 'warnings'
  | 'pagesTotal'
  | 'pagesDone'
>;

export interface ReadDocument {
  readonly node: DocumentNode;
  readonly state: DocumentState;
  readonly coverFileId: string | null;
}

/** Where documents are looked for: directly below an element, or anywhere below it. */
export type DocumentsBelow = { readonly parentId: string } | { readonly path: string };

/** In no order. */
export async function readDocuments(
  em: EntityManager,
  below: DocumentsBelow,
): Promise<readonly ReadDocument[]> {
  const [condition, value] =
    'parentId' in below
      ? ['n.parent_id = ?', below.parentId]
      : ['n.path like ?', inSubtree(below.path).$like];
  const rows = await readRows<Row>(
    em,
    `select n.id, n.parent_id, n.name, n."order", n.name_sort_key, n.date_created, n.date_modified,
       n.date_own_change,
       d.default_language, d.content_type, d.status, d.time_window, d.processing, d.failure_reason, d.warnings, d.pages_total, d.pages_done,
       (select f.id from stored_file f where f.owner_id = n.id and f.kind = 'Cover'
         order by f.id desc limit 1) as cover_id
     from node n join document d on d.id = n.id
     where n.type = 'Document' and ${condition}`,
    [value],
  );
  return rows.map((row) => ({
    node: {
      id: row.id,
      type: 'Document',
      parentId: row.parent_id,
      name: row.name,
      order: row.order,
      nameSortKey: row.name_sort_key,
      dateCreated: new Date(row.date_created),
      dateModified: new Date(row.date_modified),
      dateOwnChange: row.date_own_change === null ? null : new Date(row.date_own_change),
    },
    state: {
      defaultLanguage: row.default_language,
      contentType: row.content_type,
      status: row.status,
      timeWindow: row.time_window,
      processing: row.processing,
      failureReason: row.failure_reason,
      warnings: readWarnings(row.warnings),
      pagesTotal: row.pages_total,
      pagesDone: row.pages_done,
    },
    coverFileId: row.cover_id,
  }));
}

function readWarnings(warnings: Row['warnings']): Document['warnings'] {
  return typeof warnings === 'string' ? (JSON.parse(warnings) as Document['warnings']) : warnings;
}
