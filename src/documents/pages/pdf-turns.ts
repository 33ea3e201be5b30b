/**
 * Turns of the PDFs that are drawn while a request waits: one of an organization at a time and a few of all, organizations by
 * turns. Jobs have turns of their own.
 */
import { LoupeError } from '../../kernel/errors.js';
import { FairQueue } from '../../kernel/fair-queue.js';

export interface PdfTurnLimits {
  /** PDFs of all organizations that are drawn at a time. */
  readonly atOnce: number;
  /** PDFs of one organization that wait, and of all. */
  readonly waitingOfOne: number;
  readonly waiting: number;
}

const usual: PdfTurnLimits = { atOnce: 4, waitingOfOne: 4, waiting: 16 };

interface Waiting {
  readonly key: string;
  readonly go: () => void;
}

export class PdfTurns {
  /** Organizations of which one is being drawn. */
  private readonly drawing = new Set<string>();
  private readonly queue = new FairQueue<Waiting>();
  private readonly waitingOf = new Map<string, number>();

  constructor(private readonly limits: PdfTurnLimits = usual) {}

  /**
   * Waits for the turn of an organization.
   *
   * @param signal ends the waiting, with its reason
   * @returns ends the turn; may be called more than once
   * @throws LoupeError OVERLOADED when too many wait
   */
  async take(organizationId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.mayGo(organizationId)) await this.wait(organizationId, signal);
    else this.drawing.add(organizationId);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.drawing.delete(organizationId);
      this.next();
    };
  }

  private mayGo(organizationId: string): boolean {
    return this.drawing.size < this.limits.atOnce && !this.drawing.has(organizationId);
  }

  private async wait(organizationId: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.waitingOf.get(organizationId) ?? 0;
    if (own >= this.limits.waitingOfOne) {
      throw busy(`${own + 1} PDFs of this organization are being read already.`);
    }
    if (this.queue.size >= this.limits.waiting) throw busy('Too many PDFs are being read at the moment.');
    this.waitingOf.set(organizationId, own + 1);
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.queue.takeWhere((entry) => entry === waiting);
        this.leave(organizationId);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting = {
        key: organizationId,
        go: () => {
          signal?.removeEventListener('abort', onAbort);
          this.leave(organizationId);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.queue.push(waiting);
    });
  }

  private leave(organizationId: string): void {
    const left = (this.waitingOf.get(organizationId) ?? 1) - 1;
    if (left === 0) this.waitingOf.delete(organizationId);
    else this.waitingOf.set(organizationId, left);
  }

  private next(): void {
    const entry = this.queue.shift((key) => this.mayGo(key));
    if (entry === null) return;
    this.drawing.add(entry.key);
    entry.go();
  }
}

function busy(what: string): LoupeError {
  return new LoupeError('OVERLOADED', `${what} Try again when they are done.`);
}
