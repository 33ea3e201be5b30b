/**
 * Zones: rectangles of a page that are recognized on their own. A page with zones is no target itself; its actions
 * are shown with those of each zone.
 */
import type { Viewer } from '../../access/viewer.js';
import { toGradedRow } from '../../engine/references/recognizability.js';
import { setDefaultStyle } from '../../content/properties/property.service.js';
import type { TitleWriter } from '../../content/titles/title-writer.js';
import type { Database, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { noteZones } from '../history/transaction-notes.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { givenOf } from '../../kernel/members.js';
import { type Precondition, nodeStateOf } from '../../kernel/precondition.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Image } from '../pages/image.entity.js';
import { Node } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import type { PageImages, PreparedPicture } from '../pages/page-images.js';
import type { TargetService } from '../targets/target.service.js';
import type { TrashBin } from '../trash/trash-bin.js';
import type { ZoneView } from '../views.js';
import { listZones, readZones } from './zone.reader.js';
import { Zone } from './zone.entity.js';
import { nextOrder, reorder } from './zone-order.js';
import { rectMembers, zoneColumns, type ZoneMembers, zoneObject } from './zone.members.js';
import { columnsOfZone } from './zone.wire.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import { storedTimeWindow } from '../../tree/time-zones.js';
import { requireOthers, requireRect, isSameRect, type ZoneRect } from './zone.rules.js';

/** The name is `Zone 1`, `Zone 2`, … by default. */
export interface ZoneInput extends ZoneRect, Partial<Omit<ZoneMembers, keyof ZoneRect | 'timeWindow'>> {
  /** When readers are shown it. */
  readonly timeWindow?: GivenTimeWindow;
  readonly imageId: string;
}

/** Everything but the image, which a zone keeps. */
export type ZoneReplacement = Omit<ZoneInput, 'imageId'>;

export interface ZonePatch extends Partial<ZoneReplacement> {
  /** Default style of the zone's actions; null removes it. */
  readonly actionStyle?: string | null;
  /** Default style of the zone's titles; null removes it. */
  readonly titleStyle?: string | null;
  /** Place among the zones of the page, from 1; the others make room. */
  readonly order?: number;
}

type ZoneColumns = Omit<ZoneMembers, 'name'>;

export interface ZoneServiceParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly trash: TrashBin;
  readonly titles: TitleWriter;
  readonly pages: PageImages;
  readonly targets: TargetService;
  readonly operations: OperationLog;
}

export class ZoneService {
  constructor(private readonly parts: ZoneServiceParts) {}

  /**
   * Cuts a zone out of a page: from then on scans find the zone and no longer the page as a whole. A zone with too
   * little detail is kept and says so.
   *
   * @throws LoupeError NOT_FOUND, BAD_USER_INPUT, INSUFFICIENT_CREDIT
   */
  async create(viewer: Viewer, input: ZoneInput): Promise<ZoneView> {
    const rect = requireRect(input);
    requireOthers(input);
    const { database, guarded } = this.parts;
    const page = await guarded.requireOfType(
      database.reader(),
      viewer,
      'content:write',
      input.imageId,
      'Image',
    );
    const id = newId();
    await this.withPicture(page.id, rect, (picture) => this.createPrepared(viewer, id, input, picture));
    return this.get(viewer, id);
  }

