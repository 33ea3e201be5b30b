/** Images: the pages of documents. They come and go with their document's file. */
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Image } from './image.entity.js';
import { Node } from '../../tree/node.entity.js';
import { requireName, requireStatus } from '../../tree/node.rules.js';
import type { NodeStore } from '../../tree/node.store.js';
import { windowIn } from '../../tree/time-zones.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import { type Precondition, nodeStateOf } from '../../kernel/precondition.js';
import type { DocumentCover } from '../document-cover.js';
import type { DocumentReader } from '../document-reader.js';
import { requireSettled } from '../settled.js';
import type { TargetService } from '../targets/target.service.js';
import type { TrashBin } from '../trash/trash-bin.js';
import type { ImageAndZonesView, ImageView } from '../views.js';
import { listZones } from '../zones/zone.reader.js';

export interface ImagePatch {
  readonly autoTrigger?: boolean | null;
  readonly name?: string;
  /** New place among the pages, from 1; the others make room. */
  readonly order?: number;
  /** Active or Inactive, in any case of letters. */
  readonly status?: string;
  /** When readers are shown it, and its zones. */
  readonly timeWindow?: GivenTimeWindow;
}

export interface ImageInput extends ImagePatch {
  readonly name: string;
  readonly order: number;
  readonly status: string;
}

export interface ImageServiceParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly reader: DocumentReader;
  readonly cover: DocumentCover;
  readonly targets: TargetService;
  readonly trash: TrashBin;
  readonly operations: OperationLog;
}

export class ImageService {
  constructor(private readonly parts: ImageServiceParts) {}

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<ImageView> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', id, 'Image');
    const [view] = await this.parts.reader.images(em, [node]);
    if (view === undefined) throw new LoupeError('NOT_FOUND', `Image ${node.id} was not found.`);
    return view;
  }

  /** An image together with its zones, in their order. @throws LoupeError NOT_FOUND */
  async withZones(viewer: Viewer, id: string): Promise<ImageAndZonesView> {
    const image = await this.get(viewer, id);
    return { ...image, zones: await listZones(this.parts.database.reader(), [image.id]) };
  }

  /** Sets name, order, status and the automatic trigger. @throws LoupeError as `patch` */
  async replace(
    viewer: Viewer,
    id: string,
    input: ImageInput,
    precondition?: Precondition,
  ): Promise<ImageView> {
    return this.patch(viewer, id, { ...input, autoTrigger: input.autoTrigger ?? null }, precondition);
  }

  /**
   * Changes what is given and leaves the rest. A new status is in force for every scan that starts after this.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, INSUFFICIENT_CREDIT
   */
  async patch(
    viewer: Viewer,
    id: string,
    patch: ImagePatch,
    precondition?: Precondition,
  ): Promise<ImageView> {
    const { database, guarded, nodes, targets, operations } = this.parts;
    if (patch.name !== undefined) requireName(patch.name);
    const status = patch.status === undefined ? null : requireStatus(patch.status);
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Image');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const image = await em.findOneOrFail(Image, { id: node.id });
      if (patch.name !== undefined) node.name = patch.name;
      if (patch.autoTrigger !== undefined) image.autoTrigger = patch.autoTrigger;
      em.assign(image, await windowIn(em, node.organizationId, patch));
      if (status !== null) {
        if (status === 'Active') await requireNoZones(em, node);
        image.status = status;
      }
      if (patch.order !== undefined) await this.reorder(transaction, node, patch.order);
      nodes.touch(node);
      operations.write(em, viewer, 'image:write', node);
      await targets.refresh(transaction, node.parentId ?? '');
    });
    return this.get(viewer, id);
  }

  /**
   * Throws a page away with its titles, actions and zones; the pages behind it move up.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT for the only page and while pages are being processed
   */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    const { database, guarded, operations, trash } = this.parts;
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Image');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      await requireSettled(em, node.parentId ?? '');
      if ((await em.count(Node, { parentId: node.parentId ?? '', type: 'Image' })) === 1) {
        throw new LoupeError(
          'CONFLICT',
          'This is the only page of its document. Delete the document instead.',
        );
      }
      operations.write(em, viewer, 'image:delete', node);
      await trash.putPage(transaction, viewer, node);
    });
  }

  private async reorder(transaction: Transaction, node: Node, order: number): Promise<void> {
    const pages = await this.parts.reader.pageNodes(transaction.em, node.parentId ?? '');
    if (!Number.isInteger(order) || order < 1 || order > pages.length) {
      throw badInput('order', `must be a whole number from 1 to ${pages.length}`);
    }
    const others = pages.filter((page) => page.id !== node.id);
    others.splice(order - 1, 0, node);
    for (const [index, page] of others.entries()) page.order = index + 1;
    const [first] = others;
    if (first !== undefined && first.id !== pages[0]?.id) await this.parts.cover.follow(transaction, first);
  }
}

/** Of a page with zones only the zones are recognized. */
async function requireNoZones(em: EntityManager, node: Node): Promise<void> {
  if ((await em.count(Node, { parentId: node.id, type: 'Zone' })) === 0) return;
  throw badInput(
    'status',
    'an image with zones stays inactive, because its zones are recognized instead; delete the zones first',
  );
}
