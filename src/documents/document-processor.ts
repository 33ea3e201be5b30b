/**
 * Makes the pages of a document out of its file, page by page, each in a transaction of its own: an interrupted job
 * goes on with the next page, and a page is there whole or not at all.
 */
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { type DrawingWarning, mergeWarnings } from '../kernel/drawing-warning.js';
import { LoupeError } from '../kernel/errors.js';
import { Document, type PageReplacement } from './document.entity.js';
import { Image } from './pages/image.entity.js';
import { Node } from '../tree/node.entity.js';
import { type JobHandler, PostponedError, type RunningJob } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { DocumentCover } from './document-cover.js';
import type { DocumentWatch } from './document-watch.js';
import type { PageAllowance } from './pages/page-allowance.js';
import type { PageImages, PreparedPicture } from './pages/page-images.js';
import type { PageSource, PageSources } from './pages/page-source.js';
import type { PageMatcher } from './pages/page-matcher.js';
import type { PageWriter } from './pages/page-writer.js';
import type { TargetService } from './targets/target.service.js';
import type { TrashBin } from './trash/trash-bin.js';

export const PROCESS_DOCUMENT = 'document.process';

export interface DocumentProcessorParts {
  readonly database: Database;
  readonly trash: TrashBin;
  readonly matcher: PageMatcher;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly pages: PageImages;
  readonly writer: PageWriter;
  readonly cover: DocumentCover;
  readonly targets: TargetService;
  readonly watch: DocumentWatch;
  readonly allowance: PageAllowance;
  /** Asks for what the file proposes, once the document is ready; null where nothing is proposed. */
  readonly proposals: ((transaction: Transaction, document: Node, pages: number) => void) | null;
}

export class DocumentProcessor implements JobHandler {
  constructor(private readonly parts: DocumentProcessorParts) {}

