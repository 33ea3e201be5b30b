/** Jobs of callers that wait for a place in the queue of the native engine. */
import type { NativeEngine } from '../../../src/engine-host/native.js';
import { EngineError } from '../../../src/engine-host/engine-error.js';

/** Methods that start no job on the engine's threads. */
const IMMEDIATE: ReadonlySet<PropertyKey> = new Set([
  'createIndex',
  'createDescriptorTable',
  'options',
  'close',
  'waitingCount',
]);

/** Limits of a queue. */
export interface QueueLimits {
  /** Jobs that the native engine holds at a time. */
  readonly places: number;
  /** Jobs that may wait for one of these places; more are refused with QUEUE_FULL. */
  readonly waiting: number;
}

/**
 * The engine behind a queue: a job that finds no place waits for one in the order of the calls, with nothing copied yet.
 *
 * @returns the same engine; its jobs reject with EngineError QUEUE_FULL where too many wait, and CLOSED when it closes meanwhile
 */
export function queued(native: NativeEngine, limits: QueueLimits): NativeEngine {
  const queue = new JobQueue(limits);
  return new Proxy(native, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const call = (): unknown => Reflect.apply(member, target, given);
        if (name === 'close') queue.close();
        return IMMEDIATE.has(name) ? call() : queue.run(call);
      };
    },
  });
}

class JobQueue {
  private running = 0;
  private isClosed = false;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limits: QueueLimits) {}

  async run(job: () => unknown): Promise<unknown> {
    if (this.running >= this.limits.places) await this.place();
    else this.running += 1;
    try {
      return await job();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  /** Waiting jobs go on at once, and are refused by the closed engine. */
  close(): void {
    this.isClosed = true;
    this.running += this.waiting.length;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves when a job hands its place over. */
  private async place(): Promise<void> {
    if (this.waiting.length >= this.limits.waiting && !this.isClosed) {
      throw new EngineError(
        'QUEUE_FULL',
        `${this.limits.places + this.limits.waiting} jobs run or wait already. Await some of them before you start more.`,
      );
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
