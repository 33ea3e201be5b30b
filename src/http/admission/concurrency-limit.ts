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
