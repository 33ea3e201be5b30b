/**
 * Reads what the file of a document says and proposes it: links, addresses, numbers, codes, titles and areas. Runs after the document is
 * ready, a few pages a job, so that it delays nobody.
 */
import { createHash } from 'node:crypto';
import { Action } from '../../content/actions/action.entity.js';
import { regionOfTag } from '../../content/languages/language-tags.js';
import { Title } from '../../content/titles/title.entity.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import type { JobHandler, JobRunner, RunningJob } from '../../jobs/job-runner.js';
import { foldTargets } from '../../kernel/action-targets.js';
import type { Clock } from '../../kernel/clock.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { readCodes } from '../../media/codes/code-reader.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import { Node } from '../../tree/node.entity.js';
import { Document } from '../document.entity.js';
import type { DocumentWatch } from '../document-watch.js';
import { PageText } from '../page-texts/page-text.entity.js';
import { foldedText, type PrintedLine, printedLines } from '../page-texts/page-text.js';
import type { PageSource, PageSources } from '../pages/page-source.js';
import { areaAround } from './page-areas.js';
import { findingsOf, type PageFindings } from './page-findings.js';
import { type Finding, keyOfFinding, type ProposalValue } from './proposal.js';
import { Proposal } from './proposal.entity.js';

export const PROPOSE_FROM_FILE = 'document.propose';

const PAGES_A_JOB = 8;
/** More than a page proposes. */
const PLACES_OF_A_PAGE = 1000;
/** Longer side of a page, in pixels, at which codes of a few millimetres are read. */
const CODE_SIDE_PX = 2400;
/** An action that three pages and half of all propose belongs to the document: it stands in a header or footer. */
const LEAST_REPEATING_PAGES = 3;
const REPEATING_SHARE = 0.5;

export interface ProposalReadingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobRunner;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly decoder: Pick<ImageDecoder, 'colorRaster'>;
  readonly watch: Pick<DocumentWatch, 'changed'>;
}

export class ProposalReading implements JobHandler {
  constructor(private readonly parts: ProposalReadingParts) {}

  async run(job: RunningJob): Promise<void> {
    const { database, files, sources, decoder, watch } = this.parts;
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
      const country = regionOfTag(document.defaultLanguage);
      for (let index = from; index < to; index += 1) {
        job.signal.throwIfAborted();
        await this.writePage(document, index + 1, await readPage(decoder, source, index, country));
      }
      if (to < source.pageCount) await this.goOn(documentId, { sha256: original.sha256, from: to });
      else await this.mergeRepeated(documentId, source.pageCount);
    } finally {
      source.close();
    }
    watch.changed(documentId);
  }

  private async goOn(documentId: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const node = await transaction.em.findOneOrFail(Node, { id: documentId });
      proposeLater(this.parts.jobs, transaction, node, PAGES_A_JOB, payload);
    });
  }

  /** Proposes what is new on a page, takes back what it no longer says, and leaves what was decided. */
  private async writePage(
    { id: documentId, defaultLanguage }: Document,
    order: number,
    { findings, areas, lines }: PageFindings,
  ): Promise<void> {
    const now = this.parts.clock.now();
    await this.parts.database.transaction(async ({ em }) => {
      const page = await em.findOne(Node, { parentId: documentId, type: 'Image', order });
      if (page === null) return;
      await keepText(em, page.id, printedLines(lines));
      const known = new Map(
        (await em.find(Proposal, { pageId: page.id })).map((each) => [each.sameness, each]),
      );
      const isThere = await presentContent(em, page, defaultLanguage);
      let place = order * PLACES_OF_A_PAGE;
      for (const finding of findings) {
        const sameness = createHash('sha256').update(keyOfFinding(finding)).digest('hex').slice(0, 32);
        const before = known.get(sameness);
        known.delete(sameness);
        if (before !== undefined && before.state !== 'Open') continue;
        if (isThere(finding)) {
          if (before !== undefined) em.remove(before);
          continue;
        }
        const { kind, origin } = finding;
        const said = {
          kind,
          origin,
          value: JSON.stringify(valueOf(finding, areas)),
          order: place++,
          dateModified: now,
        };
        if (before !== undefined) em.assign(before, said);
        else {
          const own = {
            id: newId(),
            documentId,
            pageId: page.id,
            sameness,
            state: 'Open',
            dateCreated: now,
          } as const;
          em.create(Proposal, { ...own, ...said, isOfDocument: false, user: null });
        }
      }
      for (const gone of known.values()) if (gone.state === 'Open' && !gone.isOfDocument) em.remove(gone);
    });
  }

  /** Of what most pages say one is kept, for the document. */
  private async mergeRepeated(documentId: string, pageCount: number): Promise<void> {
    const least = Math.max(LEAST_REPEATING_PAGES, Math.ceil(REPEATING_SHARE * pageCount));
    await this.parts.database.transaction(async ({ em }) => {
      const kinds = ['Link', 'Mail', 'Phone', 'Code'] as const;
      const rows = await em.find(Proposal, { documentId, kind: { $in: [...kinds] } });
      const pages = await em.find(Node, { parentId: documentId, type: 'Image' });
      const orderOf = new Map(pages.map(({ id, order }) => [id, order ?? 0]));
      for (const same of Map.groupBy(rows, ({ sameness }) => sameness).values()) {
        const decided = same.some(({ isOfDocument, state }) => isOfDocument && state !== 'Open');
        const sorted = same.toSorted((a, b) => (orderOf.get(a.pageId) ?? 0) - (orderOf.get(b.pageId) ?? 0));
        const open = sorted.filter(({ state }) => state === 'Open');
        const isRepeated = same.length >= least || decided;
        for (const [at, each] of open.entries()) {
          if (isRepeated && (decided || at > 0)) em.remove(each);
          else each.isOfDocument = isRepeated;
        }
      }
    });
  }
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

