/** Where a recognition or a click happened, copied into its record so that reports outlive moves and deletions. */
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { NodeType } from '../tree/node.entity.js';
import { idsUpwards } from '../tree/node-path.js';

/** Columns of a record; names are those of the moment. */
export interface RecordPlace {
  /** Node path of the page or zone; of the document for a click that no page is known of. */
  readonly path: string;
  /** What the document lies in: a folder, or the organization itself. */
  readonly folderId: string | null;
  readonly folderName: string;
  readonly documentName: string;
  readonly imageName: string;
  readonly zoneName: string;
}

interface NamedNode {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
}

/** @param upwards the element and everything above it, the element first */
export function recordPlace(upwards: readonly NamedNode[]): RecordPlace {
  const nameOf = (type: NodeType) => upwards.find((node) => node.type === type)?.name ?? '';
  const document = upwards.findIndex((node) => node.type === 'Document');
  const folder = upwards[document + 1];
  return {
    path: upwards
      .map(({ id }) => `${id}/`)
      .toReversed()
      .join(''),
    folderId: folder?.id ?? null,
    folderName: folder?.name ?? '',
    documentName: nameOf('Document'),
    imageName: nameOf('Image'),
    zoneName: nameOf('Zone'),
  };
}

/** The elements of a path, the lowest first. */
export async function readUpwards(em: EntityManager, path: string): Promise<readonly NamedNode[]> {
  const ids = idsUpwards(path);
  const rows = await readRows<NamedNode>(
    em,
    `select id, type, name from node where id in (${marks(ids)})`,
    ids,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
