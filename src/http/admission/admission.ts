/**
 * Lets only so many requests work at a time, so that those that are let in are answered as quickly as on a quiet day and the
 * others are told at once to come again. Who is not let in waits in a fair line: long in a burst, which passes, and hardly
 * at all in a crowd, because then waiting helps nobody (controlled delay: Nichols and Jacobson, "Controlling Queue Delay",
 * 2012); a crowd's line is so short that whoever will not be served soon is refused on arrival.
 */
import { LoupeError } from '../../errors.js';
import type { CongestionMeter } from './congestion.js';
import { Crowd } from './crowd.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { FairLine } from '../../fair-line.js';

/** How long one waits in a crowd. */
const CROWD_PATIENCE_MS = 15;
const MOST_WAITING = 1000;
const LOOK_EVERY_MS = 10;
/** Looks at the line between two looks at the congestion. */
const LOOKS_PER_ADAPTATION = 10;

export interface AdmissionOptions {
  /** Requests at work below which nobody waits, whatever the congestion. */
  readonly least: number;
  readonly most: number;
  /** How long a request waits in a burst. */
  readonly patienceMs: number;
  /** Measures only while somebody is at work or waits. */
  readonly congestion: CongestionMeter;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/** A place at work. */
export interface Turn {
  /** Gives the place back, once. */
  leave(): void;
  /** Takes it again without waiting: what is wanted has arrived, and is worked on. */
  rejoin(): void;
}

interface Waiter {
  readonly key: string;
  readonly since: number;
  admit(): void;
  refuse(): void;
}

export class Admission {
  private readonly limit: ConcurrencyLimit;
  private readonly line = new FairLine<Waiter>();
  private atWork = 0;
  private readonly crowd = new Crowd();
  private looks = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: AdmissionOptions) {
    this.limit = new ConcurrencyLimit(options);
  }

  get counts(): { readonly atWork: number; readonly waiting: number; readonly limit: number } {
    return { atWork: this.atWork, waiting: this.line.size, limit: this.limit.value };
  }

  /**
   * A place at work, at once where there is one, else when it is this one's turn.
   *
   * @param key whose turn it is: those of one key wait for each other before others wait for them
   * @returns a promise that is refused with LoupeError OVERLOADED when there is none in time
   */
  enter(key: string): Turn | Promise<Turn> {
    this.open();
    this.crowd.noteArrival();
    if (this.line.size === 0 && this.atWork < this.limit.value) return this.place();
    this.limit.noteReached();
    return new Promise<Turn>((resolve, reject) => {
      this.line.push({
        key,
        since: this.options.now(),
        admit: () => resolve(this.place()),
        refuse: () => reject(overloaded()),
      });
      if (this.line.size > this.mostWaiting) this.line.dropFromLongest()?.refuse();
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
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    this.options.congestion.start();
  }

  private get mostWaiting(): number {
    return this.crowd.isThere ? this.crowd.servedIn(CROWD_PATIENCE_MS) : MOST_WAITING;
  }

  private place(): Turn {
    this.atWork += 1;
    let isAtWork = true;
    const change = (to: boolean): void => {
      if (to === isAtWork) return;
      isAtWork = to;
      this.atWork += to ? 1 : -1;
      if (!to) this.crowd.noteDeparture();
      this.admitNext();
    };
    return { leave: () => change(false), rejoin: () => change(true) };
  }

  private admitNext(): void {
    while (this.line.size > 0 && this.atWork < this.limit.value) this.line.shift()?.admit();
  }

  private look(): void {
    const now = this.options.now();
    this.crowd.look(now, this.line.size === 0);
    const patienceMs = this.crowd.isThere ? CROWD_PATIENCE_MS : this.options.patienceMs;
    for (const waiter of this.line.takeWhere(({ since }) => now - since >= patienceMs)) waiter.refuse();
    this.looks += 1;
    if (this.looks % LOOKS_PER_ADAPTATION === 0) this.limit.adapt(this.options.congestion.read());
    this.admitNext();
    if (this.line.size === 0 && this.atWork === 0 && !this.crowd.isThere) this.close();
  }
}

function overloaded(): LoupeError {
  return new LoupeError('OVERLOADED', 'The server has more to do than it can at the moment. Try again soon.');
}
