/** Callers that wait for the end of a job, whichever process runs it. */
import type { Database } from '../db/database.js';
import type { LoupeError } from '../kernel/errors.js';
import { Job } from './job.entity.js';
import { postponed, reasonOf } from './job-reasons.js';

interface Waiter {
  resolve(): void;
  reject(reason: LoupeError): void;
}

export class JobWaiters {
  private readonly waiters = new Map<string, Waiter[]>();

  constructor(private readonly database: Database) {}

  /** @throws LoupeError with the reason when the job was given up, or waits for another day */
  async waitFor(jobId: string): Promise<void> {
    const end = new Promise<void>((resolve, reject) => {
      this.waiters.set(jobId, [...(this.waiters.get(jobId) ?? []), { resolve, reject }]);
    });
    // Nobody may await this promise: an unobserved rejection must not end the process.
    end.catch(() => undefined);
    await this.poll(jobId);
    return end;
  }

  /** Checks whether a job has ended, if a caller here waits for it. */
  async poll(jobId: string): Promise<void> {
    if (!this.waiters.has(jobId)) return;
    const job = await this.database.reader().findOne(Job, jobId);
    if (job === null || job.state === 'Done') this.settle(jobId, null);
    else if (job.state === 'Failed') this.settle(jobId, reasonOf(job));
    else if (job.isPostponed) this.settle(jobId, postponed(job.error));
  }

  async pollAll(): Promise<void> {
    for (const jobId of [...this.waiters.keys()]) await this.poll(jobId);
  }

  settle(jobId: string, reason: LoupeError | null): void {
    const waiters = this.waiters.get(jobId) ?? [];
    this.waiters.delete(jobId);
    for (const waiter of waiters) {
      if (reason === null) waiter.resolve();
      else waiter.reject(reason);
    }
  }

  settleAll(reason: LoupeError): void {
    for (const jobId of [...this.waiters.keys()]) this.settle(jobId, reason);
  }
}
