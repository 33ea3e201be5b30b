/** Statistics of recognitions: matches a day, and archives of everything that is recorded. */
import { raw } from '@mikro-orm/core';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput } from '../errors.js';
import { newId } from '../ids.js';
import type { JobRunner } from '../jobs/job-runner.js';
import { dateOfDay } from '../recognition/day.rules.js';
import { Match } from '../recognition/match.entity.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { OperationLog } from './operation-log.js';

export const MAKE_ARCHIVE = 'clickstream.archive';

export interface Period {
  readonly from?: Date | null;
  /** Exclusive. */
  readonly to?: Date | null;
}

export interface DayCount {
  /** Midnight UTC at which the day begins. */
  readonly day: Date;
  readonly count: number;
}

export interface ArchiveView {
  readonly documentId: string;
  readonly creationTime: Date;
  /** The file appears under this id once the job is done. */
  readonly fileId: string;
  readonly jobId: string;
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
  async matchCumul(viewer: Viewer, documentId: string, period: Period = {}): Promise<readonly DayCount[]> {
    demandPeriod(period);
    const em = this.database.reader();
    const document = await this.guarded.demandOfType(em, viewer, 'insight:read', documentId, 'Document');
    return countByDay(em, document.id, period);
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
    period: Period,
    { wait }: { readonly wait: boolean },
  ): Promise<ArchiveView> {
    demandPeriod(period);
    const creationTime = this.clock.now();
    const fileId = newId();
    const { id, jobId } = await this.database.transaction(async (transaction) => {
      const { em } = transaction;
      const document = await this.guarded.demandOfType(em, viewer, 'insight:read', documentId, 'Document');
      this.operations.write(em, viewer, 'clickstream:download', document);
      const payload = {
        fileId,
        from: period.from?.toISOString() ?? null,
        // What happens from now on belongs to the next archive: both files then tell of the same matches.
        to: (period.to ?? creationTime).toISOString(),
      };
      const { organizationId } = document;
      const subjectId = document.id;
      return {
        id: document.id,
        jobId: this.jobs.enqueue(transaction, { type: MAKE_ARCHIVE, payload, organizationId, subjectId }),
      };
    });
    if (wait) await this.jobs.waitFor(jobId);
    return { documentId: id, creationTime, fileId, jobId };
  }
}

/** Condition on the time of a match; none when the period is open. */
export function within({ from, to }: Period): object {
  if (!from && !to) return {};
  return { requestTime: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } };
}

export async function countByDay(
  em: EntityManager,
  documentId: string,
  period: Period,
): Promise<readonly DayCount[]> {
  const rows: { day: number; matches: number | string }[] = await em
    .createQueryBuilder(Match)
    .select(['day', raw('count(*) as matches')])
    .where({ documentId, ...within(period) })
    .groupBy('day')
    .execute('all');
  const counts = new Map(rows.map(({ day, matches }) => [Number(day), Number(matches)]));
  if (counts.size === 0) return [];
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: dateOfDay(first + at),
    count: counts.get(first + at) ?? 0,
  }));
}

function demandPeriod({ from, to }: Period): void {
  if (from && to && from >= to) throw badInput('to', 'must be after from');
}
