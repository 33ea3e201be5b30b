import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Admission, type Turn } from '../../src/http/admission/admission.js';
import type { CongestionMeter } from '../../src/http/admission/congestion.js';
import { ConcurrencyLimit } from '../../src/http/admission/concurrency-limit.js';
import { FairLine } from '../../src/fair-line.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a fair line', () => {
  const lineOf = (...keys: readonly string[]) => {
    const line = new FairLine<{ readonly key: string; readonly at: number }>();
    for (const [at, key] of keys.entries()) line.push({ key, at });
    return line;
  };

  test('serves keys by turns, and the entries of a key in their order', () => {
    const line = lineOf('a', 'a', 'a', 'b', 'c', 'b');
    const served = Array.from({ length: 7 }, () => line.shift()?.at ?? null);
    expect(served).toEqual([0, 3, 4, 1, 5, 2, null]);
    expect(line.size).toBe(0);
  });

  test('drops the last of whoever has most, and takes out what is to go', () => {
    const line = lineOf('a', 'b', 'b', 'b', 'a');
    expect(line.dropFromLongest()).toEqual({ key: 'b', at: 3 });
    expect(line.takeWhere(({ at }) => at < 2)).toEqual([
      { key: 'a', at: 0 },
      { key: 'b', at: 1 },
    ]);
    expect([line.shift()?.at, line.shift()?.at, line.size]).toEqual([4, 2, 0]);
  });
});

describe('a limit of requests at work', () => {
  test('falls while there is congestion, down to the least, and grows again one by one when it was reached', () => {
    const limit = new ConcurrencyLimit({ least: 3, most: 14 });
    expect(limit.value).toBe(12);
    limit.adapt(1.5);
    expect(limit.value).toBe(10);
    for (let count = 0; count < 20; count += 1) limit.adapt(2);
    expect(limit.value).toBe(3);
    limit.adapt(0);
    expect(limit.value).toBe(3);
    for (let count = 0; count < 20; count += 1) {
      limit.noteReached();
      limit.adapt(0);
    }
    expect(limit.value).toBe(14);
  });
});

