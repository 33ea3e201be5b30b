/**
 * Runs durable jobs. A job is written in the transaction of what it belongs to, so it exists exactly when its work
 * does; what was running when the process ended runs again at the next start.
 */
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { type ErrorCode, errorCatalogue, LoupeError } from '../errors.js';
import { newId } from '../ids.js';
import { Job } from './job.entity.js';

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
const KEEP_FINISHED_MS = 7 * 24 * 60 * 60 * 1000;

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
  private isStarted = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

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
    this.claiming = this.resume().catch((error: unknown) => {
      this.logger.error(error, 'Interrupted jobs could not be taken up');
    });
    this.wake();
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
    const job = await this.database.reader().findOne(Job, jobId);
    if (job === null || job.state === 'Done') this.settle(jobId, null);
    if (job?.state === 'Failed') this.settle(jobId, reasonOf(job));
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
    await this.claiming;
    await Promise.all(this.running);
    const closing = new LoupeError(
      'OVERLOADED',
      'The server is shutting down. The work goes on when it is back.',
    );
    for (const jobId of [...this.waiters.keys()]) this.settle(jobId, closing);
  }

  private async resume(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEEP_FINISHED_MS);
    await this.database.transaction(async ({ em }) => {
      await em.nativeUpdate(Job, { state: 'Running' }, { state: 'Waiting' });
      await em.nativeDelete(Job, { state: { $in: ['Done', 'Failed'] }, dateModified: { $lt: before } });
    });
  }

  private async fill(): Promise<void> {
    while (this.running.size < CONCURRENT_JOBS && !this.stopping.signal.aborted) {
      const job = await this.claim();
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

  private async claim(): Promise<Job | null> {
    return this.database.transaction(async ({ em }) => {
      const now = this.clock.now();
      const job = await em.findOne(
        Job,
        { state: 'Waiting', runAfter: { $lte: now }, type: { $in: [...this.handlers.keys()] } },
        { orderBy: { runAfter: 'asc', id: 'asc' } },
      );
      if (job === null) return null;
      const taken = await em.nativeUpdate(
        Job,
        { id: job.id, state: 'Waiting' },
        { state: 'Running', attempts: job.attempts + 1, dateModified: now },
      );
      if (taken === 0) return null;
      job.attempts += 1;
      return job;
    });
  }

  private async run(row: Job): Promise<void> {
    const handler = this.handlers.get(row.type);
    if (handler === undefined) return;
    const job: RunningJob = {
      id: row.id,
      payload: row.payload,
      subjectId: row.subjectId ?? null,
      signal: this.stopping.signal,
      progress: (fraction) => this.update(row.id, { progress: Math.min(1, Math.max(0, fraction)) }),
    };
    try {
      // A job that took the process down with it must not do so for ever.
      if (row.attempts > MAX_ATTEMPTS) throw interruptedTooOften();
      await handler.run(job);
    } catch (error) {
      await this.fail(row, handler, job, error);
      return;
    }
    await this.update(row.id, { state: 'Done', progress: 1, error: null });
    this.settle(row.id, null);
  }

  private async fail(row: Job, handler: JobHandler, job: RunningJob, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) {
      await this.update(row.id, { state: 'Waiting', attempts: row.attempts - 1 });
      return;
    }
    const isLasting = error instanceof LoupeError && error.code !== 'OVERLOADED';
    if (!isLasting && row.attempts < MAX_ATTEMPTS) {
      this.logger.warn({ err: error, jobId: row.id }, 'A job failed and is tried again');
      const delayMs = RETRY_AFTER_MS * row.attempts;
      await this.update(row.id, {
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
    await this.update(row.id, { state: 'Failed', error: reason.message, errorCode: reason.code });
    this.settle(row.id, reason);
  }

  private async update(id: string, values: Partial<Job>): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      await em.nativeUpdate(Job, { id }, { ...values, dateModified: this.clock.now() });
    });
  }

  private wakeLater(delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, delayMs);
    this.timers.add(timer);
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

function reasonOf({ error, errorCode }: Job): LoupeError {
  const isKnown = errorCode != null && errorCode in errorCatalogue;
  return new LoupeError(isKnown ? (errorCode as ErrorCode) : 'INTERNAL_SERVER_ERROR', error ?? '');
}

function interruptedTooOften(): LoupeError {
  return new LoupeError(
    'INVALID_IMAGE',
    'The server stopped several times while it worked on this. Send another file.',
  );
}

function unexpected(cause: unknown): LoupeError {
  const message = 'Something went wrong on the server. Retry; if it happens again, tell the operator.';
  return new LoupeError('INTERNAL_SERVER_ERROR', message, {}, { cause });
}
