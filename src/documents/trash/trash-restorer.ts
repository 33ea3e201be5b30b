/** Brings elements back from the trash to where they were, or to where they are wanted. */
import { raw } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import { Action } from '../../content/actions/action.entity.js';
import { Title } from '../../content/titles/title.entity.js';
import type { TitleWriter } from '../../content/titles/title-writer.js';
import type { EntityManager, Transaction } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { Document } from '../document.entity.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Image } from '../pages/image.entity.js';
import { Node, type TrashEntry } from '../../tree/node.entity.js';
import { inSubtree } from '../../tree/node-path.js';
import type { NodeStore } from '../../tree/node.store.js';
import { readSubtree } from '../../tree/subtree.js';
import type { DocumentCover } from '../document-cover.js';
import type { TargetService } from '../targets/target.service.js';
import { requireMayLeave } from '../drafts/approval-rule.js';
import { countPages, giveFiles } from './trash-bin.js';
import { MAX_ZONES } from '../zones/zone.rules.js';

export interface RestoreOptions {
  /** Where a folder or document goes; by default to where it was. */
  readonly parentId?: string | null;
  /** Restores documents as inactive ones, which takes no credits. */
  readonly isInactive?: boolean;
}

export interface TrashRestorerParts {
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly titles: TitleWriter;
  readonly targets: TargetService;
  readonly cover: DocumentCover;
}

export class TrashRestorer {
  constructor(private readonly parts: TrashRestorerParts) {}

  /**
   * Restores a node with all that it holds. Beside a sibling of its name it gets a number behind its own.
   *
   * @throws LoupeError NOT_FOUND (wanted parent), CONFLICT (its former parent is gone), BAD_USER_INPUT,
   *   INSUFFICIENT_CREDIT, APPROVAL_NEEDED; the transaction must fail then
   */
  async restore(
    transaction: Transaction,
    viewer: Viewer,
    entry: TrashEntry,
    options: RestoreOptions,
  ): Promise<Node> {
    const { em } = transaction;
    const node = await em.findOneOrFail(Node, { id: entry.id });
    const parent = await this.parentFor(em, viewer, entry, options);
    const former = entry.parentId == null ? null : await em.findOne(Node, { id: entry.parentId });
    if (former !== null && options.isInactive !== true)
      await requireMayLeave(em, viewer, node, `${former.path}${node.id}/`, parent);
    node.name = await freeName(em, parent.id, node);
    await this.parts.nodes.move(em, node, parent);
    if (node.type === 'Folder' || node.type === 'Document') {
      await this.settleDocuments(transaction, node, options);
    } else {
      await this.settlePart(transaction, node, entry, parent);
    }
    return node;
  }

  private async parentFor(
    em: EntityManager,
    viewer: Viewer,
    { type, parentId }: TrashEntry,
    options: RestoreOptions,
  ): Promise<Node> {
    const { guarded, nodes } = this.parts;
    const isPart = type === 'Image' || type === 'Zone';
    if (options.parentId != null && options.parentId.toLowerCase() !== parentId) {
      if (isPart) throw badInput('parentId', 'pages and zones come back to where they were; leave it out');
      return guarded.require(em, viewer, 'content:write', options.parentId);
    }
    const parent = parentId == null ? null : await nodes.load(em, parentId);
    if (parent !== null) return parent;
    const kept =
      parentId == null
        ? null
        : await em.findOne(Node, { id: parentId }, { fields: ['name', 'type'], disableIdentityMap: true });
    if (kept === null) {
      throw new LoupeError(
        'CONFLICT',
        'The folder that it was in is gone. Give the parentId of another folder.',
      );
    }
    const advice = isPart ? '' : ', or give the parentId of another folder';
    throw new LoupeError(
      'CONFLICT',
      `The ${kept.type.toLowerCase()} "${kept.name}" that it was in is in the trash. Restore that first${advice}.`,
    );
  }

  private async settleDocuments(
    transaction: Transaction,
    node: Node,
    options: RestoreOptions,
  ): Promise<void> {
    const { em } = transaction;
    await em.flush();
    for (const { id, type } of await readSubtree(em, node.path)) {
      if (type !== 'Document') continue;
      // The rows that one document loads are of no use to the next, and every flush looks at all that is loaded.
      const own = { ...transaction, em: em.fork({ keepTransactionContext: true }) };
      if (options.isInactive === true) await own.em.nativeUpdate(Document, { id }, { status: 'Inactive' });
      await this.parts.targets.refresh(own, id);
    }
  }

  private async settlePart(
    transaction: Transaction,
    node: Node,
    entry: TrashEntry,
    parent: Node,
  ): Promise<void> {
    const { em } = transaction;
    const documentId = node.type === 'Zone' ? (parent.parentId ?? '') : parent.id;
    const below = await em.find(Node, { path: inSubtree(node.path) }, { orderBy: { path: 'asc' } });
    const isFirst = await putInOrder(em, node, parent, entry.order);
    await giveFiles(em, below, documentId);
    await this.offerLanguages(em, documentId, below);
    if (node.type === 'Zone') await em.nativeUpdate(Image, { id: parent.id }, { status: 'Inactive' });
    else await countPages(em, documentId);
    if (node.type === 'Image' && isFirst) await this.parts.cover.follow(transaction, node);
    this.parts.nodes.touchContent(parent);
    await this.parts.targets.refresh(transaction, documentId);
  }

  /** Titles in every language of the document; and the document in every language that the part is written in. */
  private async offerLanguages(em: EntityManager, documentId: string, part: readonly Node[]): Promise<void> {
    const document = await em.findOneOrFail(Node, { id: documentId });
    const nodeId = { $in: part.map(({ id }) => id) };
    const written = [
      ...(await em.find(Title, { nodeId, value: { $ne: '' } }, { fields: ['languageCode'] })),
      ...(await em.find(Action, { nodeId }, { fields: ['languageCode'] })),
    ];
    const languages = new Set(written.map(({ languageCode }) => languageCode));
    for (const languageCode of languages) await this.parts.titles.addLanguage(em, document, languageCode);
    for (const element of part) await this.parts.titles.createForElement(em, element);
  }
}

/** @returns whether it is the first one now @throws LoupeError BAD_USER_INPUT for too many zones */
async function putInOrder(em: EntityManager, node: Node, parent: Node, order: number): Promise<boolean> {
  const siblings = { parentId: parent.id, type: node.type, id: { $ne: node.id } };
  const count = await em.count(Node, siblings);
  if (node.type === 'Zone' && count >= MAX_ZONES) {
    throw badInput('id', `an image has at most ${MAX_ZONES} zones; delete another one first`);
  }
  const place = Math.min(order, count + 1);
  await em.nativeUpdate(Node, { ...siblings, order: { $gte: place } }, { order: raw('"order" + 1') });
  for (const known of em.getUnitOfWork().getIdentityMap().values()) {
    if (known instanceof Object && 'parentId' in known && known.parentId === parent.id)
      await em.refresh(known);
  }
  node.order = place;
  await em.flush();
  return place === 1;
}

/** Names need not be unique, but a restored element should differ from its successor. */
async function freeName(em: EntityManager, parentId: string, { id, type, name }: Node): Promise<string> {
  const siblings = await em.find(
    Node,
    { parentId, type, id: { $ne: id } },
    { fields: ['name'], disableIdentityMap: true },
  );
  const taken = new Set(siblings.map((sibling) => sibling.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 490)} (${number})`;
  return free;
}
