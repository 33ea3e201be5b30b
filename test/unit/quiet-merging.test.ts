import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { QuietMerging } from '../../src/engine-host/indexes/quiet-merging.js';

const QUIET_MS = 1000;
const merged: string[] = [];
const failures: (readonly [string, unknown])[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  merged.length = 0;
  failures.length = 0;
});
afterEach(() => vi.useRealTimers());

const noteMerged = (id: string): Promise<void> => {
  merged.push(id);
  return Promise.resolve();
};

function newMerging(merge = noteMerged): QuietMerging {
  return new QuietMerging({
    quietMs: QUIET_MS,
    merge,
    onFailure: (id, error) => failures.push([id, error]),
  });
}

test('an index is merged once, when it has been left alone for long enough', async () => {
  const merging = newMerging();
  merging.note('a');
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
  merging.note('a');
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
  expect(merged).toEqual([]);
  await vi.advanceTimersByTimeAsync(10 * QUIET_MS);
  expect(merged).toEqual(['a']);
});

test('indexes are merged one after the other, and one that changes meanwhile later', async () => {
  const ends: (() => void)[] = [];
  const merging = newMerging((id) => {
    merged.push(id);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  for (const id of ['a', 'b', 'c']) merging.note(id);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(merged).toEqual(['a']);
  merging.note('b');
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(merged).toEqual(['a', 'c']);
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(merged).toEqual(['a', 'c', 'b']);
});

test('failures are reported, and others are merged all the same', async () => {
  const full = new Error('The disk is full.');
  const merging = newMerging((id) => (id === 'a' ? Promise.reject(full) : noteMerged(id)));
  for (const id of ['a', 'b']) merging.note(id);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(failures).toEqual([['a', full]]);
  expect(merged).toEqual(['b']);
});

test('its end waits for what is under way and begins nothing more', async () => {
  let finish = () => {};
  const merging = newMerging((id) => {
    merged.push(id);
    return new Promise<void>((resolve) => (finish = resolve));
  });
  for (const id of ['a', 'b']) merging.note(id);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  let hasEnded = false;
  const end = merging.end().then(() => (hasEnded = true));
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(hasEnded).toBe(false);
  finish();
  await end;
  merging.note('c');
  await vi.advanceTimersByTimeAsync(2 * QUIET_MS);
  expect(merged).toEqual(['a']);
});
