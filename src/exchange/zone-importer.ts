/** Brings the zones of a page to what an import says: zones of the same geometry stay, others are cut or go. */
import { toGradedRow } from '../engine/references/recognizability.js';
import type { TitleWriter } from '../content/titles/title-writer.js';
import type { Database, Transaction } from '../db/database.js';
import { LoupeError } from '../kernel/errors.js';
import { Image } from '../documents/pages/image.entity.js';
import { noteZones } from '../documents/history/transaction-notes.js';
import type { NodeRemoval } from '../tree/node-removal.js';
import { Node } from '../tree/node.entity.js';
import type { NodeStore } from '../tree/node.store.js';
import { Zone } from '../documents/zones/zone.entity.js';
import { newId } from '../kernel/ids.js';
import type { PageImages, PreparedPicture } from '../documents/pages/page-images.js';
import type { TargetService } from '../documents/targets/target.service.js';
import { type ZoneMembers } from '../documents/zones/zone.members.js';
import { columnsOfZone } from '../documents/zones/zone.wire.js';
import { isSameRect, type ZoneRect } from '../documents/zones/zone.rules.js';
import type { CheckedImage } from './import-rules.js';

type ZoneSource =
  | { readonly kind: 'kept'; readonly zoneId: string }
  | { readonly kind: 'cut'; readonly picture: PreparedPicture };

interface PlannedZone {
  /** null leaves the name as it is, or numbers a new zone. */
  readonly name: string | null;
  readonly members: ZoneMembers;
  /** The zone that stays, or the picture of a new one. */
  readonly source: ZoneSource;
}

export interface ZonePlan {
  readonly imageId: string;
  /** Zones that the page had when the plan was made. */
  readonly before: readonly string[];
  readonly zones: readonly PlannedZone[];
}

export interface ZoneImporterParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly removal: NodeRemoval;
  readonly titles: TitleWriter;
  readonly pages: PageImages;
  readonly targets: TargetService;
}

export class ZoneImporter {
  constructor(private readonly parts: ZoneImporterParts) {}

  /** Prepares the pictures of new zones, before the transaction; `drop` the plan when nothing comes of it. */
  async plan(imageId: string, image: CheckedImage): Promise<ZonePlan> {
    const em = this.parts.database.reader();
    const nodes = await em.find(Node, { parentId: imageId, type: 'Zone' }, { orderBy: { order: 'asc' } });
    const before = nodes.map(({ id }) => id);
    const free = await em.find(Zone, { id: { $in: before } });
    const zones: PlannedZone[] = [];
    try {
      for (const { name, members } of image.zones) {
        const same = free.findIndex((zone) => isSameRect(zone, members));
        const [kept] = same < 0 ? [] : free.splice(same, 1);
        const source: ZoneSource =
          kept === undefined
            ? { kind: 'cut', picture: await this.cut(imageId, members) }
            : { kind: 'kept', zoneId: kept.id };
        zones.push({ name, members, source });
      }
    } catch (error) {
      await this.drop({ imageId, before, zones });
      throw error;
    }
    return { imageId, before, zones };
  }

  /** Removes the pictures of a plan that was not carried out. */
  async drop({ zones }: ZonePlan): Promise<void> {
    for (const { source } of zones) if (source.kind === 'cut') await this.parts.pages.drop(source.picture);
  }

  /** @throws LoupeError CONFLICT when the zones of the page changed since the plan was made */
  async write(transaction: Transaction, document: Node, plan: ZonePlan): Promise<readonly Node[]> {
    const { em } = transaction;
    const { imageId, zones } = plan;
    const current = await em.find(Node, { parentId: imageId, type: 'Zone' }, { orderBy: { order: 'asc' } });
    if (current.map(({ id }) => id).join() !== plan.before.join()) throw changedMeanwhile();
    await noteZones(
      em,
      current.map(({ id }) => id),
    );
    const kept = new Set(zones.flatMap(({ source }) => (source.kind === 'kept' ? [source.zoneId] : [])));
    for (const node of current) {
      if (!kept.has(node.id)) await this.parts.removal.remove(transaction, node, { deleteChildren: true });
    }
    const written: Node[] = [];
    for (const [at, zone] of zones.entries()) {
      written.push(await this.writeZone(transaction, document, imageId, zone, at + 1));
    }
    if (zones.length > 0) await em.nativeUpdate(Image, { id: imageId }, { status: 'Inactive' });
    else if (current.length > 0) await em.nativeUpdate(Image, { id: imageId }, { status: 'Active' });
    return written;
  }

  private async writeZone(
    transaction: Transaction,
    document: Node,
    imageId: string,
    { name, members, source }: PlannedZone,
    order: number,
  ): Promise<Node> {
    const { em } = transaction;
    const { nodes, titles, pages, targets } = this.parts;
    if (source.kind === 'kept') {
      const node = await em.findOneOrFail(Node, { id: source.zoneId });
      em.assign(node, { order, ...(name === null ? {} : { name }) });
      await em.flush();
      await em.nativeUpdate(Zone, { id: node.id }, columnsOfZone(members));
      return node;
    }
    const id = newId();
    await noteZones(em, [id]);
    const node = await nodes.insert(em, {
      id,
      type: 'Zone',
      parentId: imageId,
      name: name ?? `Zone ${order}`,
      order,
    });
    const graded = toGradedRow(source.picture.recognizability);
    em.create(Zone, { id, status: 'Active', ...columnsOfZone(members), ...graded });
    await em.flush();
    await titles.createForElement(em, node);
    const { organizationId } = document;
    await pages.attach(transaction, source.picture, { ownerId: id, documentId: document.id, organizationId });
    await targets.put(transaction, organizationId, id, source.picture.signature);
    return node;
  }

  private cut(imageId: string, rect: ZoneRect): Promise<PreparedPicture> {
    return this.parts.pages.prepareZone(imageId, {
      xPercent: rect.positionXPercent,
      yPercent: rect.positionYPercent,
      widthPercent: rect.widthPercent,
      heightPercent: rect.heightPercent,
    });
  }
}

export function changedMeanwhile(): LoupeError {
  return new LoupeError('CONFLICT', 'The document was changed while it was imported. Import it again.');
}
