/** The file of a document before the present one: kept for as long as the trash, so that a replacement can be taken back. */
import { MS_PER_DAY, type Clock } from '../kernel/clock.js';
import type { Viewer } from '../access/viewer.js';
import { nameOf } from '../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { requireUnchanged } from '../db/entities.js';
import { LoupeError } from '../kernel/errors.js';
import { Document } from './document.entity.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { TrashEntry } from '../tree/node.entity.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { StoredFile } from '../media/blobs/stored-file.entity.js';
import { type Precondition, nodeStateOf } from '../kernel/precondition.js';
import type { DocumentReader } from './document-reader.js';
import type { FileReplacement } from './file-replacement.js';
import type { PageAllowance } from './pages/page-allowance.js';
import type { PageSources } from './pages/page-source.js';
import { requireSettled } from './settled.js';
import type { TrashRestorer } from './trash/trash-restorer.js';

export interface EarlierFileView {
  readonly id: string;
  readonly originalName: string | null;
  readonly sizeBytes: number;
  /** When another file replaced it. */
  readonly dateReplaced: Date;
  /** When it is removed for good. */
  readonly datePurged: Date;
}

interface WayBackOptions {
  readonly precondition?: Precondition | undefined;
  readonly waitForImages?: boolean;
}

export interface EarlierFileServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly reader: DocumentReader;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly allowance: PageAllowance;
  readonly restorer: TrashRestorer;
  readonly replacements: FileReplacement;
  readonly jobs: JobRunner;
  /** How long it is kept. */
  readonly days: number;
}

export class EarlierFileService {
  constructor(private readonly parts: EarlierFileServiceParts) {}

  /** null where the document has had one file only, or the earlier one is no longer kept. @throws LoupeError NOT_FOUND */
  async of(viewer: Viewer, documentId: string): Promise<EarlierFileView | null> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const document = await em.findOneOrFail(Document, { id });
    const file = await this.fileOf(em, id);
    if (file === null || document.dateReplaced == null) return null;
    const { dateReplaced } = document;
    return {
      id: file.id,
      originalName: file.originalName ?? null,
      sizeBytes: file.sizeBytes,
      dateReplaced,
      datePurged: new Date(dateReplaced.getTime() + this.parts.days * MS_PER_DAY),
    };
  }

  /**
   * Puts the earlier file back in its place; the present one becomes the earlier one. Its pages go on with their titles, actions
   * and zones, and those that the replacement threw away come back from the trash. Pages that only the present file has go
   * to the trash.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT without an earlier file, while pages are being made, or when the document
   *   was changed meanwhile; INSUFFICIENT_CREDIT, OVERLOADED, RATE_LIMITED (pages of the day)
   */
  async goBack(
    viewer: Viewer,
    documentId: string,
    { precondition, waitForImages = false }: WayBackOptions = {},
  ): Promise<void> {
    const { database, guarded, files, sources, allowance, reader, jobs } = this.parts;
    const em = database.reader();
    const found = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    await allowance.require(found.organizationId);
    const kept = requireFile(await this.fileOf(em, found.id));
    const source = await sources.openInTurn(found.organizationId, await files.read(kept), kept.sha256);
    source.close();
    const jobId = await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', found.id, 'Document');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const document = await requireSettled(em, node.id);
      const earlier = requireFile(await this.fileOf(em, node.id));
      if (earlier.id !== kept.id)
        throw new LoupeError('CONFLICT', 'The file was replaced meanwhile. Try again.');
      const wanted = document.earlierPages ?? [];
      await this.bringBack(transaction, viewer, node.id, wanted);
      const before = (await reader.pageNodes(em, node.id)).map((page) => page.id);
      await files.changeKind(transaction, await files.ownedBy(em, [node.id], ['Original']), 'Earlier');
      await files.changeKind(transaction, [earlier], 'Original');
      // Pages that were thrown away by hand before are in none of the lists; then pages are compared by their content.
      const pages = wanted.length === source.pageCount ? { pages: wanted.map(presentIn(before)) } : {};
      return this.parts.replacements.begin(transaction, viewer, node, document, {
        contentType: earlier.contentType,
        pageCount: source.pageCount,
        plan: { ...pages, before, user: nameOf(viewer) },
      });
    });
    if (waitForImages) await jobs.waitFor(jobId);
  }

  /** Removes what has been kept for long enough. @returns how many files */
  async purgeOld(): Promise<number> {
    const { database, clock, days, files } = this.parts;
    const before = new Date(clock.now().getTime() - days * MS_PER_DAY);
    const where = { dateReplaced: { $lt: before } };
    const old = await database.reader().find(Document, where, { fields: ['id'] });
    for (const { id } of old) {
      await database.transaction(async (transaction) => {
        const document = await transaction.em.findOne(Document, { id, ...where });
        if (document === null) return;
        await files.removeOwnedBy(transaction, [id], ['Earlier']);
        Object.assign(document, { earlierPages: null, dateReplaced: null });
      });
    }
    return old.length;
  }

  private async bringBack(
    transaction: Transaction,
    viewer: Viewer,
    documentId: string,
    pageIds: readonly string[],
  ): Promise<void> {
    const { em } = transaction;
    const where = { id: { $in: [...pageIds] }, parentId: documentId, type: 'Image' } as const;
    const entries = await em.find(TrashEntry, where, { orderBy: { order: 'asc' } });
    for (const entry of entries) {
      em.remove(entry);
      await this.parts.restorer.restore(transaction, viewer, entry, {});
    }
  }

  private async fileOf(em: EntityManager, documentId: string): Promise<StoredFile | null> {
    const files = await this.parts.files.ownedBy(em, [documentId], ['Earlier']);
    return files.at(-1) ?? null;
  }
}

/** A page that was removed for good is made again. */
function presentIn(ids: readonly string[]): (id: string) => string | null {
  const present = new Set(ids);
  return (id) => (present.has(id) ? id : null);
}

function requireFile(file: StoredFile | null): StoredFile {
  if (file !== null) return file;
  throw new LoupeError('CONFLICT', 'There is no earlier file of this document, or it is no longer kept.');
}