describe('admission', () => {
  const open = (
    most: number,
    congestion: CongestionMeter = { start: () => {}, stop: () => {}, read: () => 0 },
  ) => new Admission({ least: most, most, patienceMs: 2000, congestion, now: () => Date.now() });
  /** What has become of a request that asked to enter. */
  const asked = (admission: Admission, key: string) => {
    const request: { turn: Turn | null; isRefused: boolean } = { turn: null, isRefused: false };
    Promise.resolve(admission.enter(key)).then(
      (turn) => (request.turn = turn),
      () => (request.isRefused = true),
    );
    return request;
  };

  test('lets the next one in when one leaves, by turns of their keys', async () => {
    const admission = open(1);
    const first = asked(admission, 'a');
    await vi.advanceTimersByTimeAsync(0);
    const greedy = [asked(admission, 'a'), asked(admission, 'a')];
    const modest = asked(admission, 'b');
    first.turn?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect([greedy[0]?.turn === null, modest.turn === null]).toEqual([false, true]);
    greedy[0]?.turn?.leave();
    greedy[0]?.turn?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect([modest.turn === null, greedy[1]?.turn === null]).toEqual([false, true]);
    admission.close();
  });

  /** Each request that is let in works for so long. */
  const working = (admission: Admission, key: string, workMs: number) => {
    const outcome: { waitedMs: number; isRefused: boolean | null } = { waitedMs: 0, isRefused: null };
    const since = Date.now();
    const settle = (isRefused: boolean) => {
      outcome.isRefused = isRefused;
      outcome.waitedMs = Date.now() - since;
    };
    Promise.resolve(admission.enter(key)).then(
      (turn) => {
        settle(false);
        setTimeout(() => turn.leave(), workMs);
      },
      () => settle(true),
    );
    return outcome;
  };

  test('lets a whole burst wait for its turn', async () => {
    const admission = open(2);
    const burst = Array.from({ length: 200 }, () => working(admission, 'a', 10));
    await vi.advanceTimersByTimeAsync(1500);
    expect(burst.filter(({ isRefused }) => isRefused === false)).toHaveLength(200);
    admission.close();
  });

  test('measures congestion only while somebody is at work', async () => {
    let isMeasured = false;
    const congestion = {
      start: () => void (isMeasured = true),
      stop: () => void (isMeasured = false),
      read: () => 0,
    };
    const admission = open(1, congestion);
    expect(isMeasured).toBe(false);
    const turn = await admission.enter('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(isMeasured).toBe(true);
    turn.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(isMeasured).toBe(false);
    await admission.enter('a');
    expect(isMeasured).toBe(true);
    admission.close();
    expect(isMeasured).toBe(false);
  });

  test('lets nobody wait for longer than a burst lasts', async () => {
    const admission = open(1);
    working(admission, 'a', 100_000);
    await vi.advanceTimersByTimeAsync(0);
    const waiting = working(admission, 'b', 10);
    await vi.advanceTimersByTimeAsync(900);
    expect(waiting.isRefused).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(waiting.isRefused).toBe(true);
    admission.close();
  });

  test('refuses a crowd at once, keeps serving as many as it can, and forgets the crowd when it has gone', async () => {
    const admission = open(2);
    const quiet: ReturnType<typeof working>[] = [];
    for (let ms = 0; ms < 1500; ms += 10) {
      quiet.push(working(admission, 'a', 10));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(quiet.filter(({ isRefused }) => isRefused)).toHaveLength(0);
    const crowd: ReturnType<typeof working>[] = [];
    // Two places of 10 ms each serve 200 a second; a thousand come.
    for (let ms = 0; ms < 3000; ms += 1) {
      crowd.push(working(admission, `key ${ms % 7}`, 10));
      await vi.advanceTimersByTimeAsync(1);
    }
    const settled = crowd.slice(150);
    const served = settled.filter(({ isRefused }) => isRefused === false);
    const refused = settled.filter(({ isRefused }) => isRefused === true);
    expect(served.length).toBeGreaterThan(500);
    expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(30);
    expect(Math.max(...served.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(40);
    await vi.advanceTimersByTimeAsync(1100);
    const burst = Array.from({ length: 100 }, () => working(admission, 'a', 10));
    await vi.advanceTimersByTimeAsync(1000);
    expect(burst.filter(({ isRefused }) => isRefused === false)).toHaveLength(100);
    admission.close();
  });

  test('knows a rush of several times as many before it has waited for long, and serves a burst as large', async () => {
    const admission = open(2);
    const quiet = Array.from({ length: 2 }, () => working(admission, 'a', 10));
    await vi.advanceTimersByTimeAsync(200);
    const rush: ReturnType<typeof working>[] = [];
    // As above: 200 a second are served.
    for (let ms = 0; ms < 500; ms += 1) {
      rush.push(working(admission, 'a', 10));
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(3000);
    const refused = rush.filter(({ isRefused }) => isRefused === true);
    expect(refused.length).toBeGreaterThan(200);
    expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(70);
    const burst = Array.from({ length: 40 }, () => working(admission, 'a', 10));
    await vi.advanceTimersByTimeAsync(1000);
    expect([...quiet, ...burst].every(({ isRefused }) => isRefused === false)).toBe(true);
    admission.close();
  });

  test('a turn that was left for a slow body is taken again without waiting', async () => {
    const admission = open(1);
    const slow = asked(admission, 'a');
    await vi.advanceTimersByTimeAsync(0);
    slow.turn?.leave();
    const other = asked(admission, 'b');
    await vi.advanceTimersByTimeAsync(0);
    slow.turn?.rejoin();
    expect(admission.counts.atWork).toBe(2);
    other.turn?.leave();
    slow.turn?.leave();
    expect(admission.counts).toMatchObject({ atWork: 0, waiting: 0 });
    admission.close();
  });
});
