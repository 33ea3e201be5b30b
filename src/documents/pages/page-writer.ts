/** Writes pages with their pictures inside somebody else's transaction: new ones, and ones that get another picture. */
import { toGradedRow } from '../../engine/references/recognizability.js';
import type { TitleWriter } from '../../content/titles/title-writer.js';
import type { Database, Transaction } from '../../db/database.js';
import type { ActivityStatus } from '../document.entity.js';
import { Image } from './image.entity.js';
import { Node } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import { PageText } from '../page-texts/page-text.entity.js';
import { Zone } from '../zones/zone.entity.js';
import { newId } from '../../kernel/ids.js';
import type { RectPercent } from '../../media/pictures/image-decoder.js';
import type { PageImages, PreparedPicture } from './page-images.js';
import type { TargetService } from '../targets/target.service.js';
import type { CreditLedger } from '../../credits/credit-ledger.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';

/** A zone as it is cut out of another picture. */
export interface PreparedZone {
  readonly zoneId: string;
  readonly rect: RectPercent;
  readonly picture: PreparedPicture;
}

export interface PageWriterParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly titles: TitleWriter;
  readonly pages: PageImages;
  readonly targets: TargetService;
}

export class PageWriter {
  constructor(private readonly parts: PageWriterParts) {}

  /** Cuts the zones of a page out of another picture. Do it before the transaction. */
  async prepareZones(pageId: string, bytes: Buffer): Promise<readonly PreparedZone[]> {
    const em = this.parts.database.reader();
    const nodes = await em.find(Node, { parentId: pageId, type: 'Zone' });
    const prepared: PreparedZone[] = [];
    for (const zone of await em.find(Zone, { id: { $in: nodes.map(({ id }) => id) } })) {
      const rect = rectOf(zone);
      prepared.push({ zoneId: zone.id, rect, picture: await this.parts.pages.prepareZoneOf(bytes, rect) });
    }
    return prepared;
  }

  /** Adds a page, with a title in every language of its document. */
  async add(
    transaction: Transaction,
    document: Node,
    order: number,
    picture: PreparedPicture,
    status: ActivityStatus = 'Active',
  ): Promise<Node> {
    const { em } = transaction;
    const id = newId();
    const node = await this.parts.nodes.insert(em, {
      id,
      type: 'Image',
      parentId: document.id,
      name: nameAt(order),
      order,
    });
    em.create(Image, { id, status, ...factsOf(picture), autoTrigger: null, firstActivatedAt: null });
    await this.parts.titles.createForElement(em, node);
    await this.setPicture(transaction, document, id, picture);
    return node;
  }

  /** Gives a page another picture; titles, actions and zones stay. The words of its former file are found no more. */
  async change(
    transaction: Transaction,
    document: Node,
    page: Node,
    picture: PreparedPicture,
  ): Promise<void> {
    await transaction.em.nativeUpdate(Image, { id: page.id }, factsOf(picture));
    await transaction.em.nativeDelete(PageText, { nodeId: page.id });
    this.parts.nodes.touch(page);
    await this.setPicture(transaction, document, page.id, picture);
  }

  /** Puts a page at a place. A name that was made from the place follows it. */
  place(page: Node, order: number): void {
    if (page.name === nameAt(page.order)) page.name = nameAt(order);
    page.order = order;
  }

  async changeZones(transaction: Transaction, document: Node, zones: readonly PreparedZone[]): Promise<void> {
    for (const { zoneId, picture } of zones) {
      await transaction.em.nativeUpdate(Zone, { id: zoneId }, toGradedRow(picture.recognizability));
      await this.setPicture(transaction, document, zoneId, picture);
    }
  }

  private async setPicture(
    transaction: Transaction,
    document: Node,
    ownerId: string,
    picture: PreparedPicture,
  ): Promise<void> {
    const { organizationId, id: documentId } = document;
    await this.parts.pages.attach(transaction, picture, { ownerId, documentId, organizationId });
    await this.parts.targets.put(transaction, organizationId, ownerId, picture.signature);
  }
}

const nameAt = (order: number) => `Page ${order}`;

function factsOf({ widthPx, heightPx, recognizability, warnings }: PreparedPicture) {
  return { widthPx, heightPx, warnings, ...toGradedRow(recognizability) };
}

export function rectOf(zone: Zone): RectPercent {
  const { positionXPercent: xPercent, positionYPercent: yPercent, widthPercent, heightPercent } = zone;
  return { xPercent, yPercent, widthPercent, heightPercent };
}

/** Active pages that are removed count as deactivated. */
export class PageRemoval implements RemovalFollower {
  constructor(private readonly credits: Pick<CreditLedger, 'countDeactivation'>) {}

  async beforeRemoval({ em }: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const removedIds = new Set(nodes.map(({ id }) => id));
    const pages = nodes.filter((node) => node.type === 'Image' && !removedIds.has(node.organizationId));
    const active = new Map<string, number>();
    await eachPart(pages, async (part) => {
      const ids = part.map(({ id }) => id);
      const rows = await readRows<{ readonly organizationId: string; readonly count: number | string }>(
        em,
        `select n.organization_id as "organizationId", count(*) as count
           from image i join node n on n.id = i.id
          where i.is_counted_active and i.id in (${marks(ids)}) group by n.organization_id`,
        ids,
      );
      for (const { organizationId, count } of rows) {
        active.set(organizationId, (active.get(organizationId) ?? 0) + Number(count));
      }
    });
    for (const [organizationId, count] of active) {
      await this.credits.countDeactivation(em, organizationId, count);
    }
  }
}
