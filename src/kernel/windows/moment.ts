/** The moment of an answer to a reader: what is within its window then, and until when that stays so. */
import { isOpen, staysUntil } from './openings.js';
import { readTimeWindow } from './time-window.js';

export class Moment {
  private change: Date | null = null;
  private hasWindows = false;

  /** @param timeZone of the organization whose content it is */
  constructor(
    readonly at: Date,
    readonly timeZone: string,
  ) {}

  /** Until when every window that was asked for stays as it is; null: for good. */
  get changesAt(): Date | null {
    return this.change;
  }

  /** Whether every window that was asked for is at another time as it is at the moment. False also where a clock went back. */
  holdsAt(other: Date): boolean {
    if (!this.hasWindows) return true;
    return this.at <= other && (this.change === null || other < this.change);
  }

  /** Whether something is shown then. @param text of its window; null: always */
  shows(text: string | null | undefined): boolean {
    if (text == null || text === '') return true;
    this.hasWindows = true;
    const window = readTimeWindow(text);
    const until = staysUntil(window, this.timeZone, this.at);
    if (until !== null && (this.change === null || until < this.change)) this.change = until;
    return isOpen(window, this.timeZone, this.at);
  }
}
