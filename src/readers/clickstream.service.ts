/** Statistics of recognitions: matches a day, and archives of everything that is recorded. */
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId, newId } from '../kernel/ids.js';
import { Job } from '../jobs/job.entity.js';
import type { JobRunner } from '../jobs/job-runner.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { dateOfDay } from './record.rules.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import type { OperationLog } from '../audit/operation-log.js';
import { type RecordPeriod, recordsOf } from './records-of-document.js';

export const MAKE_ARCHIVE = 'clickstream.archive';

export interface DayCount {
  /** Midnight UTC at which the day begins. */
  readonly day: Date;
  readonly count: number;
}

export interface ArchiveView {
  /** The job that makes it. */
  readonly id: string;
  readonly documentId: string;
  readonly creationTime: Date;
  /** The file appears under this id once the archive is ready. */
  readonly fileId: string;
  /** 0..1 */
  readonly progress: number;
  readonly isReady: boolean;
  /** Why it failed, in words for the publisher. */
  readonly failureReason: string | null;
}

export class ClickstreamService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly guarded: GuardedNodes,
    private readonly jobs: JobRunner,
    private readonly operations: OperationLog,
  ) {}

  /**
   * Matches of a document by day, in UTC. Days without matches between the first and the last one count 0; a period
   * without matches is empty.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async matchCumul(
    viewer: Viewer,
    documentId: string,
    period: RecordPeriod = {},
  ): Promise<readonly DayCount[]> {
    requirePeriod(period);
    const em = this.database.reader();
    const document = await this.guarded.requireOfType(em, viewer, 'insight:read', documentId, 'Document');
    return countByDay(this.database, document.id, period);
  }

  /**
   * Has an archive made of a document's matches and clicks: a ZIP of two CSV files.
   *
   * @param wait whether to resolve only when the archive is there
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async makeArchive(
    viewer: Viewer,
    documentId: string,
    period: RecordPeriod,
    { wait }: { readonly wait: boolean },
  ): Promise<ArchiveView> {
    requirePeriod(period);
    const creationTime = this.clock.now();
    const jobId = await this.database.transaction(async (transaction) => {
      const { em } = transaction;
      const document = await this.guarded.requireOfType(em, viewer, 'insight:read', documentId, 'Document');
      this.operations.write(em, viewer, 'clickstream:download', document);
      const payload = {
        fileId: newId(),
        from: period.from?.toISOString() ?? null,
        // What happens from now on belongs to the next archive: both files then tell of the same matches.
        to: (period.to ?? creationTime).toISOString(),
      };
      const { organizationId } = document;
      const subjectId = document.id;
      return this.jobs.enqueue(transaction, { type: MAKE_ARCHIVE, payload, organizationId, subjectId });
    });
    if (wait) await this.jobs.waitFor(jobId);
    return this.archive(viewer, jobId);
  }

  /** How far an archive is. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async archive(viewer: Viewer, id: string): Promise<ArchiveView> {
    const em = this.database.reader();
    const job = isId(id) ? await em.findOne(Job, { id: id.toLowerCase(), type: MAKE_ARCHIVE }) : null;
    const what = `Archive ${shown(id)}`;
    await this.guarded.requireFor(em, viewer, 'insight:read', job?.subjectId ?? null, what);
    if (job === null) throw notFound(what);
    const { fileId } = job.payload as { fileId: string };
    return {
      id: job.id,
      documentId: job.subjectId ?? '',
      creationTime: job.dateCreated,
      fileId,
      progress: Number(job.progress),
      isReady: (await em.count(StoredFile, { id: fileId })) > 0,
      failureReason: job.state === 'Failed' ? (job.error ?? '') : null,
    };
  }
}

export async function countByDay(
  database: Database,
  documentId: string,
  period: RecordPeriod,
): Promise<readonly DayCount[]> {
  const { where, values } = recordsOf('match', documentId, period);
  const rows = await database.readInThread<{ day: number | string; matches: number | string }>(
    `select day, count(*) as matches from match_record where ${where} group by day`,
    values,
  );
  const counts = new Map(rows.map(({ day, matches }) => [Number(day), Number(matches)]));
  if (counts.size === 0) return [];
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: dateOfDay(first + at),
    count: counts.get(first + at) ?? 0,
  }));
}

function requirePeriod({ from, to }: RecordPeriod): void {
  if (from && to && from >= to) throw badInput('to', 'must be after from');
}
