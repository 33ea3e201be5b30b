/**
 * Statements of SQLite are answered at once, so that work which consists of many would never let the event loop go on by
 * itself: whoever asks for one more after a while gives way first.
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

/** Lets others have their turn where this one has lasted for long. */
export async function endLongTurn(): Promise<void> {
  while (isLong()) await giveWay();
}
