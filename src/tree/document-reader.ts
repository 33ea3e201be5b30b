/** Views of documents and their pages. */
import { Action } from '../content/action.entity.js';
import type { EntityManager } from '../db/database.js';
import type { FileStore } from '../media/file-store.js';
import { Document } from './document.entity.js';
import { Image } from './image.entity.js';
import { Node } from './node.entity.js';
import { inSubtree } from './node-path.js';
import { compareSiblings } from './node.service.js';
import type { DocumentView, ImageView } from './views.js';

export class DocumentReader {
  constructor(private readonly files: FileStore) {}

  /** Views of documents in the order of their nodes. */
  async documents(em: EntityManager, nodes: readonly Node[]): Promise<DocumentView[]> {
    const ids = nodes.map(({ id }) => id);
    const rows = new Map((await em.find(Document, { id: { $in: ids } })).map((row) => [row.id, row]));
    const covers = await this.files.ownedBy(em, ids, ['Cover']);
    const coverOf = new Map(covers.map((file) => [file.ownerId, file.id]));
    const views: DocumentView[] = [];
    for (const node of nodes) {
      const row = rows.get(node.id);
      if (row === undefined) continue;
      const { pagesTotal, pagesDone } = row;
      views.push({
        ...common(node),
        defaultLanguage: row.defaultLanguage,
        contentType: row.contentType,
        pages: pagesDone,
        actionCount: await this.countActions(em, node),
        status: row.status,
        processing: row.processing,
        failureReason: row.failureReason ?? null,
        progress: row.processing === 'Ready' ? 1 : pagesTotal ? pagesDone / pagesTotal : 0,
        coverFileId: coverOf.get(node.id) ?? null,
      });
    }
    return views;
  }

  /** Views of pages in the order of their nodes. */
  async images(em: EntityManager, nodes: readonly Node[]): Promise<ImageView[]> {
    const ids = nodes.map(({ id }) => id);
    const rows = new Map((await em.find(Image, { id: { $in: ids } })).map((row) => [row.id, row]));
    const files = await this.files.ownedBy(em, ids, ['SmallThumbnail', 'BigThumbnail']);
    const fileOf = (ownerId: string, kind: string) =>
      files.find((file) => file.ownerId === ownerId && file.kind === kind)?.id ?? null;
    const views: ImageView[] = [];
    for (const node of nodes) {
      const row = rows.get(node.id);
      if (row === undefined) continue;
      views.push({
        ...common(node),
        documentId: node.parentId ?? '',
        status: row.status,
        actionCount: await this.countActions(em, node),
        zoneCount: await em.count(Node, { parentId: node.id, type: 'Zone' }),
        order: node.order,
        autoTrigger: row.autoTrigger ?? null,
        smallThumbnailFileId: fileOf(node.id, 'SmallThumbnail'),
        bigThumbnailFileId: fileOf(node.id, 'BigThumbnail'),
      });
    }
    return views;
  }

  /** Nodes of a document's pages, in order. */
  async pageNodes(em: EntityManager, documentId: string): Promise<Node[]> {
    return (await em.find(Node, { parentId: documentId, type: 'Image' })).sort(compareSiblings);
  }

  /** Actions of an element and of everything below it. */
  private async countActions(em: EntityManager, node: Node): Promise<number> {
    const nodes = await em.find(Node, { path: inSubtree(node.path) }, { fields: ['id'] });
    return em.count(Action, { nodeId: { $in: nodes.map(({ id }) => id) } });
  }
}

function common({ id, parentId, name, dateCreated, dateModified }: Node) {
  return { id, parentId: parentId ?? null, name, dateCreated, dateModified };
}
