/**
 * Runs durable jobs. A job is written in the transaction of what it belongs to, so it exists exactly when its work
 * does; what was running when the process ended runs again at the next start.
 */
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { LoupeError } from '../errors.js';
import { newId } from '../ids.js';
import { Job } from './job.entity.js';
import { JobLeases, LeaseLostError } from './job-leases.js';
import { interruptedTooOften, reasonOf, shuttingDown, unexpected } from './job-reasons.js';

export interface NewJob {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly organizationId?: string | null;
  /** The element that the job works on. */
  readonly subjectId?: string | null;
}

export interface RunningJob {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subjectId: string | null;
  /** Aborted when the process is about to end: leave at the next safe point by throwing. */
  readonly signal: AbortSignal;
  /** Notes how much is done, 0..1. */
  progress(fraction: number): Promise<void>;
}

export interface JobHandler {
  /** Does the work. It may be called again for a job that was interrupted, so it goes on where it stands. */
  run(job: RunningJob): Promise<void>;
  /** Called once when the job is given up. */
  giveUp?(job: RunningJob, reason: LoupeError): Promise<void>;
}

const CONCURRENT_JOBS = 2;
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_MS = 2000;
/** Where several processes share the jobs: how often others' jobs are looked at, and own ones kept. */
const LOOK_EVERY_MS = 2000;

interface Waiter {
  resolve(): void;
  reject(reason: LoupeError): void;
}

export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>();
  private readonly waiters = new Map<string, Waiter[]>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private claiming: Promise<void> = Promise.resolve();
  private readonly leases: JobLeases;
  private looking: NodeJS.Timeout | undefined;
  private isStarted = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.leases = new JobLeases(database, clock);
  }

  /** Says who does the jobs of a type. */
  register(type: string, handler: JobHandler): void {
    this.handlers.set(type, handler);
  }

  /** Writes a job in the caller's transaction; it starts after the commit. @returns its id */
  enqueue({ em, afterCommit }: Pick<Transaction, 'em' | 'afterCommit'>, job: NewJob): string {
    const now = this.clock.now();
    const { id } = em.create(Job, {
      id: newId(),
      type: job.type,
      payload: { ...job.payload },
      state: 'Waiting',
      runAfter: now,
      organizationId: job.organizationId ?? null,
      subjectId: job.subjectId ?? null,
      error: null,
      dateCreated: now,
      dateModified: now,
    });
    afterCommit(() => this.wake());
    return id;
  }

  /** Takes up what was interrupted, and begins. */
  start(): void {
    this.isStarted = true;
    this.claiming = this.leases.begin().catch((error: unknown) => {
      this.logger.error(error, 'Interrupted jobs could not be taken up');
    });
    this.wake();
    if (!this.database.isShared) return;
    this.looking = setInterval(() => {
      void this.look().catch((error: unknown) => this.logger.error(error, 'Jobs could not be read'));
    }, LOOK_EVERY_MS);
  }

  /** Looks for waiting jobs. */
  wake(): void {
    if (!this.isStarted || this.stopping.signal.aborted) return;
    this.claiming = this.claiming
      .then(() => this.fill())
      .catch((error: unknown) => this.logger.error(error, 'Jobs could not be read'));
  }

  /** Resolves when the job is done. @throws LoupeError with the reason when it was given up */
  async waitFor(jobId: string): Promise<void> {
    const end = new Promise<void>((resolve, reject) => {
      this.waiters.set(jobId, [...(this.waiters.get(jobId) ?? []), { resolve, reject }]);
    });
    // Somebody may wait for nobody: an unobserved failure must not end the process.
    end.catch(() => undefined);
    await this.settleEnded(jobId);
    return end;
  }

  /** Removes ended jobs of an element that is removed with all of its traces. */
  async forget(em: EntityManager, subjectId: string): Promise<void> {
    await em.nativeDelete(Job, { subjectId, state: { $in: ['Done', 'Failed'] } });
  }

  /** Ends running jobs at their next safe point; they run again at the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    clearInterval(this.looking);
    await this.claiming;
    await Promise.all(this.running);
    for (const jobId of [...this.waiters.keys()]) this.settle(jobId, shuttingDown());
  }

  /** Keeps what is running, sees what others enqueued or left, and tells those who wait for others' jobs. */
  private async look(): Promise<void> {
    if (this.running.size > 0) await this.leases.extend();
    for (const jobId of [...this.waiters.keys()]) await this.settleEnded(jobId);
    this.wake();
  }

  private async fill(): Promise<void> {
    while (this.running.size < CONCURRENT_JOBS && !this.stopping.signal.aborted) {
      const job = await this.leases.claim([...this.handlers.keys()]);
      if (job === null) return;
      const run: Promise<void> = this.run(job)
        .catch((error: unknown) =>
          this.logger.error({ err: error, jobId: job.id }, 'A job could not be ended'),
        )
        .finally(() => {
          this.running.delete(run);
          this.wake();
        });
      this.running.add(run);
    }
  }

  private async run(row: Job): Promise<void> {
    const handler = this.handlers.get(row.type);
    if (handler === undefined) return;
    const job: RunningJob = {
      id: row.id,
      payload: row.payload,
      subjectId: row.subjectId ?? null,
      signal: this.stopping.signal,
      progress: (fraction) => this.leases.update(row.id, { progress: Math.min(1, Math.max(0, fraction)) }),
    };
    try {
      // A job that took the process down with it must not do so for ever.
      if (row.attempts > MAX_ATTEMPTS) throw interruptedTooOften();
      await handler.run(job);
    } catch (error) {
      await this.fail(row, handler, job, error);
      return;
    }
    await this.leases.update(row.id, { state: 'Done', progress: 1, error: null });
    this.settle(row.id, null);
  }

  private async fail(row: Job, handler: JobHandler, job: RunningJob, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError) {
      this.logger.warn({ jobId: row.id }, 'A job went to another runner');
      return;
    }
    if (this.stopping.signal.aborted) {
      await this.leases.update(row.id, { state: 'Waiting', attempts: row.attempts - 1 });
      return;
    }
    const isLasting = error instanceof LoupeError && error.code !== 'OVERLOADED';
    if (!isLasting && row.attempts < MAX_ATTEMPTS) {
      this.logger.warn({ err: error, jobId: row.id }, 'A job failed and is tried again');
      const delayMs = RETRY_AFTER_MS * row.attempts;
      await this.leases.update(row.id, {
        state: 'Waiting',
        runAfter: new Date(this.clock.now().getTime() + delayMs),
        error: String(error),
      });
      this.wakeLater(delayMs);
      return;
    }
    const reason = isLasting ? error : unexpected(error);
    if (!isLasting) this.logger.error({ err: error, jobId: row.id }, 'A job was given up');
    await handler.giveUp?.(job, reason);
    await this.leases.update(row.id, { state: 'Failed', error: reason.message, errorCode: reason.code });
    this.settle(row.id, reason);
  }

  private wakeLater(delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, delayMs);
    this.timers.add(timer);
  }

  private async settleEnded(jobId: string): Promise<void> {
    const job = await this.database.reader().findOne(Job, jobId);
    if (job === null || job.state === 'Done') this.settle(jobId, null);
    if (job?.state === 'Failed') this.settle(jobId, reasonOf(job));
  }

  private settle(jobId: string, reason: LoupeError | null): void {
    const waiters = this.waiters.get(jobId) ?? [];
    this.waiters.delete(jobId);
    for (const waiter of waiters) {
      if (reason === null) waiter.resolve();
      else waiter.reject(reason);
    }
  }
}
