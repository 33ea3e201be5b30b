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
/** A crowd that gathers quickly is known by fewer looks, because who is refused has waited for all of them. */
const LOOKS_OF_A_RUSH = 5;
const GROWTH_OF_A_RUSH = 2.5;
const LEAST_GROWTH_OF_A_RUSH = 20;

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
    const latest = this.latest(LATEST_LOOKS);
    const tookMs = atMs - (this.looks.at(-LATEST_LOOKS) ?? this.looks[0] ?? { atMs }).atMs;
    if (tookMs > 0) this.rate = latest.departures / tookMs;
    if (this.isGathered) {
      this.isGathered = !this.hasDispersed();
    } else if (this.isGrowing(latest) || this.isRushing() || this.isStanding()) {
      this.isGathered = true;
      // How quiet it was before says nothing of when the crowd has gone.
      this.looks = [];
    }
  }

  private isGrowing({ arrivals, departures }: Pick<Look, 'arrivals' | 'departures'>): boolean {
    if (!this.hasStoodFor(LATEST_LOOKS)) return false;
    return arrivals >= departures * GROWTH && arrivals >= departures + LEAST_GROWTH;
  }

  private isRushing(): boolean {
    if (!this.hasStoodFor(LOOKS_OF_A_RUSH)) return false;
    const { arrivals, departures } = this.latest(LOOKS_OF_A_RUSH);
    return arrivals >= departures * GROWTH_OF_A_RUSH && arrivals >= departures + LEAST_GROWTH_OF_A_RUSH;
  }

  private isStanding(): boolean {
    return this.hasStoodFor(LOOKS_OF_A_STANDING_LINE);
  }

  /** Whether in so many looks the line was never empty. */
  private hasStoodFor(count: number): boolean {
    if (this.looks.length < count) return false;
    for (let at = this.looks.length - count; at < this.looks.length; at += 1) {
      if (this.looks[at]?.wasEmpty !== false) return false;
    }
    return true;
  }

  /** Sums of the latest looks but the first of them: that of a line also counts what made it, which may have been one burst. */
  private latest(count: number): Pick<Look, 'arrivals' | 'departures'> {
    let arrivals = 0;
    let departures = 0;
    for (let at = Math.max(0, this.looks.length - count) + 1; at < this.looks.length; at += 1) {
      arrivals += this.looks[at]?.arrivals ?? 0;
      departures += this.looks[at]?.departures ?? 0;
    }
    return { arrivals, departures };
  }

  /** Whether as often as not nobody had to wait. */
  private hasDispersed(): boolean {
    return this.looks.length === LOOKS && this.looks.filter(({ wasEmpty }) => wasEmpty).length >= LOOKS / 2;
  }
}
