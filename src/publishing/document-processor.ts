/**
 * Makes the pages of a document out of its file, page by page, each in a transaction of its own: an interrupted job
 * goes on with the next page, and a page is there whole or not at all.
 */
import { toGradedRow } from '../applications/recognizability.js';
import type { TitleWriter } from '../content/title-writer.js';
import type { Database, Transaction } from '../db/database.js';
import { LoupeError } from '../errors.js';
import { Document } from '../hierarchy/document.entity.js';
import { Image } from '../hierarchy/image.entity.js';
import type { NodeRemoval } from '../hierarchy/node-removal.js';
import { Node } from '../hierarchy/node.entity.js';
import type { NodeStore } from '../hierarchy/node.store.js';
import { Zone } from '../hierarchy/zone.entity.js';
import { newId } from '../ids.js';
import type { JobHandler, RunningJob } from '../jobs/job-runner.js';
import type { FileStore } from '../media/file-store.js';
import type { DocumentCover } from './document-cover.js';
import type { DocumentWatch } from './document-watch.js';
import type { PageImages, PreparedPicture } from './page-images.js';
import type { PageSource, PageSources } from './page-source.js';
import type { TargetService } from './target.service.js';

export const PROCESS_DOCUMENT = 'document.process';

export interface DocumentProcessorParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly removal: NodeRemoval;
  readonly titles: TitleWriter;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly pages: PageImages;
  readonly cover: DocumentCover;
  readonly targets: TargetService;
  readonly watch: DocumentWatch;
}

interface PreparedZone {
  readonly zoneId: string;
  readonly picture: PreparedPicture;
}

export class DocumentProcessor implements JobHandler {
  constructor(private readonly parts: DocumentProcessorParts) {}

  async run(job: RunningJob): Promise<void> {
    const documentId = job.subjectId ?? '';
    const em = this.parts.database.reader();
    const [original] = await this.parts.files.ownedBy(em, [documentId], ['Original']);
    if (original === undefined) return; // Deleted meanwhile.
    const source = await this.parts.sources.open(await this.parts.files.read(original), original.sha256);
    try {
      let pagesDone = await this.begin(documentId, source.pageCount);
      this.parts.watch.changed(documentId);
      while (pagesDone !== null && pagesDone < source.pageCount) {
        job.signal.throwIfAborted();
        pagesDone = await this.makePage(documentId, source, pagesDone);
        this.parts.watch.changed(documentId);
        if (pagesDone !== null) await job.progress(pagesDone / source.pageCount);
      }
    } finally {
      await source.close();
    }
    await this.finish(documentId);
    this.parts.watch.changed(documentId);
  }

