/**
 * Load shedding: limits how many requests run at once, so that admitted requests stay as fast as on a quiet day and the rest
 * are refused early. A request that is not admitted waits in a fair queue: long in a burst, which passes, and hardly at all
 * under overload, when waiting helps nobody (controlled delay: Nichols and Jacobson, "Controlling Queue Delay", 2012). Under
 * overload the queue is so short that a request that cannot be served soon is refused on arrival.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LoupeError } from '../../kernel/errors.js';
import { FairQueue } from '../../kernel/fair-queue.js';
import { OverloadDetector } from './overload-detector.js';

/** How congested this process is: how late its event loop runs, and how many jobs wait for the engine. */
const RESOLUTION_MS = 10;
/** How late the event loop may run, at the 90th percentile. */
const WANTED_DELAY_MS = 40;
/** Jobs that may wait for each thread of the engine. */
const WANTED_JOBS_PER_THREAD = 3;

export interface EngineLoad {
  readonly threads: number;
  readonly waitingCount: number;
}

/** Measures from `start` to `stop`: the monitor wakes even an idle process a hundred times a second. */
export interface CongestionMeter {
  start(): void;
  stop(): void;
  /** Congestion since the last call; 1 is the most that is acceptable. */
  read(): number;
}

export function congestionMeter(engine: EngineLoad): CongestionMeter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  return {
    start: () => void delays.enable(),
    stop: () => void delays.disable(),
    read: () => {
      const delayMs = delays.count === 0 ? 0 : delays.percentile(90) / 1e6 - RESOLUTION_MS;
      delays.reset();
      const waiting = engine.waitingCount / (engine.threads * WANTED_JOBS_PER_THREAD);
      return Math.max(delayMs / WANTED_DELAY_MS, waiting);
    },
  };
}

/**
 * How many requests may run at once: fewer while they slow each other down, more when there is room (additive increase,
 * multiplicative decrease, as in TCP congestion control: RFC 5681).
 */

/** Factor for the limit after a sample that found congestion. */
const DECREASE = 0.85;
/** Below this there is room for more. */
const ROOM = 0.6;

export class ConcurrencyLimit {
  private current: number;
  private wasReached = false;

  constructor(private readonly bounds: { readonly least: number; readonly most: number }) {
    this.current = Math.min(bounds.most, bounds.least * 4);
  }

  get value(): number {
    return Math.floor(this.current);
  }

  /** Notes that a request had to wait: only then does a higher limit help. */
  noteReached(): void {
    this.wasReached = true;
  }

  /** @param congestion since the last call; 1 is the most that is acceptable */
  adapt(congestion: number): void {
    const { least, most } = this.bounds;
    if (congestion > 1) this.current = Math.max(least, this.current * DECREASE);
    else if (congestion < ROOM && this.wasReached) this.current = Math.min(most, this.current + 1);
    this.wasReached = false;
  }
}

/** How long a request waits under overload. */
const OVERLOAD_PATIENCE_MS = 15;
const MOST_WAITING = 1000;
const SAMPLE_EVERY_MS = 10;
/** Samples of the queue per sample of the congestion. */
const SAMPLES_PER_ADAPTATION = 10;

export interface LoadShedderOptions {
  /** Requests at work below which none waits, whatever the congestion. */
  readonly least: number;
  readonly most: number;
  /** How long a request waits in a burst. */
  readonly patienceMs: number;
  /** Measures only while requests run or wait. */
  readonly congestion: CongestionMeter;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** The right to run: one of the places that the limit allows. */
export interface Turn {
  /** Gives the place back, once. */
  leave(): void;
  /** Takes it again without waiting: the body has arrived, and the request runs. */
  rejoin(): void;
}

interface Waiter {
  readonly key: string;
  readonly since: number;
  admit(): void;
  refuse(): void;
}

export class LoadShedder {
  private readonly limit: ConcurrencyLimit;
  private readonly queue = new FairQueue<Waiter>();
  private atWork = 0;
  private readonly overload = new OverloadDetector();
  private samples = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: LoadShedderOptions) {
    this.limit = new ConcurrencyLimit(options);
  }

  get counts(): { readonly atWork: number; readonly waiting: number; readonly limit: number } {
    return { atWork: this.atWork, waiting: this.queue.size, limit: this.limit.value };
  }

  /**
   * Takes a place: at once where one is free, otherwise when the key's turn comes.
   *
   * @param key the caller; keys are served in turn, so a busy caller delays itself first
   * @returns a place, or a promise of one that rejects with LoupeError OVERLOADED when none is free in time
   */
  enter(key: string): Turn | Promise<Turn> {
    this.open();
    this.overload.noteArrival();
    if (this.queue.size === 0 && this.atWork < this.limit.value) return this.place();
    this.limit.noteReached();
    return new Promise<Turn>((resolve, reject) => {
      this.queue.push({
        key,
        since: this.options.now(),
        admit: () => resolve(this.place()),
        refuse: () => reject(overloaded()),
      });
      if (this.queue.size > this.mostWaiting) this.queue.dropFromLongest()?.refuse();
    });
  }

  close(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.options.congestion.stop();
  }

  private open(): void {
    if (this.timer !== null) return;
    this.timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS).unref();
    this.options.congestion.start();
  }

  private get mostWaiting(): number {
    return this.overload.isOverloaded ? this.overload.servedIn(OVERLOAD_PATIENCE_MS) : MOST_WAITING;
  }

  private place(): Turn {
    this.atWork += 1;
    let isAtWork = true;
    const change = (to: boolean): void => {
      if (to === isAtWork) return;
      isAtWork = to;
      this.atWork += to ? 1 : -1;
      if (!to) this.overload.noteDeparture();
      this.admitNext();
    };
    return { leave: () => change(false), rejoin: () => change(true) };
  }

  private admitNext(): void {
    while (this.queue.size > 0 && this.atWork < this.limit.value) this.queue.shift()?.admit();
  }

  private sample(): void {
    const now = this.options.now();
    this.overload.sample(now, this.queue.size === 0);
    const patienceMs = this.overload.isOverloaded ? OVERLOAD_PATIENCE_MS : this.options.patienceMs;
    for (const waiter of this.queue.takeWhere(({ since }) => now - since >= patienceMs)) waiter.refuse();
    this.samples += 1;
    if (this.samples % SAMPLES_PER_ADAPTATION === 0) this.limit.adapt(this.options.congestion.read());
    this.admitNext();
    if (this.queue.size === 0 && this.atWork === 0 && !this.overload.isOverloaded) this.close();
  }
}

function overloaded(): LoupeError {
  return new LoupeError('OVERLOADED', 'The server is overloaded. Try again soon.');
}
