/** Long lists in parts: SQL takes only so many values in a statement, and other requests want their turn. */
import { setImmediate } from 'node:timers/promises';

const PART = 200;

export function* inParts<T>(items: readonly T[], size = PART): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Lets everything else that waits have its turn. */
export async function giveWay(): Promise<void> {
  await setImmediate();
}