  /**
   * As `create`, with a picture that `prepare` has cut: for callers whose transaction holds more than this zone.
   *
   * @param id of the zone, which nothing may have yet
   * @throws LoupeError as `create`, CONFLICT when something has the id
   */
  async createPrepared(
    viewer: Viewer,
    id: string,
    input: ZoneInput,
    picture: PreparedPicture,
  ): Promise<void> {
    const rect = requireRect(input);
    const { database, guarded, nodes, titles } = this.parts;
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const image = await guarded.requireOfType(em, viewer, 'content:write', input.imageId, 'Image');
      if ((await em.count(Node, { id })) > 0) {
        throw new LoupeError('CONFLICT', `The id ${id} is taken. Add the zone again without an id.`);
      }
      await noteZones(em, [id]);
      const order = await nextOrder(em, image.id);
      const timeWindow = (await storedTimeWindow(em, image.organizationId, input.timeWindow)) ?? null;
      const name = input.name ?? `Zone ${order}`;
      const node = await nodes.insert(em, { id, type: 'Zone', parentId: image.id, name, order });
      em.create(Zone, {
        id,
        status: 'Active',
        ...columnsOfZone(zoneObject.parse({ ...input, ...rect, name, timeWindow })),
      });
      await em.flush();
      await titles.createForElement(em, node);
      await em.nativeUpdate(Image, { id: image.id }, { status: 'Inactive' });
      await this.setPicture(transaction, node, picture);
      await this.finish(transaction, viewer, 'zone:create', node, image);
    });
  }

  /** Cuts the picture of a zone ahead of a transaction, for `createPrepared` and `patchPrepared`. @throws LoupeError NOT_FOUND */
  async prepare(imageId: string, rect: ZoneRect): Promise<PreparedPicture> {
    return this.parts.pages.prepareZone(imageId, {
      xPercent: rect.positionXPercent,
      yPercent: rect.positionYPercent,
      widthPercent: rect.widthPercent,
      heightPercent: rect.heightPercent,
    });
  }

  /** Removes a picture that nothing came of. */
  async drop(picture: PreparedPicture): Promise<void> {
    await this.parts.pages.drop(picture);
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<ZoneView> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', id, 'Zone');
    const [view] = await readZones(em, [node]);
    if (view === undefined) throw new LoupeError('NOT_FOUND', `Zone ${node.id} was not found.`);
    return view;
  }

  /** Zones of a page, in their order. @throws LoupeError NOT_FOUND */
  async list(viewer: Viewer, imageId: string): Promise<readonly ZoneView[]> {
    const em = this.parts.database.reader();
    const image = await this.parts.guarded.requireOfType(em, viewer, 'content:read', imageId, 'Image');
    return listZones(em, [image.id]);
  }

  /**
   * Sets geometry, name, automatic trigger and window; a name or a window that is not given stays: clients of old do not know windows.
   *
   * @throws LoupeError as `create`
   */
  async replace(
    viewer: Viewer,
    id: string,
    input: ZoneReplacement,
    precondition?: Precondition,
  ): Promise<ZoneView> {
    const { timeWindow } = input;
    const columns = columnsOfZone(zoneObject.parse({ name: '', ...input, timeWindow: null }));
    return this.patch(viewer, id, { ...input, ...columns, timeWindow }, precondition);
  }

  /** Changes what is given. New geometry is in force for every scan that starts after this. @throws LoupeError as `create` */
  async patch(viewer: Viewer, id: string, patch: ZonePatch, precondition?: Precondition): Promise<ZoneView> {
    requireOthers(patch);
    const { database, guarded } = this.parts;
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Zone');
    const before = await em.findOneOrFail(Zone, { id: node.id });
    const rect = requireRect({ ...before, ...givenOf(rectMembers, patch) });
    const write = (picture: PreparedPicture | null) =>
      this.patchPrepared(viewer, node.id, patch, picture, precondition);
    if (isSameRect(before, rect)) await write(null);
    else await this.withPicture(node.parentId ?? '', rect, write);
    return this.get(viewer, node.id);
  }

  /**
   * As `patch`, with a picture that `prepare` has cut.
   *
   * @param picture of the new geometry; null when the geometry stays
   */
  async patchPrepared(
    viewer: Viewer,
    id: string,
    patch: ZonePatch,
    picture: PreparedPicture | null,
    precondition?: Precondition,
  ): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.parts.guarded.requireOfType(em, viewer, 'content:write', id, 'Zone');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      await noteZones(em, [node.id]);
      const zone = await em.findOneOrFail(Zone, { id: node.id });
      if (patch.name !== undefined) node.name = patch.name;
      const timeWindow = await storedTimeWindow(em, node.organizationId, patch.timeWindow);
      em.assign(zone, givenOf<ZoneColumns>(othersOfZone, { ...patch, timeWindow }));
      if (picture !== null) em.assign(zone, requireRect({ ...zone, ...givenOf(rectMembers, patch) }));
      await em.flush();
      if (patch.actionStyle !== undefined) await setDefaultStyle(em, id, 'ActionStyle', patch.actionStyle);
      if (patch.titleStyle !== undefined) await setDefaultStyle(em, id, 'TitleStyle', patch.titleStyle);
      if (picture !== null) await this.setPicture(transaction, node, picture);
      if (patch.order !== undefined) await reorder(em, node, patch.order);
      const image = await em.findOneOrFail(Node, { id: node.parentId ?? '' });
      await this.finish(transaction, viewer, 'zone:write', node, image);
    });
  }

  /**
   * Throws a zone away. With the last one the page as a whole becomes a target again.
   *
   * @throws LoupeError NOT_FOUND, INSUFFICIENT_CREDIT
   */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    const { database, guarded, trash, nodes, operations } = this.parts;
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Zone');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const image = await em.findOneOrFail(Node, { id: node.parentId ?? '' });
      await noteZones(em, [node.id]);
      operations.write(em, viewer, 'zone:delete', node);
      nodes.touchContent(image);
      await trash.putZone(transaction, viewer, node);
    });
  }

  /** Prepares the zone's picture before the transaction, and removes it when nothing comes of it. */
  private async withPicture(
    imageId: string,
    rect: ZoneRect,
    work: (picture: PreparedPicture) => Promise<void>,
  ): Promise<void> {
    const picture = await this.prepare(imageId, rect);
    try {
      await work(picture);
    } catch (error) {
      await this.drop(picture);
      throw error;
    }
  }

  private async setPicture(transaction: Transaction, node: Node, picture: PreparedPicture): Promise<void> {
    const { pages, targets } = this.parts;
    const image = await transaction.em.findOneOrFail(Node, { id: node.parentId ?? '' });
    const owner = {
      ownerId: node.id,
      documentId: image.parentId ?? null,
      organizationId: node.organizationId,
    };
    await pages.attach(transaction, picture, owner);
    await transaction.em.nativeUpdate(Zone, { id: node.id }, toGradedRow(picture.recognizability));
    await targets.put(transaction, node.organizationId, node.id, picture.signature);
  }

  private async finish(
    transaction: Transaction,
    viewer: Viewer,
    operation: string,
    zone: Node,
    image: Node,
  ): Promise<void> {
    this.parts.nodes.touch(zone);
    this.parts.nodes.touchContent(image);
    this.parts.operations.write(transaction.em, viewer, operation, zone);
    await this.parts.targets.refresh(transaction, image.parentId ?? '');
  }
}

/** Members that need no new picture. */
const othersOfZone = zoneColumns.filter((name) => !rectMembers.some((member) => member === name));
