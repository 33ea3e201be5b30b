/** Long lists in parts: SQL takes only so many values in a statement, and other requests want their turn. */
import { setImmediate } from 'node:timers/promises';

const PART = 200;

export function* inParts<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += PART) yield items.slice(from, from + PART);
}

/** Lets everything else that waits have its turn. */
export async function giveWay(): Promise<void> {
  await setImmediate();
}
