/**
 * Statements of SQLite complete synchronously, so a long series of them would never yield to the event loop by
 * itself: after a while, the next statement yields first.
 */
import { giveWay } from './in-parts.js';

/** How long statements may follow each other, in milliseconds. */
const LONGEST_MS = 8;

let since: number | null = null;

/** Whether this turn of the event loop has lasted for long, as far as statements were asked for in it. */
function isLong(): boolean {
  const now = performance.now();
  if (since === null) {
    since = now;
    setImmediate(() => (since = null));
  }
  return now - since > LONGEST_MS;
}

/** Yields to the event loop once this turn of it has lasted for long. */
export async function yieldAfterLongTurn(): Promise<void> {
  while (isLong()) await giveWay();
}
