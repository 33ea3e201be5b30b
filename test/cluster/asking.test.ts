/** What those who ask and those who search say to each other, and what becomes of questions that nobody answers. */
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { LoupeError } from '../../src/kernel/errors.js';
import { Asking } from '../../src/cluster/asking.js';
import { pack, subjectsOf } from '../../src/cluster/messages.js';
import { Presence } from '../../src/cluster/presence.js';
import { Searcher } from '../../src/cluster/searcher.js';
import type { Vision } from '../../src/engine-host/vision.js';
import { EngineError } from '../../src/engine-host/engine-error.js';
import { MemoryLine } from './memory-line.js';

const subjects = subjectsOf('installation');
const freely = { enter: () => Promise.resolve({ leave: () => undefined }), close: () => undefined };
const question = async (signal?: AbortSignal) => {
  const what = { kind: 'search', indexIds: ['index'], dna: new Uint8Array(8), limit: 10 };
  const message = await pack({ id: 'question', seen: { index: 7 }, what }, 1e6);
  return { id: 'question', whom: { part: 0 }, message, headers: {}, signal };
};

/** A searcher whose searches do as told. */
async function searching(line: MemoryLine, search: Vision['search'], admission = freely): Promise<Searcher> {
  const vision = { isWarm: true, search } as unknown as Vision;
  const logger = pino({ level: 'silent' });
  const searcher = new Searcher({ line, subjects, parts: [0], vision, admission, logger });
  searcher.start();
  await vi.waitUntil(() => line.said.includes(subjects.here));
  return searcher;
}
const asking = (line: MemoryLine, timeoutMs = 20_000) =>
  new Asking(line, subjects, new Presence(line, subjects, 1), timeoutMs);
const unused = () => Promise.reject(new Error('Nobody asks for this.'));

test('a question brings the numbers that must be seen, and an answer what was found', async () => {
  const line = new MemoryLine();
  const found = {
    hits: [],
    queryKeypointCount: 3,
    isFirstLookEnough: false,
    timing: { decodeMs: 0, extractMs: 0, searchMs: 1, verifyMs: 2 },
  };
  const search = vi.fn<Vision['search']>(() => Promise.resolve(found));
  await searching(line, search);
  expect(await asking(line).ask(await question())).toEqual(found);
  expect(search.mock.calls[0]?.[2]).toMatchObject({ limit: 10, seen: new Map([['index', 7]]) });
});

test.each(['DNA_CORRUPT', 'INVALID_ARGUMENT', 'QUEUE_FULL', 'UNKNOWN_KEY'] as const)(
  'the failure %s comes back by its name, and nobody is asked again',
  async (code) => {
    const line = new MemoryLine();
    const search = vi.fn<Vision['search']>(() => Promise.reject(new EngineError(code, 'What to do.')));
    await searching(line, search);
    await expect(asking(line).ask(await question())).rejects.toMatchObject({ code, message: 'What to do.' });
    expect(search).toHaveBeenCalledTimes(1);
  },
);

test('a defect of a searcher reveals no detail, and shedding answers as a full queue', async () => {
  const line = new MemoryLine();
  await searching(line, () => Promise.reject(new TypeError('secret')));
  const failed = asking(line).ask(await question());
  await expect(failed).rejects.toMatchObject({
    code: 'INTERNAL',
    message: expect.not.stringContaining('secret'),
  });

  const crowded = new MemoryLine();
  const sheds = { ...freely, enter: () => Promise.reject(new LoupeError('OVERLOADED', 'Later.')) };
  await searching(crowded, unused, sheds);
  await expect(asking(crowded).ask(await question())).rejects.toMatchObject({ code: 'QUEUE_FULL' });
});

test('one that refuses because it ends or lags behind is left for another one', async () => {
  const line = new MemoryLine();
  let count = 0;
  await searching(line, () => {
    count += 1;
    return count === 1
      ? Promise.reject(new EngineError('BEHIND', 'Later.'))
      : Promise.resolve({
          hits: [],
          queryKeypointCount: 1,
          isFirstLookEnough: false,
          timing: { decodeMs: 0, extractMs: 0, searchMs: 0, verifyMs: 0 },
        });
  });
  expect(await asking(line).ask(await question())).toMatchObject({ queryKeypointCount: 1 });
  expect(line.said.filter((subject) => subject === subjects.again(0))).toHaveLength(1);
});

