/** The files of a document as services answer them. */
import type { EntityManager } from '../db/database.js';
import { StoredFile } from '../media/stored-file.entity.js';
import { Node } from './node.entity.js';
import { inSubtree } from './node-path.js';
import type { FileView } from './views.js';

/** The files of a document, of its pages and of its zones, oldest first. */
export async function listFiles(em: EntityManager, document: Node): Promise<readonly FileView[]> {
  const files = await em.find(StoredFile, { documentId: document.id }, { orderBy: { id: 'asc' } });
  const owners = await em.find(
    Node,
    { path: inSubtree(document.path) },
    { fields: ['id', 'type', 'parentId'] },
  );
  const ownerOf = new Map(owners.map((node) => [node.id, node]));
  return files.map(({ id, ownerId, kind, contentType, sizeBytes, originalName }) => {
    const owner = ownerOf.get(ownerId);
    const zoneId = owner?.type === 'Zone' ? ownerId : null;
    const imageId = owner?.type === 'Image' ? ownerId : zoneId === null ? null : (owner?.parentId ?? null);
    return {
      id,
      documentId: document.id,
      ownerId,
      imageId,
      zoneId,
      kind,
      contentType,
      sizeBytes,
      originalName: originalName ?? null,
    };
  });
}
