/** Views of documents and their pages. */
import { readRecognizability } from '../engine/references/recognizability.js';
import type { EntityManager } from '../db/database.js';
import { Document } from './document.entity.js';
import { Image } from './pages/image.entity.js';
import { Node } from '../tree/node.entity.js';
import type { FileStore } from '../media/blobs/file-store.js';
import {
  type DocumentNode,
  type DocumentsBelow,
  type DocumentState,
  type ReadDocument,
  readDocuments,
} from './document-rows.js';
import { countActions, countChildren, countPages } from './nodes/element-counts.js';
import { idsByOwner } from './file.reader.js';
import { compareSiblings } from './nodes/sibling-rows.js';
import type { DocumentView, ImageView } from './views.js';

export class DocumentReader {
  constructor(private readonly files: FileStore) {}

  /** Views of documents in the order of their nodes. */
  async documents(em: EntityManager, nodes: readonly Node[]): Promise<DocumentView[]> {
    const ids = nodes.map(({ id }) => id);
    const rows = new Map((await em.find(Document, { id: { $in: ids } })).map((row) => [row.id, row]));
    const covers = await this.files.ownedBy(em, ids, ['Cover']);
    const coverOf = new Map(covers.map((file) => [file.ownerId, file.id]));
    const read = nodes.flatMap((node) => {
      const state = rows.get(node.id);
      return state === undefined ? [] : [{ node, state, coverFileId: coverOf.get(node.id) ?? null }];
    });
    return withCounts(em, read);
  }

  /** Views of the documents below an element, by name. */
  async documentsBelow(em: EntityManager, below: DocumentsBelow): Promise<DocumentView[]> {
    const read = await readDocuments(em, below);
    return withCounts(
      em,
      read.toSorted((one, other) => compareSiblings(one.node, other.node)),
    );
  }

  /** Views of pages in the order of their nodes. */
  async images(em: EntityManager, nodes: readonly Node[]): Promise<ImageView[]> {
    const ids = nodes.map(({ id }) => id);
    const rows = new Map((await em.find(Image, { id: { $in: ids } })).map((row) => [row.id, row]));
    const files = await this.files.ownedBy(em, ids, ['SmallThumbnail', 'BigThumbnail', 'Original']);
    const fileIds = idsByOwner(files);
    const fileOf = (ownerId: string, kind: string) => fileIds.get(`${ownerId} ${kind}`) ?? null;
    const actionCounts = await countActions(em, ids);
    const zoneCounts = await countChildren(em, ids, 'Zone');
    const views: ImageView[] = [];
    for (const node of nodes) {
      const row = rows.get(node.id);
      if (row === undefined) continue;
      views.push({
        ...common(node),
        documentId: node.parentId ?? '',
        status: row.status,
        actionCount: actionCounts.get(node.id) ?? 0,
        zoneCount: zoneCounts.get(node.id) ?? 0,
        recognizability: readRecognizability(row),
        warnings: row.warnings ?? [],
        order: node.order,
        autoTrigger: row.autoTrigger ?? null,
        timeWindow: row.timeWindow ?? null,
        smallThumbnailFileId: fileOf(node.id, 'SmallThumbnail'),
        bigThumbnailFileId: fileOf(node.id, 'BigThumbnail'),
        pictureFileId: fileOf(node.id, 'Original'),
        widthPx: row.widthPx,
        heightPx: row.heightPx,
      });
    }
    return views;
  }

  /** Nodes of a document's pages, in order. */
  async pageNodes(em: EntityManager, documentId: string): Promise<Node[]> {
    return (await em.find(Node, { parentId: documentId, type: 'Image' })).sort(compareSiblings);
  }
}

async function withCounts(em: EntityManager, read: readonly ReadDocument[]): Promise<DocumentView[]> {
  const ids = read.map(({ node }) => node.id);
  const actionCounts = await countActions(em, ids);
  const pageCounts = await countPages(em, ids);
  return read.map(({ node, state, coverFileId }) => ({
    ...common(node),
    defaultLanguage: state.defaultLanguage,
    contentType: state.contentType,
    pages: pageCounts.get(node.id)?.pages ?? 0,
    unrecognizablePages: pageCounts.get(node.id)?.unrecognizable ?? 0,
    actionCount: actionCounts.get(node.id) ?? 0,
    status: state.status,
    timeWindow: state.timeWindow ?? null,
    processing: state.processing,
    failureReason: state.failureReason ?? null,
    warnings: state.warnings ?? [],
    progress: progressOf(state),
    coverFileId,
  }));
}

/** 0..1 */
function progressOf({ processing, pagesTotal, pagesDone }: DocumentState): number {
  if (processing === 'Ready') return 1;
  return pagesTotal ? pagesDone / pagesTotal : 0;
}

function common({ id, parentId, name, dateCreated, dateModified, dateOwnChange }: DocumentNode) {
  return {
    id,
    parentId: parentId ?? null,
    name,
    dateCreated,
    dateModified,
    dateOwnChange: dateOwnChange ?? null,
  };
}