async function readPage(
  decoder: Pick<ImageDecoder, 'colorRaster'>,
  source: PageSource,
  index: number,
  country: string | null,
): Promise<PageFindings> {
  try {
    const contents = (await source.contents?.(index)) ?? null;
    const { bytes } = await source.page(index);
    const codes = await readCodes(await decoder.colorRaster(bytes, CODE_SIDE_PX));
    const { words = [], facts } = contents ?? {};
    return findingsOf({ words, links: facts?.links ?? [], areas: facts?.areas ?? [], codes }, country);
  } catch (error) {
    // The page is there; of one that cannot be read again nothing is proposed.
    if (error instanceof LoupeError) return { findings: [], areas: [], lines: [] };
    throw error;
  }
}

/** Keeps what a page says for the search; of a page without words nothing. */
async function keepText(em: EntityManager, nodeId: string, lines: readonly PrintedLine[]): Promise<void> {
  const textFolded = foldedText(lines);
  if (textFolded === '') await em.nativeDelete(PageText, { nodeId });
  else await em.upsert(PageText, { nodeId, textFolded, lines: JSON.stringify(lines) });
}

function valueOf({ kind, box, action, title }: Finding, areas: PageFindings['areas']): ProposalValue {
  const zone = kind === 'Area' ? box : action === null ? null : areaAround(box, areas);
  return { box, zone, action, title };
}

/** Whether a page, its zones or its document have what is found already. */
async function presentContent(
  em: EntityManager,
  page: Node,
  languageCode: string,
): Promise<(finding: Finding) => boolean> {
  const zones = await em.find(Node, { parentId: page.id, type: 'Zone' });
  const nodeIds = [page.id, page.parentId ?? '', ...zones.map(({ id }) => id)];
  const actions = await em.find(Action, { nodeId: { $in: nodeIds } });
  const targets = new Set(actions.map(({ type, content }) => foldTargets(type, content)));
  const title = await em.findOne(Title, { nodeId: page.id, languageCode });
  const hasTitle = title !== null && title.value !== '';
  return ({ action, kind }) => {
    if (action !== null) return targets.has(foldTargets(action.type, JSON.stringify(action.content)));
    return kind === 'Title' && hasTitle;
  };
}
