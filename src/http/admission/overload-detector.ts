/**
 * Detects overload: more requests arrive than the server can answer. A burst also fills the queue, but a burst's queue only
 * gets shorter.
 */

/** Samples in memory, and how many of the latest measure the current rates. */
const SAMPLES = 100;
const LATEST_SAMPLES = 10;
/** A queue that was not empty in this many samples is no burst, however slowly it grows. */
const SAMPLES_OF_A_STANDING_QUEUE = 100;
/** Arrivals per departure while overload builds up. */
const GROWTH = 1.5;
/** A smaller surplus of arrivals may be chance. */
const LEAST_GROWTH = 8;
/** Fast growth needs fewer samples, because a refused request has waited through all of them. */
const SAMPLES_OF_FAST_GROWTH = 5;
const FAST_GROWTH = 2.5;
const LEAST_FAST_GROWTH = 20;

interface Sample {
  readonly atMs: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly wasEmpty: boolean;
}

export class OverloadDetector {
  private samples: Sample[] = [];
  private arrivals = 0;
  private departures = 0;
  private isOver = false;
  /** Departures per millisecond over the latest samples. */
  private rate = 0;

  get isOverloaded(): boolean {
    return this.isOver;
  }

  /** Requests that the server answers in `ms` milliseconds; at least one. */
  servedIn(ms: number): number {
    return Math.max(1, Math.floor(this.rate * ms));
  }

  noteArrival(): void {
    this.arrivals += 1;
  }

  noteDeparture(): void {
    this.departures += 1;
  }

  /** Call it every few milliseconds. @param isQueueEmpty before requests that have waited too long are refused */
  sample(atMs: number, isQueueEmpty: boolean): void {
    this.samples.push({
      atMs,
      arrivals: this.arrivals,
      departures: this.departures,
      wasEmpty: isQueueEmpty,
    });
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.arrivals = 0;
    this.departures = 0;
    const latest = this.latest(LATEST_SAMPLES);
    const tookMs = atMs - (this.samples.at(-LATEST_SAMPLES) ?? this.samples[0] ?? { atMs }).atMs;
    if (tookMs > 0) this.rate = latest.departures / tookMs;
    if (this.isOver) {
      this.isOver = !this.hasEnded();
    } else if (this.isGrowing(latest) || this.isGrowingFast() || this.isStanding()) {
      this.isOver = true;
      // Samples from before the overload do not show when it ends.
      this.samples = [];
    }
  }

  private isGrowing({ arrivals, departures }: Pick<Sample, 'arrivals' | 'departures'>): boolean {
    if (!this.hasStoodFor(LATEST_SAMPLES)) return false;
    return arrivals >= departures * GROWTH && arrivals >= departures + LEAST_GROWTH;
  }

  private isGrowingFast(): boolean {
    if (!this.hasStoodFor(SAMPLES_OF_FAST_GROWTH)) return false;
    const { arrivals, departures } = this.latest(SAMPLES_OF_FAST_GROWTH);
    return arrivals >= departures * FAST_GROWTH && arrivals >= departures + LEAST_FAST_GROWTH;
  }

  private isStanding(): boolean {
    return this.hasStoodFor(SAMPLES_OF_A_STANDING_QUEUE);
  }

  /** Whether the queue was never empty in the latest `count` samples. */
  private hasStoodFor(count: number): boolean {
    if (this.samples.length < count) return false;
    for (let at = this.samples.length - count; at < this.samples.length; at += 1) {
      if (this.samples[at]?.wasEmpty !== false) return false;
    }
    return true;
  }

  /** Sums over the latest samples except the first, whose arrivals include the burst that may have filled the queue. */
  private latest(count: number): Pick<Sample, 'arrivals' | 'departures'> {
    let arrivals = 0;
    let departures = 0;
    for (let at = Math.max(0, this.samples.length - count) + 1; at < this.samples.length; at += 1) {
      arrivals += this.samples[at]?.arrivals ?? 0;
      departures += this.samples[at]?.departures ?? 0;
    }
    return { arrivals, departures };
  }

  /** Whether the queue was empty in at least half of the samples. */
  private hasEnded(): boolean {
    return (
      this.samples.length === SAMPLES && this.samples.filter(({ wasEmpty }) => wasEmpty).length >= SAMPLES / 2
    );
  }
}
