/**
 * Runs durable jobs. A job is written in the transaction of what it belongs to, so it exists exactly when its work
 * does; what was running when the process ended runs again at the next start.
 */
import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { isPassing, LoupeError } from '../kernel/errors.js';
import { Job } from './job.entity.js';
import { JobLeases, LeaseLostError, type Wanted } from './job-leases.js';
import { interruptedTooOften, postponed, shuttingDown, unexpected } from './job-reasons.js';
import { JobWaiters } from './job-waiters.js';
import { type NewJob, newJobRow } from './new-job.js';

export interface RunningJob {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subjectId: string | null;
  /** Aborted when the process is about to end: leave at the next safe point by throwing. */
  readonly signal: AbortSignal;
  /** Notes how much is done, 0..1. */
  progress(fraction: number): Promise<void>;
  /**
   * Call it where the work can stop and go on later, for example between two pages: jobs of other organizations may run first.
   *
   * @throws TurnOverError when it is another organization's turn; pass it on
   */
  giveWay(): Promise<void>;
}

export interface JobHandler {
  /** Does the work. It may be called again for a job that was interrupted, so it goes on where it stands. */
  run(job: RunningJob): Promise<void>;
  /** Called once when the job is given up. */
  giveUp?(job: RunningJob, reason: LoupeError): Promise<void>;
}

/** Thrown by a handler whose work must wait; callers that wait for the job get the reason. */
export class PostponedError extends Error {
  override readonly name = 'PostponedError';

  constructor(
    readonly delayMs: number,
    readonly why: string,
  ) {
    super(why);
  }
}

class TurnOverError extends Error {
  override readonly name = 'TurnOverError';
}

export interface JobRunnerOptions {
  /** How long a job runs before it checks whose turn it is: restarting its remaining work later costs time. */
  readonly turnMs?: number;
  /** How many jobs run at a time, beside a single picture. */
  readonly slots?: number;
}

const SLOTS = 2;
const SINGLE_SLOTS = 1;
const TURN_MS = 2000;
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_MS = 2000;
/** How long a job waits before it looks for the store of files again. */
const WITHOUT_FILES_MS = 5000;
/** With several processes: how often a runner polls the jobs of others and extends its own leases. */
const POLL_EVERY_MS = 2000;
/** With a single process: how often a runner polls for postponed and abandoned jobs. */
const POLL_ALONE_EVERY_MS = 15_000;
/** With a single server: how often a runner asks whether a command beside it wrote to the file. */
const LOOK_EVERY_MS = 1000;

