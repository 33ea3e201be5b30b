/** An application whose index is divided among searchers that hold one part each, against a process that has it whole. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { Parts } from '../../src/cluster/parts.js';
import { indexIdOf, shardCountOf, shardIdsOf, shardOf } from '../../src/engine-host/shards/shard-ids.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { TestNats } from '../kit/servers/nats.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { type Answer, EngineClient, type Fields } from '../rest/support/engine-client.js';

const patientMs = 120_000;
const REFERENCES = 14;
/** More than two thirds of these: four shards. */
const SHARD_REFERENCES = 4;
const PARTS = 3;

let nats: TestNats;
let folder: string;
let shared: Record<string, string>;
let alone: TestApp;
let api: TestApp;
let searchers: TestApp[];
let key: string;

const withRole = (roles: string, others: Record<string, string> = {}) =>
  startTestApp({
    environment: {
      ...shared,
      LOUPE_NATS_URL: nats.url(),
      LOUPE_PARTS: String(PARTS),
      LOUPE_ROLES: roles,
      LOUPE_SHARD_REFERENCES: String(SHARD_REFERENCES),
      ...others,
    },
  });
const searcherOf = (parts: string) => withRole('search', { LOUPE_SEARCH_PARTS: parts });
const searchersSeen = () => api.app.services.searchers?.searcherCount;
const openIn = async (loupe: TestApp) => (await loupe.app.services.vision.openIndexes()).map(({ id }) => id);
const facts = ({ status, nb_results_found, images }: Answer) => ({
  code: status.code,
  nb_results_found,
  images,
});

/** The key of a new application. Which parts its shards fall into follows from its random id: here some into each of them. */
async function newDividedApplication(): Promise<string> {
  const parts = new Parts(PARTS);
  for (;;) {
    const { id, modifyKey } = await api.app.services.applications.create(operator, { kind: 'mobile' });
    const shardIds = shardIdsOf(id, shardCountOf(REFERENCES, SHARD_REFERENCES));
    if (modifyKey !== null && new Set(shardIds.map((each) => parts.of(each))).size === PARTS)
      return modifyKey;
  }
}

/** Both say the same of a photo. */
async function answerOf(photo: Buffer, asked: Fields = {}): Promise<Answer> {
  const answer = await new EngineClient(api).search(key, photo, asked);
  expect(facts(answer)).toEqual(facts(await new EngineClient(alone).search(key, photo, asked)));
  return answer;
}
const idsOf = ({ images }: Answer) => images?.map(({ id }) => id) ?? [];

beforeAll(async () => {
  nats = await TestNats.start();
  folder = await mkdtemp(join(tmpdir(), 'loupe-shards-'));
  shared = {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
  };
  alone = await startTestApp({ environment: { ...shared, LOUPE_ROLES: 'api,search' } });
  api = await withRole('api,worker');
  const client = new EngineClient(api);
  key = await newDividedApplication();
  for (let number = 1; number <= REFERENCES; number += 1) {
    const { status } = await client.add(key, `id-${number}`, await jpegPicture(number), [
      `even-${number % 2 === 0}`,
    ]);
    expect(status.code).toBe(0);
  }
  searchers = [await searcherOf('0'), await searcherOf('1'), await searcherOf('2')];
  await vi.waitUntil(() => searchersSeen() === searchers.length, { timeout: patientMs });
}, patientMs);
afterAll(async () => {
  for (const each of [api, ...searchers, alone]) await each.close();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  'searches through shards in several searchers say the same as one index',
  { timeout: patientMs },
  async () => {
    const asked: readonly Fields[] = [
      {},
      { keywords: ['even-true'] },
      { min_score: '0', include_rejected: 'true' },
    ];
    for (const number of [1, 2, 3, 6, 11, 14, 50]) {
      const photo = await changedPicture(number);
      for (const each of asked) await answerOf(photo, each);
      if (number <= REFERENCES) expect(idsOf(await answerOf(photo))).toEqual([`id-${number}`]);
    }
    const open = await Promise.all(searchers.map(openIn));
    expect(open.flat().map((id) => shardOf(id)?.count)).toEqual([4, 4, 4, 4]);
    // No searcher has all of them.
    for (const ids of open) expect(ids.length).toBeLessThan(4);
    expect(open.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
    expect(new Set(open.flat()).size).toBe(4);
    expect(new Set(open.flat().map(indexIdOf)).size).toBe(1);
  },
);

test('conflicts and sizes are those of one index', { timeout: patientMs }, async () => {
  const [indexId = ''] = (await openIn(alone)).map(indexIdOf);
  const { vision } = api.app.services;
  expect(await vision.size(indexId)).toBe(REFERENCES);
  const picture = api.app.services.imageDecoder.picture(await jpegPicture(3));
  const { dna } = await vision.extract(picture, 'reference');
  const { hits } = await vision.conflicts([indexId], dna, { limit: 10 });
  expect(hits.length).toBeGreaterThan(0);
  const options = { limit: 10, self: { indexId, key: hits[0]?.key ?? 0 } };
  const others = await vision.conflicts([indexId], dna, options);
  expect(others.hits.map(({ key: each }) => each)).not.toContain(options.self.key);
  expect(others.hits).toEqual((await alone.app.services.vision.conflicts([indexId], dna, options)).hits);
});

test('a change is found by the next search, whichever shard holds it', { timeout: patientMs }, async () => {
  const client = new EngineClient(api);
  const [indexId = ''] = (await openIn(alone)).map(indexIdOf);
  // Facts about the references of an index are kept until this number changes.
  const lastChange = async () => {
    const numbers = [api, alone, ...searchers].map(({ app }) => app.services.vision.lastChange(indexId));
    const [number, ...others] = await Promise.all(numbers);
    expect(others.every((other) => other === number)).toBe(true);
    return number;
  };
  let before = await lastChange();
  for (const number of [21, 22, 23, 24]) {
    const photo = await changedPicture(number);
    expect(idsOf(await answerOf(photo))).toEqual([]);
    expect((await client.add(key, `id-${number}`, await jpegPicture(number))).status.code).toBe(0);
    expect(idsOf(await answerOf(photo))).toEqual([`id-${number}`]);
    const path = `/api/v2.0/enginemodify/json/DeleteImage?application_key=${key}&image_id=id-${number}`;
    expect((await client.call(path)).status.code).toBe(0);
    expect(idsOf(await answerOf(photo))).toEqual([]);
    const after = await lastChange();
    expect(after).toBe((before ?? 0) + 2);
    before = after;
  }
});

test(
  'with a second searcher for each part, one that ends costs nobody an answer; without one, searches are refused',
  { timeout: patientMs },
  async () => {
    const photo = await changedPicture(5);
    const copy = await searcherOf('all');
    await vi.waitUntil(() => searchersSeen() === searchers.length + 1, { timeout: patientMs });
    const [first, ...others] = searchers;
    const answers = Array.from({ length: 6 }, () => new EngineClient(api).search(key, photo));
    await first?.close();
    searchers = others;
    for (const answer of await Promise.all(answers)) expect(idsOf(answer)).toEqual(['id-5']);
    expect(idsOf(await answerOf(photo))).toEqual(['id-5']);
    await copy.close();
    const refused = await new EngineClient(api).search(key, photo);
    expect(refused.status.code).toBe(-2008);
    searchers = [await searcherOf('0'), ...others];
    await expect.poll(searchersSeen).toBe(searchers.length);
    expect(idsOf(await answerOf(photo))).toEqual(['id-5']);
  },
);
