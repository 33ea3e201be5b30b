/**
 * Reads what the file of a document says and proposes it: links, addresses, numbers, codes, titles and areas. Runs after the document is
 * ready, a few pages a job, and between scans, so that it delays nobody.
 */
import { setTimeout } from 'node:timers/promises';
import type { UsageLimits } from '../../access/usage-limits.js';
import { DocumentLanguage } from '../../content/languages/document-language.entity.js';
import { regionOfTag } from '../../content/languages/language-tags.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import type { JobHandler, JobRunner, RunningJob } from '../../jobs/job-runner.js';
import type { Clock } from '../../kernel/clock.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { Organization } from '../../organizations/organization.entity.js';
import { Node } from '../../tree/node.entity.js';
import { Document } from '../document.entity.js';
import type { DocumentWatch } from '../document-watch.js';
import type { PageSources } from '../pages/page-source.js';
import type { FindingContext, PageFindings } from './page-findings.js';
import { type PageReaders, readPage, withLanguages } from './page-reading.js';
import type { OfferedLanguages } from './proposal-edits.js';
import { ProposalWriting } from './proposal-writing.js';

export const PROPOSE_FROM_FILE = 'document.propose';

const PAGES_A_JOB = 8;
/** A reader who scans looks again within this time. */
const QUIET_MS = 400;
/** A job does not wait longer than this for scans to end. */
const MOST_WAIT_MS = 3000;

export interface ProposalReadingParts extends PageReaders {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobRunner;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly watch: Pick<DocumentWatch, 'changed'>;
  readonly usage: Pick<UsageLimits, 'sinceLastScanMs'>;
}

export class ProposalReading implements JobHandler {
  private readonly writing: ProposalWriting;

  constructor(private readonly parts: ProposalReadingParts) {
    this.writing = new ProposalWriting(parts);
  }

  async run(job: RunningJob): Promise<void> {
    const { database, files, sources, watch } = this.parts;
    const documentId = job.subjectId ?? '';
    const em = database.reader();
    const [original] = await files.ownedBy(em, [documentId], ['Original']);
    const document = await em.findOne(Document, { id: documentId });
    // Deleted, or replaced again: what is ready then is read by a job of its own.
    if (original === undefined || document?.processing !== 'Ready') return;
    if ((job.payload['sha256'] ?? original.sha256) !== original.sha256) return;
    const from = Number(job.payload['from'] ?? 0);
    const source = await sources.open(await files.read(original), original.sha256, job.signal);
    try {
      const to = Math.min(source.pageCount, from + PAGES_A_JOB);
      const context = await this.contextOf(em, document);
      const languages = await languagesOf(em, document);
      const pages: PageFindings[] = [];
      const latest = performance.now() + MOST_WAIT_MS;
      for (let index = from; index < to; index += 1) {
        await this.betweenScans(latest, job.signal);
        pages.push(await readPage(this.parts, source, index, context, languages.offered));
      }
      for (const [at, page] of (await withLanguages(pages, languages)).entries())
        await this.writing.writePage(documentId, languages, from + at + 1, page);
      if (to < source.pageCount) await this.goOn(documentId, { sha256: original.sha256, from: to });
      else await this.writing.mergeRepeated(documentId, source.pageCount);
    } finally {
      source.close();
    }
    watch.changed(documentId);
  }

  /** Drawing and reading take the processors that a scan needs: the first photo of a new page is not to wait for them. */
  private async betweenScans(latest: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (;;) {
      const leftMs = Math.min(QUIET_MS - this.parts.usage.sinceLastScanMs(), latest - performance.now());
      if (leftMs <= 0) return;
      await setTimeout(leftMs, undefined, { signal });
    }
  }

  private async goOn(documentId: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const node = await transaction.em.findOneOrFail(Node, { id: documentId });
      proposeLater(this.parts.jobs, transaction, node, PAGES_A_JOB, payload);
    });
  }

  private async contextOf(em: EntityManager, { id, defaultLanguage }: Document): Promise<FindingContext> {
    const { organizationId } = await em.findOneOrFail(Node, { id });
    const { timeZone } = await em.findOneOrFail(Organization, { id: organizationId });
    return { country: regionOfTag(defaultLanguage), now: this.parts.clock.now(), timeZone };
  }
}

async function languagesOf(em: EntityManager, { id, defaultLanguage }: Document): Promise<OfferedLanguages> {
  const rows = await em.find(DocumentLanguage, { documentId: id });
  return { standard: defaultLanguage, offered: rows.map(({ languageCode }) => languageCode) };
}

/** Asks for the next pages of a document to be read: the first ones, unless `payload` says where to go on. */
export function proposeLater(
  jobs: Pick<JobRunner, 'enqueue'>,
  transaction: Transaction,
  { id: subjectId, organizationId }: Node,
  pages: number,
  payload: Readonly<Record<string, unknown>> = {},
): void {
  const work = { size: Math.min(pages, PAGES_A_JOB) };
  jobs.enqueue(transaction, { type: PROPOSE_FROM_FILE, organizationId, subjectId, payload, work });
}
