/**
 * Tells a crowd, of which more come than can be served, from a burst, which passes: both make a line, but a burst's line only gets
 * shorter.
 */

/** Looks that are remembered, and those of them that tell of the last moments. */
const LOOKS = 100;
const LATEST_LOOKS = 10;
/** A line that never was empty for so many looks is no burst, however slowly it grows. */
const LOOKS_OF_A_STANDING_LINE = 100;
/** So many times more come than are served while a crowd gathers. */
const GROWTH = 1.5;
/** Fewer than so many more may be chance. */
const LEAST_GROWTH = 8;

interface Look {
  readonly atMs: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly wasEmpty: boolean;
}

export class Crowd {
  private looks: Look[] = [];
  private arrivals = 0;
  private departures = 0;
  private isGathered = false;
  /** Of the latest looks, departures in a millisecond. */
  private rate = 0;

  /** Whether there are more than can be served. */
  get isThere(): boolean {
    return this.isGathered;
  }

  /** How many are served in so many milliseconds; at least one. */
  servedIn(ms: number): number {
    return Math.max(1, Math.floor(this.rate * ms));
  }

  noteArrival(): void {
    this.arrivals += 1;
  }

  noteDeparture(): void {
    this.departures += 1;
  }

  /** To be called every few milliseconds. @param isLineEmpty before anybody is refused for having waited */
  look(atMs: number, isLineEmpty: boolean): void {
    this.looks.push({
      atMs,
      arrivals: this.arrivals,
      departures: this.departures,
      wasEmpty: isLineEmpty,
    });
    if (this.looks.length > LOOKS) this.looks.shift();
    this.arrivals = 0;
    this.departures = 0;
    const latest = this.looks.slice(-LATEST_LOOKS);
    const departures = sum(latest.slice(1).map((look) => look.departures));
    const tookMs = atMs - (latest[0]?.atMs ?? atMs);
    if (tookMs > 0) this.rate = departures / tookMs;
    if (this.isGathered) {
      this.isGathered = !this.hasDispersed();
    } else if (this.isGrowing(latest) || this.isStanding()) {
      this.isGathered = true;
      // How quiet it was before says nothing of when the crowd has gone.
      this.looks = [];
    }
  }

  private isGrowing(latest: readonly Look[]): boolean {
    if (latest.length < LATEST_LOOKS || latest.some(({ wasEmpty }) => wasEmpty)) return false;
    // The first look of a line also counts what made it, which may have been one burst.
    const since = latest.slice(1);
    const arrivals = sum(since.map((look) => look.arrivals));
    const departures = sum(since.map((look) => look.departures));
    return arrivals >= departures * GROWTH && arrivals >= departures + LEAST_GROWTH;
  }

  private isStanding(): boolean {
    const looks = this.looks.slice(-LOOKS_OF_A_STANDING_LINE);
    return looks.length === LOOKS_OF_A_STANDING_LINE && looks.every(({ wasEmpty }) => !wasEmpty);
  }

  /** Whether as often as not nobody had to wait. */
  private hasDispersed(): boolean {
    return this.looks.length === LOOKS && this.looks.filter(({ wasEmpty }) => wasEmpty).length >= LOOKS / 2;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
