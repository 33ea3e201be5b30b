/** Long lists in parts: SQL limits the values of a statement, and other requests need their turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitFor } from '../kernel/current-request.js';

/** Members of a part, and rows that one statement changes: SQLite works on them at one go. */
const PART = 200;

export function* inParts<T>(items: readonly T[], size = PART): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Does something for each part of a list, one after the other, and yields to the event loop after each. */
export async function eachPart<T>(
  items: readonly T[],
  work: (part: T[]) => Promise<void>,
  size = PART,
): Promise<void> {
  for (const part of inParts(items, size)) {
    await work(part);
    await giveWay();
  }
}

/**
 * Lets everything else that waits have its turn. Within a transaction, too: what reads or writes by the same connection waits
 * for its end all the same.
 */
export async function giveWay(): Promise<void> {
  await waitFor(nextTurn());
}

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

/**
 * Yields to the event loop once this turn of it has lasted for long. Statements of SQLite complete synchronously, so a long
 * series of them would never yield by itself: after a while, the next statement yields first.
 */
export async function yieldAfterLongTurn(): Promise<void> {
  while (isLong()) await giveWay();
}