  async run(job: RunningJob): Promise<void> {
    const documentId = job.subjectId ?? '';
    const em = this.parts.database.reader();
    const [original] = await this.parts.files.ownedBy(em, [documentId], ['Original']);
    if (original === undefined) return; // Deleted meanwhile.
    const source = await this.parts.sources.open(
      await this.parts.files.read(original),
      original.sha256,
      job.signal,
    );
    try {
      let pagesDone = await this.begin(documentId, source.pageCount);
      this.parts.watch.changed(documentId);
      const replacement = await this.compare(documentId, source, job.signal);
      while (pagesDone !== null && pagesDone < source.pageCount) {
        job.signal.throwIfAborted();
        await this.requireAllowance(documentId);
        pagesDone = await this.makePage(documentId, source, pagesDone, replacement?.pages?.[pagesDone]);
        this.parts.watch.changed(documentId);
        if (pagesDone === null || pagesDone === source.pageCount) break;
        await job.progress(pagesDone / source.pageCount);
        await job.giveWay();
      }
    } finally {
      source.close();
    }
    await this.finish(documentId, source.warnings);
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

  /** @throws PostponedError when the organization's pages of today are used up; the document shows the reason */
  private async requireAllowance(documentId: string): Promise<void> {
    const { database, allowance, watch } = this.parts;
    const node = await database.reader().findOne(Node, { id: documentId });
    if (node === null) return;
    try {
      await allowance.requireOrPostpone(node.organizationId);
    } catch (error) {
      if (error instanceof PostponedError) {
        const told = { processing: 'Pending', failureReason: error.why } as const;
        await database.transaction(({ em }) => em.nativeUpdate(Document, { id: documentId }, told));
        watch.changed(documentId);
      }
      throw error;
    }
  }

  /** Finds out, once, which page of a replaced file continues which page of the document. */
  private async compare(
    documentId: string,
    source: PageSource,
    signal: AbortSignal,
  ): Promise<PageReplacement | null> {
    const em = this.parts.database.reader();
    const document = await em.findOne(Document, { id: documentId });
    const { replacement = null } = document ?? {};
    if (replacement == null || replacement.pages !== undefined) return replacement ?? null;
    const { organizationId } = await em.findOneOrFail(Node, { id: documentId });
    const { before } = replacement;
    const matched = await this.parts.matcher.match(em, organizationId, before, source, signal);
    const pages = matched.pages.map(({ from }) => (from === null ? null : (before[from] ?? null)));
    const compared = { ...replacement, pages };
    await this.parts.database.transaction(({ em }) =>
      em.nativeUpdate(Document, { id: documentId }, { replacement: compared }),
    );
    return compared;
  }

  /**
   * @param continued id of the page that this one continues, null for a new one; undefined where no file is replaced
   * @returns pages that are done now; null when the document is gone
   */
  private async makePage(
    documentId: string,
    source: PageSource,
    index: number,
    continued: string | null | undefined,
  ): Promise<number | null> {
    const { database, pages, files } = this.parts;
    const page = await source.page(index);
    const { picture, jpeg } = await pages.preparePage(page);
    const cover = index === 0 ? await this.parts.cover.prepare(jpeg) : null;
    const zones = continued == null ? [] : await this.parts.writer.prepareZones(continued, page.bytes);
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
      await this.writePage(transaction, node, index + 1, picture, continued);
      await this.parts.writer.changeZones(transaction, node, zones);
      if (cover !== null) await this.parts.cover.attach(transaction, cover, node);
      await this.parts.allowance.count(em, node.organizationId);
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
    continued: string | null | undefined,
  ): Promise<void> {
    const { writer } = this.parts;
    // A file that was being replaced before pages were compared goes on by the order of its pages.
    const where = continued === undefined ? { order } : { id: continued ?? '' };
    const place = { ...where, parentId: document.id, type: 'Image' } as const;
    const existing = continued === null ? null : await transaction.em.findOne(Node, place);
    if (existing === null) {
      await writer.add(transaction, document, order, picture);
    } else {
      writer.place(existing, order);
      await writer.change(transaction, document, existing, picture);
    }
  }

  /** Throws pages away that the file no longer has, and makes the rest findable where the credits suffice. */
  private async finish(documentId: string, ofFile: readonly DrawingWarning[]): Promise<void> {
    try {
      await this.makeReady(documentId, ofFile, null);
    } catch (error) {
      if (!(error instanceof LoupeError) || error.code !== 'INSUFFICIENT_CREDIT') throw error;
      await this.makeReady(documentId, ofFile, error);
    }
  }

  /** @param refusal why the pages may not be recognized; they are ready then and inactive */
  private async makeReady(
    documentId: string,
    ofFile: readonly DrawingWarning[],
    refusal: LoupeError | null,
  ): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const document = await em.findOne(Document, { id: documentId });
      if (document === null) return;
      const { replacement } = document;
      if (replacement != null) {
        const kept = new Set(replacement.pages);
        const gone = replacement.before.filter((id) => !kept.has(id));
        const pages = await em.find(Node, { id: { $in: gone }, parentId: documentId });
        await this.parts.trash.putGone(transaction, replacement.user, pages);
      }
      em.assign(document, {
        processing: 'Ready',
        replacement: null,
        warnings: mergeWarnings([...ofFile, ...(await warningsOfPages(em, documentId))]),
        failureReason: refusal?.message ?? null,
        ...(refusal === null ? {} : { status: 'Inactive' }),
      });
      await this.parts.targets.refresh(transaction, documentId);
      const node = await em.findOneOrFail(Node, { id: documentId });
      this.parts.proposals?.(transaction, node, document.pagesDone);
    });
  }
}

async function warningsOfPages(em: EntityManager, documentId: string): Promise<readonly DrawingWarning[]> {
  const nodes = await em.find(Node, { parentId: documentId, type: 'Image' });
  const images = await em.find(Image, { id: { $in: nodes.map(({ id }) => id) } });
  return images.flatMap(({ warnings }) => warnings ?? []);
}
