import type { Clock } from '../../../src/kernel/clock.js';

/** A clock that stands still until a test moves it. */
export class MovableClock implements Clock {
  private timeMs = Date.UTC(2026, 0, 15, 12);

  now(): Date {
    return new Date(this.timeMs);
  }

  /** @param instant in ISO 8601, with its zone */
  to(instant: string): void {
    this.timeMs = Date.parse(instant);
  }

  forward({ days = 0, minutes = 0, seconds = 0 }): void {
    this.timeMs += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
  }
}
