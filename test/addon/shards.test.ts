/** Searching through shards that a function asks, as it looks from JavaScript. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addon,
  type NativeIndex,
  type NativeShardQuestion,
  VOCABULARY_PATH,
} from '../../src/engine-host/native.js';
import { makePicture, smallInPhoto } from '../kit/files/rasters.js';

const SHARDS = 3;
const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
const whole = engine.createIndex();
const shards: NativeIndex[] = [];
const list = Array.from({ length: SHARDS }, (_, number) => ({ index: 0, number, count: SHARDS }));
afterAll(() => engine.close());

beforeAll(async () => {
  const changes = [];
  for (let key = 1; key <= 12; key += 1)
    changes.push({ key, dna: (await engine.extract(makePicture(key), 'reference')).dna });
  await whole.apply(changes);
  for (let number = 0; number < SHARDS; number += 1) {
    const shard = engine.createIndex();
    await shard.apply(changes.filter(({ key }) => key % SHARDS === number));
    shards.push(shard);
  }
});

const held = (asked: readonly number[]) =>
  list.flatMap((shard, at) => (asked.includes(at) ? [{ ...shard, held: shards[at] }] : []));
/** The first shard answers by itself, the others together. */
const ask = async (questions: readonly NativeShardQuestion[]) =>
  Promise.all(
    questions.map(async ({ shards: asked, message }) => {
      const groups = [asked.filter((at) => at === 0), asked.filter((at) => at > 0)];
      return Promise.all(
        groups
          .filter(({ length }) => length > 0)
          .map(async (some) => ({ shards: some, answer: await engine.answerShards(held(some), message) })),
      );
    }),
  );
const photoOf = async (key: number) =>
  (await engine.extract(smallInPhoto(100 + key, makePicture(key), 200, 100), 'query')).dna;
const codeOf = async (job: Promise<unknown>): Promise<unknown> =>
  job.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('photos find in shards what they find in one index', async () => {
  for (const key of [1, 2, 3, 7, 40]) {
    const dna = await photoOf(key);
    const expected = await engine.search([whole], { dna }, { limit: 10 });
    const found = await engine.searchShards(list, dna, { limit: 10 }, undefined, ask);
    expect(found.hits).toEqual(expected.hits);
    expect(found.hasLookedCloser).toBe(expected.hasLookedCloser);
    expect(found.isFirstLookEnough).toBe(expected.isFirstLookEnough);
    expect(found.hits.some(({ key: each, decision }) => each === key && decision === 'Match')).toBe(key < 40);
  }
});

test('shards that are held here are asked by nobody', async () => {
  const mixed = list.map((shard, at) => ({ ...shard, held: at === 1 ? undefined : shards[at] }));
  const asked = new Set<number>();
  const own = list.map((shard, at) => ({ ...shard, held: shards[at] }));
  for (const key of [1, 2, 3, 40]) {
    const dna = await photoOf(key);
    const { hits } = await engine.search([whole], { dna }, { limit: 10 });
    const found = await engine.searchShards(mixed, dna, { limit: 10 }, undefined, async (questions) => {
      for (const { shards: positions } of questions) for (const at of positions) asked.add(at);
      return ask(questions);
    });
    expect(found.hits).toEqual(hits);
    const never = () => Promise.reject(new Error('Nobody is to be asked.'));
    expect((await engine.searchShards(own, dna, { limit: 10 }, undefined, never)).hits).toEqual(hits);
  }
  expect([...asked]).toEqual([1]);
});

test('conflicts of a picture leave out the picture itself in its shard, too', async () => {
  const { dna } = await engine.extract(makePicture(5), 'reference');
  const own = { limit: 10, selfIndex: 0, selfKey: 5 };
  const found = await engine.searchShards(list, dna, { ...own, isForConflicts: true }, undefined, ask);
  expect(found.hits).toEqual((await engine.conflicts([whole], dna, own)).hits);
  expect(found.hits.map(({ key }) => key)).not.toContain(5);
});

test('a search fails when a shard fails, answers nonsense, or one answer is missing', async () => {
  const dna = await photoOf(1);
  const search = async (answer: Parameters<typeof engine.searchShards>[4]) =>
    codeOf(engine.searchShards(list, dna, { limit: 1 }, undefined, answer));
  expect(await search(() => Promise.reject(new Error('gone')))).toBe('INTERNAL');
  expect(
    await search(() => {
      throw new Error('at once');
    }),
  ).toBe('INTERNAL');
  expect(await search(async (questions) => (await ask(questions)).slice(1))).toBe('INTERNAL');
  expect(await search(async (questions) => (await ask(questions)).map((answers) => answers.slice(1)))).toBe(
    'INTERNAL',
  );
  const senseless = (questions: readonly NativeShardQuestion[]) =>
    Promise.resolve(questions.map(({ shards: asked }) => [{ shards: asked, answer: Buffer.alloc(3) }]));
  expect(await search(senseless)).toBe('INVALID_ARGUMENT');
  expect(await codeOf(engine.searchShards([], dna, { limit: 1 }, undefined, ask))).toBe('INVALID_ARGUMENT');
  for (const strange of [[{ index: 0, number: 3, count: 3 }], list.slice(1)])
    expect(await codeOf(engine.searchShards(strange, dna, { limit: 1 }, undefined, ask))).toBe(
      'INVALID_ARGUMENT',
    );
  for (const some of [held([0, 1]), list, []])
    expect(await codeOf(engine.answerShards(some, Buffer.from('senseless')))).toBe('INVALID_ARGUMENT');
});

test('a search that waits for shards ends when it is cancelled and when its engine is closed', async () => {
  const dna = await photoOf(1);
  const never = () => new Promise<never>(() => undefined);
  const cancellation = new addon.Cancellation();
  const cancelled = codeOf(engine.searchShards(list, dna, { limit: 1 }, cancellation, never));
  cancellation.cancel();
  expect(await cancelled).toBe('ABORTED');
  const short = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const waiting = codeOf(
    short.searchShards(list, dna, { limit: 1 }, undefined, () => {
      begin();
      return never();
    }),
  );
  await begun;
  short.close();
  expect(await waiting).toBe('ABORTED');
});

test('many searches that wait for shards leave the engine threads to answer them', async () => {
  const dna = await photoOf(2);
  const searches = Array.from({ length: 20 }, async () =>
    engine.searchShards(list, dna, { limit: 1 }, undefined, ask),
  );
  for (const { hits } of await Promise.all(searches)) expect(hits[0]?.key).toBe(2);
});