  async giveUp(job: RunningJob, reason: LoupeError): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const document = await em.findOne(Document, { id: job.subjectId ?? '' });
      if (document === null) return;
      em.assign(document, { processing: 'Failed', failureReason: reason.message });
    });
    this.parts.watch.changed(job.subjectId ?? '');
  }

  /** @returns pages that are done already; null when the document is gone */
  private async begin(documentId: string, pagesTotal: number): Promise<number | null> {
    return this.parts.database.transaction(async ({ em }) => {
      const document = await em.findOne(Document, { id: documentId });
      if (document === null) return null;
      em.assign(document, { processing: 'Processing', failureReason: null, pagesTotal });
      return document.pagesDone;
    });
  }

  /** @returns pages that are done now; null when the document is gone */
  private async makePage(documentId: string, source: PageSource, index: number): Promise<number | null> {
    const { database, pages, files } = this.parts;
    const page = await source.page(index);
    const { picture, jpeg } = await pages.preparePage(page);
    const cover = index === 0 ? await this.parts.cover.prepare(jpeg) : null;
    const zones = await this.prepareZones(documentId, index + 1, page.bytes);
    return database.transaction(async (transaction) => {
      const { em, afterCommit } = transaction;
      const document = await em.findOne(Document, { id: documentId });
      const node = await em.findOne(Node, { id: documentId });
      if (document === null || node === null || document.pagesDone !== index) {
        afterCommit(async () => {
          await files.drop(cover === null ? [] : [cover]);
          for (const each of [picture, ...zones.map((zone) => zone.picture)]) await pages.drop(each);
        });
        return document?.pagesDone ?? null;
      }
      await this.writePage(transaction, node, index + 1, picture);
      for (const { zoneId, picture: cut } of zones) {
        await em.nativeUpdate(Zone, { id: zoneId }, toGradedRow(cut.recognizability));
        await this.writePicture(transaction, node, zoneId, cut);
      }
      if (cover !== null) await this.parts.cover.attach(transaction, cover, node);
      document.pagesDone = index + 1;
      return document.pagesDone;
    });
  }

  /** A page that exists already keeps its titles, actions and zones and gets the new picture. */
  private async writePage(
    transaction: Transaction,
    document: Node,
    order: number,
    picture: PreparedPicture,
  ): Promise<void> {
    const { em } = transaction;
    const existing = await em.findOne(Node, { parentId: document.id, type: 'Image', order });
    const id = existing?.id ?? newId();
    const facts = {
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      ...toGradedRow(picture.recognizability),
    };
    if (existing === null) {
      const name = `Page ${order}`;
      const node = await this.parts.nodes.insert(em, {
        id,
        type: 'Image',
        parentId: document.id,
        name,
        order,
      });
      em.create(Image, {
        id,
        status: 'Active',
        ...facts,
        autoTrigger: null,
        firstActivatedAt: null,
      });
      await this.parts.titles.createForElement(em, node);
    } else {
      await em.nativeUpdate(Image, { id }, facts);
      this.parts.nodes.touch(existing);
    }
    await this.writePicture(transaction, document, id, picture);
  }

  private async writePicture(
    transaction: Transaction,
    document: Node,
    ownerId: string,
    picture: PreparedPicture,
  ): Promise<void> {
    const { organizationId, id: documentId } = document;
    await this.parts.pages.attach(transaction, picture, { ownerId, documentId, organizationId });
    await this.parts.targets.put(transaction, organizationId, ownerId, picture.signature);
  }

  /** The zones of a page that is replaced are cut out of the new picture. */
  private async prepareZones(documentId: string, order: number, bytes: Buffer): Promise<PreparedZone[]> {
    const em = this.parts.database.reader();
    const page = await em.findOne(Node, { parentId: documentId, type: 'Image', order });
    if (page === null) return [];
    const nodes = await em.find(Node, { parentId: page.id, type: 'Zone' });
    const prepared: PreparedZone[] = [];
    for (const zone of await em.find(Zone, { id: { $in: nodes.map(({ id }) => id) } })) {
      const { positionXPercent: xPercent, positionYPercent: yPercent, widthPercent, heightPercent } = zone;
      const rect = { xPercent, yPercent, widthPercent, heightPercent };
      prepared.push({ zoneId: zone.id, picture: await this.parts.pages.prepareZoneOf(bytes, rect) });
    }
    return prepared;
  }

  /** Removes pages that the file no longer has, and makes the rest findable where the credits suffice. */
  private async finish(documentId: string): Promise<void> {
    try {
      await this.makeReady(documentId, null);
    } catch (error) {
      if (!(error instanceof LoupeError) || error.code !== 'INSUFFICIENT_CREDIT') throw error;
      await this.makeReady(documentId, error);
    }
  }

  /** @param refusal why the pages may not be recognized; they are ready then and inactive */
  private async makeReady(documentId: string, refusal: LoupeError | null): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const document = await em.findOne(Document, { id: documentId });
      if (document === null) return;
      const surplus = { parentId: documentId, type: 'Image', order: { $gt: document.pagesDone } } as const;
      for (const page of await em.find(Node, surplus)) {
        await this.parts.removal.remove(transaction, page, { deleteChildren: true });
      }
      em.assign(document, {
        processing: 'Ready',
        failureReason: refusal?.message ?? null,
        ...(refusal === null ? {} : { status: 'Inactive' }),
      });
      await this.parts.targets.refresh(transaction, documentId);
    });
  }
}