test('one that the database has left is no defect: another one is asked, and where all are left, it is UNREACHABLE', async () => {
  const line = new MemoryLine();
  const gone = Object.assign(new Error('terminating connection'), { code: '57P02' });
  const search = vi.fn<Vision['search']>(() =>
    Promise.reject(new EngineError('INTERNAL', 'The feed was not read.', { cause: gone })),
  );
  await searching(line, search);
  await expect(asking(line).ask(await question())).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(search).toHaveBeenCalledTimes(2);
});

test('a question that nobody hears, or nobody answers in time, is UNREACHABLE', async () => {
  const line = new MemoryLine();
  await expect(asking(line).ask(await question())).rejects.toMatchObject({ code: 'UNREACHABLE' });
  line.listen(subjects.search(0), () => undefined, 'searchers');
  line.listen(subjects.again(0), () => undefined);
  await expect(asking(line, 100).ask(await question())).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(line.said.at(-1)).toBe(subjects.abort);
  line.isUp = false;
  await expect(asking(line).ask(await question())).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

test('a search that takes long is waited for, and done once however often it is asked for', async () => {
  const line = new MemoryLine();
  let finish: () => void = () => undefined;
  const search = vi.fn<Vision['search']>(
    () =>
      new Promise((resolve) => {
        const timing = { decodeMs: 0, extractMs: 0, searchMs: 0, verifyMs: 0 };
        finish = () => resolve({ hits: [], queryKeypointCount: 1, isFirstLookEnough: false, timing });
      }),
  );
  await searching(line, search);
  const asked = asking(line);
  const first = asked.ask(await question());
  await vi.waitUntil(() => search.mock.calls.length === 1);
  line.publish(subjects.again(0), (await question()).message, { reply: 'nowhere' });
  // Longer than one that says nothing is waited for.
  await vi.waitUntil(() => line.said.filter((subject) => subject.includes('INBOX')).length >= 6, {
    timeout: 20_000,
  });
  finish();
  expect(await first).toMatchObject({ queryKeypointCount: 1 });
  expect(search).toHaveBeenCalledTimes(1);
  expect(line.said).not.toContain(subjects.search(1));
});

test('who leaves ends the search at the searcher', async () => {
  const line = new MemoryLine();
  const ended = new Promise((resolve) => {
    void searching(line, (_ids, _query, { signal }) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          resolve(true);
          reject(new EngineError('ABORTED', 'The job was aborted.'));
        });
        caller.abort();
      });
    });
  });
  const caller = new AbortController();
  await vi.waitUntil(() => line.said.includes(subjects.here));
  await expect(asking(line).ask(await question(caller.signal))).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await ended).toBe(true);
});

test('a searcher that leaves answers what it has, and takes nothing new', async () => {
  const line = new MemoryLine();
  let finish: () => void = () => undefined;
  const search = vi.fn<Vision['search']>(
    () => new Promise((_, reject) => (finish = () => reject(new EngineError('UNKNOWN_KEY', 'Gone.')))),
  );
  const searcher = await searching(line, search);
  const first = asking(line).ask(await question());
  await vi.waitUntil(() => search.mock.calls.length === 1);
  const left = searcher.leave();
  await expect(asking(line).ask({ ...(await question()), id: 'other' })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
  finish();
  await expect(first).rejects.toMatchObject({ code: 'UNKNOWN_KEY' });
  await left;
});

test('bytes that are no question disturb nobody', async () => {
  const line = new MemoryLine();
  await searching(line, () => Promise.reject(new EngineError('UNKNOWN_KEY', 'Gone.')));
  for (const bytes of [Buffer.alloc(0), Buffer.from('nonsense'), await pack({ id: 1 }, 1000)])
    line.publish(subjects.search(0), bytes, { reply: 'nowhere' });
  for (const subject of [subjects.changed, subjects.dropped, subjects.abort])
    line.publish(subject, Buffer.from('{'));
  await expect(asking(line).ask(await question())).rejects.toMatchObject({ code: 'UNKNOWN_KEY' });
});

test('while NATS is away nobody is asked, and what was asked before ends', async () => {
  const line = new MemoryLine();
  await searching(line, () => new Promise(() => undefined));
  const asks = asking(line);
  const away = { code: 'UNREACHABLE', message: expect.stringContaining('NATS') as string };
  const before = asks.ask(await question());
  await vi.waitUntil(() => line.said.includes(subjects.search(0)) || line.said.length > 2);
  line.goAway();
  await expect(before).rejects.toMatchObject(away);
  const said = line.said.filter((subject) => subject !== subjects.abort).length;
  await expect(asks.ask(await question())).rejects.toMatchObject(away);
  expect(line.said.filter((subject) => subject !== subjects.abort)).toHaveLength(said);
});
