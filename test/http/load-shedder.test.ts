import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  LoadShedder,
  type Turn,
  type CongestionMeter,
  ConcurrencyLimit,
} from '../../src/http/admission/load-shedder.js';
import { FairQueue } from '../../src/kernel/fair-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a fair queue', () => {
  const queueOf = (...keys: readonly string[]) => {
    const queue = new FairQueue<{ readonly key: string; readonly at: number }>();
    for (const [at, key] of keys.entries()) queue.push({ key, at });
    return queue;
  };

  test('serves the keys in turn, and the entries of a key in order', () => {
    const queue = queueOf('a', 'a', 'a', 'b', 'c', 'b');
    const served = Array.from({ length: 7 }, () => queue.shift()?.at ?? null);
    expect(served).toEqual([0, 3, 4, 1, 5, 2, null]);
    expect(queue.size).toBe(0);
  });

  test('drops the last entry of the longest queue, and removes entries by a condition', () => {
    const queue = queueOf('a', 'b', 'b', 'b', 'a');
    expect(queue.dropFromLongest()).toEqual({ key: 'b', at: 3 });
    expect(queue.takeWhere(({ at }) => at < 2)).toEqual([
      { key: 'a', at: 0 },
      { key: 'b', at: 1 },
    ]);
    expect([queue.shift()?.at, queue.shift()?.at, queue.size]).toEqual([4, 2, 0]);
  });
});

describe('a concurrency limit', () => {
  test('falls under congestion, down to the minimum, and grows by one each time it was reached', () => {
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

describe('a load shedder', () => {
  const open = (
    most: number,
    congestion: CongestionMeter = { start: () => {}, stop: () => {}, read: () => 0 },
  ) => new LoadShedder({ least: most, most, patienceMs: 2000, congestion, now: () => Date.now() });
  /** The outcome of a request. */
  const asked = (shedder: LoadShedder, key: string) => {
    const request: { turn: Turn | null; isRefused: boolean } = { turn: null, isRefused: false };
    Promise.resolve(shedder.enter(key)).then(
      (turn) => (request.turn = turn),
      () => (request.isRefused = true),
    );
    return request;
  };

  test('lets the next one in when one leaves, taking keys in turn', async () => {
    const shedder = open(1);
    const first = asked(shedder, 'a');
    await vi.advanceTimersByTimeAsync(0);
    const greedy = [asked(shedder, 'a'), asked(shedder, 'a')];
    const modest = asked(shedder, 'b');
    first.turn?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect([greedy[0]?.turn === null, modest.turn === null]).toEqual([false, true]);
    greedy[0]?.turn?.leave();
    greedy[0]?.turn?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect([modest.turn === null, greedy[1]?.turn === null]).toEqual([false, true]);
    shedder.close();
  });

  /** Each request that is let in works for so long. */
  const working = (shedder: LoadShedder, key: string, workMs: number) => {
    const outcome: { waitedMs: number; isRefused: boolean | null } = { waitedMs: 0, isRefused: null };
    const since = Date.now();
    const settle = (isRefused: boolean) => {
      outcome.isRefused = isRefused;
      outcome.waitedMs = Date.now() - since;
    };
    Promise.resolve(shedder.enter(key)).then(
      (turn) => {
        settle(false);
        setTimeout(() => turn.leave(), workMs);
      },
      () => settle(true),
    );
    return outcome;
  };

  test('queues a whole burst', async () => {
    const shedder = open(2);
    const burst = Array.from({ length: 200 }, () => working(shedder, 'a', 10));
    await vi.advanceTimersByTimeAsync(1500);
    expect(burst.filter(({ isRefused }) => isRefused === false)).toHaveLength(200);
    shedder.close();
  });

  test('measures congestion only while requests run', async () => {
    let isMeasured = false;
    const congestion = {
      start: () => void (isMeasured = true),
      stop: () => void (isMeasured = false),
      read: () => 0,
    };
    const shedder = open(1, congestion);
    expect(isMeasured).toBe(false);
    const turn = await shedder.enter('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(isMeasured).toBe(true);
    turn.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(isMeasured).toBe(false);
    await shedder.enter('a');
    expect(isMeasured).toBe(true);
    shedder.close();
    expect(isMeasured).toBe(false);
  });

  test('refuses a request that has waited longer than a burst lasts', async () => {
    const shedder = open(1);
    working(shedder, 'a', 100_000);
    await vi.advanceTimersByTimeAsync(0);
    const waiting = working(shedder, 'b', 10);
    await vi.advanceTimersByTimeAsync(900);
    expect(waiting.isRefused).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(waiting.isRefused).toBe(true);
    shedder.close();
  });

  test('under overload refuses at once, keeps serving at capacity, and recovers when the overload ends', async () => {
    const shedder = open(2);
    const quiet: ReturnType<typeof working>[] = [];
    for (let ms = 0; ms < 1500; ms += 10) {
      quiet.push(working(shedder, 'a', 10));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(quiet.filter(({ isRefused }) => isRefused)).toHaveLength(0);
    const overload: ReturnType<typeof working>[] = [];
    // Two places of 10 ms each serve 200 requests a second; 1,000 arrive.
    for (let ms = 0; ms < 3000; ms += 1) {
      overload.push(working(shedder, `key ${ms % 7}`, 10));
      await vi.advanceTimersByTimeAsync(1);
    }
    const settled = overload.slice(150);
    const served = settled.filter(({ isRefused }) => isRefused === false);
    const refused = settled.filter(({ isRefused }) => isRefused === true);
    expect(served.length).toBeGreaterThan(500);
    expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(30);
    expect(Math.max(...served.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(40);
    await vi.advanceTimersByTimeAsync(1100);
    const burst = Array.from({ length: 100 }, () => working(shedder, 'a', 10));
    await vi.advanceTimersByTimeAsync(1000);
    expect(burst.filter(({ isRefused }) => isRefused === false)).toHaveLength(100);
    shedder.close();
  });

  test('detects a fast overload before requests have waited long, and still serves a burst of that size', async () => {
    const shedder = open(2);
    const quiet = Array.from({ length: 2 }, () => working(shedder, 'a', 10));
    await vi.advanceTimersByTimeAsync(200);
    const overload: ReturnType<typeof working>[] = [];
    // As above: capacity is 200 requests a second.
    for (let ms = 0; ms < 500; ms += 1) {
      overload.push(working(shedder, 'a', 10));
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(3000);
    const refused = overload.filter(({ isRefused }) => isRefused === true);
    expect(refused.length).toBeGreaterThan(200);
    expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(70);
    const burst = Array.from({ length: 40 }, () => working(shedder, 'a', 10));
    await vi.advanceTimersByTimeAsync(1000);
    expect([...quiet, ...burst].every(({ isRefused }) => isRefused === false)).toBe(true);
    shedder.close();
  });

  test('takes its place again without waiting after a slow upload', async () => {
    const shedder = open(1);
    const slow = asked(shedder, 'a');
    await vi.advanceTimersByTimeAsync(0);
    slow.turn?.leave();
    const other = asked(shedder, 'b');
    await vi.advanceTimersByTimeAsync(0);
    slow.turn?.rejoin();
    expect(shedder.counts.atWork).toBe(2);
    other.turn?.leave();
    slow.turn?.leave();
    expect(shedder.counts).toMatchObject({ atWork: 0, waiting: 0 });
    shedder.close();
  });
});
