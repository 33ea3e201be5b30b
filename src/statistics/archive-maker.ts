/**
 * Makes archives of matches: a ZIP (PKWARE APPNOTE) with `matches.csv` and `cumul.csv`. Rows are read, written and
 * compressed a page at a time, so memory does not grow with the number of matches.
 */
import { type PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Database, EntityManager } from '../db/database.js';
import { giveWay } from '../db/in-parts.js';
import { type Keyset, type KeysetOrder, keysetQuery, type KeysetValue } from '../db/keyset.js';
import { Node } from '../tree/node.entity.js';
import type { JobHandler, RunningJob } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import { Match } from '../readers/match.entity.js';
import { Click } from '../readers/click.entity.js';
import { readMatches, toClickView } from '../readers/match.reader.js';
import { matchedWithin, type RecordPeriod } from '../readers/records-of-document.js';
import { countByDay } from '../readers/clickstream.service.js';
import { cumulColumns, cumulRow, csvOf, matchColumns, matchRows, ownClickRow } from './match-csv.js';

/** Matches read at a time. */
const PAGE_SIZE = 100;
/** Matches between two updates of the progress in the database. */
const TOLD_EVERY = 1000;

const MATCHES_FILE = 'matches.csv';
const CUMUL_FILE = 'cumul.csv';

const oldestMatch: KeysetOrder<Match> = [
  { property: 'requestTime', direction: 'asc' },
  { property: 'id', direction: 'asc' },
];
const oldestClick: KeysetOrder<Click> = [
  { property: 'clickTime', direction: 'asc' },
  { property: 'id', direction: 'asc' },
];

export class ArchiveMaker implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly watch: Pick<DocumentWatch, 'changed'>,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { fileId, from, to } = job.payload as { fileId: string; from: string | null; to: string };
    const em = this.database.reader();
    const document = await em.findOne(Node, { id: job.subjectId ?? '' });
    if (document === null || (await em.count(StoredFile, { id: fileId })) > 0) return;
    const period = { from: from === null ? null : new Date(from), to: new Date(to) };
    const archive = this.archiveOf(document.id, period, job);
    const file = await this.files.stageStream(fileId, archive, 'application/zip');
    await this.database.transaction(async (transaction) => {
      if ((await transaction.em.count(Node, { id: document.id })) === 0) {
        transaction.afterCommit(() => this.files.drop([file]));
        return;
      }
      this.files.attach(transaction, file, {
        ownerId: document.id,
        documentId: null,
        organizationId: document.organizationId,
        kind: 'Archive',
        originalName: `matches-${document.id}.zip`,
      });
      transaction.afterCommit(() => this.watch.changed(job.id));
    });
  }

  private archiveOf(documentId: string, period: RecordPeriod, job: RunningJob): Readable {
    const zip = new ZipFile();
    // As it is: a stream made of it would not end before its next bytes, which do not come when something fails.
    const output = zip.outputStream as PassThrough;
    // It may fail before it is read; the reader still gets the error, and an unhandled one would end the server.
    output.on('error', () => undefined);
    zip.on('error', (error: Error) => output.destroy(error));
    const add = (name: string, columns: readonly string[], rows: AsyncIterable<unknown>) => {
      const csv = csvOf(columns);
      pipeline(Readable.from(rows), csv, (error) => {
        if (error) output.destroy(error);
      });
      zip.addReadStream(csv, name, { mtime: period.to ?? new Date(0) });
    };
    add(MATCHES_FILE, matchColumns, this.matchRows(documentId, period, job));
    add(CUMUL_FILE, cumulColumns, this.cumulRows(documentId, period));
    zip.end();
    return output;
  }

  private async *matchRows(documentId: string, period: RecordPeriod, job: RunningJob) {
    const where = { documentId, ...matchedWithin(period) };
    const total = await this.totalOf(documentId, period);
    let done = 0;
    let last: Match | undefined;
    do {
      job.signal.throwIfAborted();
      const em = this.database.reader();
      const page = await nextPage(em, where, last);
      for (const match of await readMatches(em, page)) yield* matchRows(match);
      last = page.at(-1);
      done += page.length;
      await giveWay();
      if (page.length > 0 && done % TOLD_EVERY === 0) {
        await job.progress(done / Math.max(done, total));
        this.watch.changed(job.id);
      }
    } while (last !== undefined);
    yield* this.ownClickRows(documentId, period, job);
  }

  private async totalOf(documentId: string, period: RecordPeriod): Promise<number> {
    const days = await countByDay(this.database, documentId, period);
    return days.reduce((sum, { count }) => sum + count, 0);
  }

  private async *ownClickRows(documentId: string, { from, to }: RecordPeriod, job: RunningJob) {
    const clickTime = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
    const where = { documentId, matchId: null, ...(from || to ? { clickTime } : {}) };
    let last: Click | undefined;
    do {
      job.signal.throwIfAborted();
      const { where: after, ...options } = keysetQuery(
        oldestClick,
        behind(last && [last.clickTime, last.id]),
      );
      const clicks: Click[] = await this.database.reader().find(Click, { $and: [where, after] }, options);
      for (const click of clicks) yield ownClickRow(toClickView(click));
      last = clicks.at(-1);
    } while (last !== undefined);
  }

  private async *cumulRows(documentId: string, period: RecordPeriod) {
    for (const day of await countByDay(this.database, documentId, period)) yield cumulRow(day);
  }
}

/** Matches in order of time after a given one. */
async function nextPage(em: EntityManager, where: object, last: Match | undefined): Promise<Match[]> {
  const { where: after, ...options } = keysetQuery(oldestMatch, behind(last && [last.requestTime, last.id]));
  return em.find(Match, { $and: [where, after] }, options);
}

function behind(after: readonly KeysetValue[] | undefined): Keyset {
  return { after: after ?? null, before: null, limit: PAGE_SIZE, isInverted: false };
}
