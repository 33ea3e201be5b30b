/** The files of documents as services answer them, and which are kept. */
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import type { EntityManager } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import type { FileView } from './views.js';

/** Ids of files by `owner kind`; of several alike the first. */
export function idsByOwner(
  files: readonly Pick<StoredFile, 'id' | 'ownerId' | 'kind'>[],
): ReadonlyMap<string, string> {
  return new Map(files.toReversed().map(({ id, ownerId, kind }) => [`${ownerId} ${kind}`, id]));
}

/** The files of each document, of its pages and of its zones, oldest first; documents without files are missing. */
export async function listFiles(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FileView[]>> {
  const files = await em.find(
    StoredFile,
    { documentId: { $in: [...documentIds] } },
    { orderBy: { id: 'asc' } },
  );
  const ownerIds = [...new Set(files.map(({ ownerId }) => ownerId))];
  const fields = ['id', 'type', 'parentId'] as const;
  const owners = ownerIds.length === 0 ? [] : await em.find(Node, { id: { $in: ownerIds } }, { fields });
  const ownerOf = new Map(owners.map((node) => [node.id, node]));
  const byDocument = new Map<string, FileView[]>();
  for (const file of files) {
    const { kind } = file;
    if (kind === 'Earlier' || kind === 'Comparison' || kind === 'Approval' || kind === 'Pack') continue;
    const documentId = file.documentId ?? '';
    const view = toFileView({ ...file, kind }, documentId, ownerOf.get(file.ownerId));
    byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), view]);
  }
  return byDocument;
}

function toFileView(
  {
    id,
    ownerId,
    kind,
    contentType,
    sizeBytes,
    originalName,
  }: StoredFile & { readonly kind: FileView['kind'] },
  documentId: string,
  owner: Pick<Node, 'type' | 'parentId'> | undefined,
): FileView {
  const zoneId = owner?.type === 'Zone' ? ownerId : null;
  const imageId = owner?.type === 'Image' ? ownerId : zoneId === null ? null : (owner?.parentId ?? null);
  return {
    id,
    documentId,
    ownerId,
    imageId,
    zoneId,
    kind,
    contentType,
    sizeBytes,
    originalName: originalName ?? null,
  };
}