export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>();
  /** By id of the job, which is held as long as it is in here. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private claiming: Promise<void> = Promise.resolve();
  private hasToClaim = false;
  private readonly leases: JobLeases;
  private readonly waiters: JobWaiters;
  private polling: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private seenVersion: number | null = null;
  private isStarted = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly options: JobRunnerOptions = {},
  ) {
    this.leases = new JobLeases(database, clock);
    this.waiters = new JobWaiters(database);
  }

  /** Says who does the jobs of a type. */
  register(type: string, handler: JobHandler): void {
    this.handlers.set(type, handler);
  }

  /** Writes a job in the caller's transaction; it starts after the commit. @returns its id */
  enqueue({ em, afterCommit }: Pick<Transaction, 'em' | 'afterCommit'>, job: NewJob): string {
    const { id } = em.create(Job, newJobRow(this.clock.now(), job));
    afterCommit(() => this.announce());
    return id;
  }

  /** Wakes the runners of all servers, for jobs that were written without `enqueue`. */
  announce(): void {
    this.wake();
    void this.database.notify('loupe_job');
  }

  /**
   * Takes up what was interrupted, and begins.
   *
   * @param claims false leaves the jobs to other processes, and only reports their end to local waiters
   */
  start(claims = true): void {
    this.isStarted = claims;
    if (claims) {
      void this.leases.beSeen();
      this.claiming = this.leases.begin().catch((error: unknown) => {
        this.logger.error(error, 'Old jobs could not be forgotten');
      });
    }
    this.wake();
    const { isShared } = this.database;
    const everyMs = isShared ? POLL_EVERY_MS : POLL_ALONE_EVERY_MS;
    this.polling = setInterval(() => this.pollNow(), everyMs);
    if (!isShared) this.looking = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.database.onNotice('loupe_job', () => this.wake());
    this.database.onNotice('loupe_job_ended', (jobId) => this.pollNow(jobId));
  }

  /** Looks for waiting jobs. */
  wake(): void {
    if (!this.isStarted || this.stopping.signal.aborted || this.hasToClaim) return;
    this.hasToClaim = true;
    this.claiming = this.claiming
      .then(() => this.fill())
      .catch((error: unknown) => this.logger.error(error, 'Jobs could not be read'));
  }

  /** Resolves when the job is done. @throws LoupeError with the reason when it was given up or postponed */
  async waitFor(jobId: string): Promise<void> {
    return this.waiters.waitFor(jobId);
  }

  /** Removes ended jobs of an element that is removed with all of its traces. */
  async forget(em: EntityManager, subjectId: string): Promise<void> {
    await em.nativeDelete(Job, { subjectId, state: { $in: ['Done', 'Failed'] } });
  }

  /** Ends running jobs at their next safe point; they run again at the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    clearInterval(this.polling);
    clearInterval(this.looking);
    await this.claiming;
    await Promise.all(this.running.values());
    this.waiters.settleAll(shuttingDown());
  }

  /** Extends the leases of running jobs, finds jobs that others enqueued or left, and settles waiters of jobs that others ran. */
  private async poll(endedJobId: string): Promise<void> {
    if (endedJobId !== '') return this.waiters.poll(endedJobId);
    const heldIds = [...this.running.keys()];
    if (heldIds.length > 0) await this.leases.extend(heldIds);
    await this.waiters.pollAll();
    this.wake();
  }

  /** Nobody notifies of jobs that a command writes to a SQLite file beside its server. */
  private look(): void {
    if (this.stopping.signal.aborted) return;
    const version = this.database.fileVersion();
    if (version === this.seenVersion) return;
    this.seenVersion = version;
    this.wake();
  }

  private pollNow(endedJobId = ''): void {
    if (this.stopping.signal.aborted) return;
    this.poll(endedJobId).catch((error: unknown) => this.logger.error(error, 'Jobs could not be read'));
  }

  private get wanted(): Wanted {
    return { types: [...this.handlers.keys()], heldIds: [...this.running.keys()] };
  }

  private async fill(): Promise<void> {
    this.hasToClaim = false;
    const { slots = SLOTS } = this.options;
    while (this.running.size < slots + SINGLE_SLOTS && !this.stopping.signal.aborted) {
      const job = await this.leases.claim(this.wanted, this.running.size >= slots);
      if (job === null) return;
      const run: Promise<void> = this.run(job)
        .catch((error: unknown) =>
          this.logger.error({ err: error, jobId: job.id }, 'A job could not be ended'),
        )
        .finally(() => {
          this.running.delete(job.id);
          this.wake();
        });
      this.running.set(job.id, run);
    }
  }

  private async run(row: Job): Promise<void> {
    const handler = this.handlers.get(row.type);
    if (handler === undefined) return;
    const begun = performance.now();
    const { turnMs = TURN_MS } = this.options;
    const job: RunningJob = {
      id: row.id,
      payload: row.payload,
      subjectId: row.subjectId ?? null,
      signal: this.stopping.signal,
      progress: async (fraction) => {
        const done = Math.min(1, Math.max(0, fraction));
        // Attempts count where it does not get further: what takes the process down is there.
        if (done > Number(row.progress)) Object.assign(row, { progress: done, attempts: 1 });
        await this.leases.progress(row.id, done, row.attempts);
      },
      giveWay: async () => {
        if (performance.now() - begun < turnMs) return;
        if (await this.leases.isOutranked(row.id, this.wanted)) throw new TurnOverError();
      },
    };
    try {
      // A job that took the process down with it must not do so for ever.
      if (row.attempts > MAX_ATTEMPTS) throw interruptedTooOften();
      await handler.run(job);
    } catch (error) {
      await this.leave(row, handler, job, error);
      return;
    }
    await this.leases.release(row.id, { state: 'Done', progress: 1, error: null, isPostponed: false });
    this.tellEnd(row.id, null);
  }

  /** Lets go of a job that is not done. */
  private async leave(row: Job, handler: JobHandler, job: RunningJob, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError) {
      this.logger.warn({ jobId: row.id }, 'A job went to another runner');
      return;
    }
    const later = { state: 'Waiting' as const, attempts: row.attempts - 1, isPostponed: false };
    if (this.stopping.signal.aborted || error instanceof TurnOverError) {
      await this.leases.release(row.id, later, 0);
      return;
    }
    if (error instanceof PostponedError) {
      await this.leases.release(row.id, { ...later, isPostponed: true, error: error.why }, error.delayMs);
      this.tellEnd(row.id, postponed(error.why));
      return;
    }
    if (error instanceof LoupeError && error.code === 'STORAGE_UNAVAILABLE') {
      // The job waits as long as the files are away: nothing is given up for their sake.
      this.logger.warn({ err: error, jobId: row.id }, 'A job waits for the store of files');
      await this.leases.release(row.id, { ...later, error: error.message }, WITHOUT_FILES_MS);
      this.wakeLater(WITHOUT_FILES_MS);
      return;
    }
    const isLasting = error instanceof LoupeError && !isPassing(error);
    if (!isLasting && row.attempts < MAX_ATTEMPTS) {
      this.logger.warn({ err: error, jobId: row.id }, 'A job failed and is tried again');
      const delayMs = RETRY_AFTER_MS * row.attempts;
      const again = { state: 'Waiting' as const, isPostponed: false, error: String(error) };
      await this.leases.release(row.id, again, delayMs);
      this.wakeLater(delayMs);
      return;
    }
    const reason = isLasting ? error : unexpected(error);
    if (!isLasting) this.logger.error({ err: error, jobId: row.id }, 'A job was given up');
    await handler.giveUp?.(job, reason);
    await this.leases.release(row.id, { state: 'Failed', error: reason.message, errorCode: reason.code });
    this.tellEnd(row.id, reason);
  }

  private tellEnd(jobId: string, reason: LoupeError | null): void {
    this.waiters.settle(jobId, reason);
    void this.database.notify('loupe_job_ended', jobId);
  }

  private wakeLater(delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, delayMs);
    this.timers.add(timer);
  }
}
