/**
 * How many requests may work at a time: fewer while those that work get in each other's way, more when there is room
 * (additive increase, multiplicative decrease, as congestion control of TCP has it: RFC 5681).
 */

/** Share of the limit that is left after a look that found congestion. */
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

  /** Notes that there was more to do than the limit allowed: only then is more room of use. */
  noteReached(): void {
    this.wasReached = true;
  }

  /** @param congestion measured over the time since the last call: 1 is as much as is wanted */
  adapt(congestion: number): void {
    const { least, most } = this.bounds;
    if (congestion > 1) this.current = Math.max(least, this.current * DECREASE);
    else if (congestion < ROOM && this.wasReached) this.current = Math.min(most, this.current + 1);
    this.wasReached = false;
  }
}
