/**
 * Throws elements away: they leave the tree with all that they hold, their pages and zones are no longer found, and their
 * credits are free. Everything stays as it is until it is restored or removed for good.
 */
import type { Viewer } from '../../access/viewer.js';
import { nameOf } from '../../audit/operation-log.js';
import type { Clock } from '../../kernel/clock.js';
import type { EntityManager, Transaction } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { Document } from '../document.entity.js';
import { Image } from '../pages/image.entity.js';
import { Node, TrashEntry, type TrashType } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import { readSubtree } from '../../tree/subtree.js';
import { StoredFile } from '../../media/blobs/stored-file.entity.js';
import type { DocumentCover } from '../document-cover.js';
import type { TargetService } from '../targets/target.service.js';

export interface TrashBinParts {
  readonly nodes: NodeStore;
  readonly targets: TargetService;
  readonly cover: DocumentCover;
  readonly clock: Clock;
}

export class TrashBin {
  constructor(private readonly parts: TrashBinParts) {}

  /**
   * Throws a folder or document away.
   *
   * @throws LoupeError BAD_USER_INPUT when there are children and they may not go with it
   */
  async put(
    transaction: Transaction,
    viewer: Viewer,
    node: Node,
    { deleteChildren }: { readonly deleteChildren: boolean },
  ): Promise<void> {
    if (!deleteChildren) await this.parts.nodes.requireEmpty(transaction.em, node);
    await this.takeOut(transaction, nameOf(viewer), node);
  }

  /** Throws a page away; the others close up. The caller sees to it that one is left. */
  async putPage(transaction: Transaction, viewer: Viewer, page: Node): Promise<void> {
    const { em } = transaction;
    const documentId = page.parentId ?? '';
    const wasFirst = page.order === 1;
    await this.takeOut(transaction, nameOf(viewer), page);
    const first = await renumber(em, documentId, 'Image');
    if (wasFirst && first !== null) await this.parts.cover.follow(transaction, first);
    await countPages(em, documentId);
    await this.parts.targets.refresh(transaction, documentId);
  }

  /** Throws pages away that a corrected file no longer holds; the caller numbers and refreshes the others. */
  async putGone(transaction: Transaction, user: string, pages: readonly Node[]): Promise<void> {
    for (const page of pages) await this.takeOut(transaction, user, page);
  }

  /** Throws a zone away. With the last one the page as a whole becomes a target again. */
  async putZone(transaction: Transaction, viewer: Viewer, zone: Node): Promise<void> {
    const { em } = transaction;
    const page = await em.findOneOrFail(Node, { id: zone.parentId ?? '' });
    await this.takeOut(transaction, nameOf(viewer), zone);
    const first = await renumber(em, page.id, 'Zone');
    if (first === null) await em.nativeUpdate(Image, { id: page.id }, { status: 'Active' });
    await this.parts.targets.refresh(transaction, page.parentId ?? '');
  }

  private async takeOut(transaction: Transaction, user: string, node: Node): Promise<void> {
    const { em } = transaction;
    const { nodes, targets, clock } = this.parts;
    await em.flush();
    const below = await readSubtree(em, node.path);
    const freedCredits = await targets.release(transaction, node.organizationId, below);
    const upwards = await nodes.loadUpwards(em, node);
    const organization = upwards.findIndex(({ id }) => id === node.organizationId);
    em.create(TrashEntry, {
      id: node.id,
      organizationId: node.organizationId,
      type: node.type as TrashType,
      name: node.name,
      parentId: node.parentId ?? null,
      place: upwards
        .slice(1, organization + 1)
        .toReversed()
        .map(({ name }) => name),
      order: node.order,
      pages: below.filter(({ type }) => type === 'Image').length,
      freedCredits,
      user,
      dateTrashed: clock.now(),
    });
    if (node.type === 'Image' || node.type === 'Zone') await giveFiles(em, below, null);
    await nodes.moveToTrash(em, node);
  }
}

/** Says which document the files of a page or zone belong to; null for none. */
export async function giveFiles(
  em: EntityManager,
  owners: readonly { readonly id: string }[],
  documentId: string | null,
): Promise<void> {
  await eachPart(owners, async (part) => {
    const ownerId = { $in: part.map(({ id }) => id) };
    await em.nativeUpdate(StoredFile, { ownerId }, { documentId });
  });
}

/** Numbers pages or zones from 1 without a gap. @returns the first one, null when there is none */
async function renumber(em: EntityManager, parentId: string, type: 'Image' | 'Zone'): Promise<Node | null> {
  await em.flush();
  await em.execute(
    `update node set "order" = numbered.place
       from (select id, row_number() over (order by "order", id) as place
               from node where parent_id = ? and type = ?) numbered
      where numbered.id = node.id and node."order" <> numbered.place`,
    [parentId, type],
  );
  const where = { parentId, type };
  return em.findOne(Node, where, { orderBy: { order: 'asc', id: 'asc' }, refresh: true });
}

/** Updates the counts of pages that a document stores. */
export async function countPages(em: EntityManager, documentId: string): Promise<void> {
  const pages = await em.count(Node, { parentId: documentId, type: 'Image' });
  await em.nativeUpdate(Document, { id: documentId }, { pagesTotal: pages, pagesDone: pages });
}
