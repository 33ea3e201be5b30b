/** Searchers of one application that is divided into shards give each other these. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { operator } from '../../src/access/viewer.js';
import { SharedSnapshot } from '../../src/engine/feed/shared-snapshot.entity.js';
import { shardIdsOf } from '../../src/engine-host/shards/shard-ids.js';
import type { RemoteShards, ShardOptions } from '../../src/engine-host/shards/sharded-searching.js';
import { makePicture } from '../kit/files/rasters.js';
import {
  type SharingServer,
  type SharingServerOptions,
  SharingServers,
} from '../kit/servers/sharing-servers.js';
import { SignatureGate } from '../kit/engine/signature-gate.js';

/** Two shards of as many as are worth being shared; what is searched of each comes in one part. */
const MANY = 2002;
const MOST = 1200;
/** The first ones differ, all others are one picture. */
const DISTINCT = 8;
const patientMs = 120_000;

const loupe = useTestApp();
const dnas: Buffer[] = [];
let common: Buffer;
let id: string;
let shardIds: readonly string[];
let servers: SharingServers;

beforeAll(async () => {
  const { vision } = loupe.app.services;
  const dnaOf = async (seed: number) => (await vision.extract(makePicture(seed), 'reference')).dna;
  for (let seed = 1; seed <= DISTINCT; seed += 1) dnas.push(await dnaOf(seed));
  common = (await vision.extract(makePicture(99, 120, 90, 40), 'reference')).dna;
}, patientMs);
afterAll(() => loupe.close());
beforeEach(async () => {
  ({ id } = await loupe.app.services.applications.create(operator, { kind: 'mobile' }));
  shardIds = shardIdsOf(id, 2);
  servers = new SharingServers(loupe);
  for (let key = 1; key <= MANY; key += 1) servers.feed.put(id, key, dnas[key - 1] ?? common);
});

afterEach(() => servers.closeAll());

const nobody: RemoteShards = {
  holds: () => true,
  answer: () => Promise.reject(new Error('All shards are here.')),
  size: () => Promise.reject(new Error('All shards are here.')),
};
const dividing = (remote = nobody): ShardOptions => ({ mostReferences: MOST, remote });

const newSearcher = (options: SharingServerOptions = {}) =>
  servers.start({ shards: dividing(), worthWaitingBytes: 0, ...options });

/** Asks one searcher for the first of both shards, and holds the other. */
function halfOf(searcher: SharingServer): RemoteShards {
  const [theirs = ''] = shardIds;
  return {
    holds: (shardId) => shardId !== theirs,
    answer: async (asked, question, seen, signal = new AbortController().signal) => {
      const numbers = new Map(asked.map((shardId) => [shardId, seen]));
      return [
        {
          shardIds: asked,
          answer: await searcher.vision.answerShards(asked, question, numbers, signal),
        },
      ];
    },
    size: (shardId) => searcher.vision.size(shardId),
  };
}

async function newSharingSearcher(): Promise<SharingServer> {
  const searcher = await newSearcher();
  expect(await searcher.vision.size(id)).toBe(MANY);
  await searcher.vision.publishDue();
  for (const shardId of shardIds) expect((await servers.shared(shardId))?.sequence).toBeGreaterThan(MANY - 2);
  expect(await servers.shared(id)).toBeNull();
  return searcher;
}

async function answersOf({ vision }: SharingServer) {
  const answers = [];
  for (const dna of [...dnas, common]) answers.push((await vision.search([id], { dna }, { limit: 5 })).hits);
  return answers;
}

test(
  'a searcher takes the shards that another shared, and answers the same before their signatures are there',
  { timeout: patientMs },
  async () => {
    const wanted = await answersOf(await newSharingSearcher());
    expect(wanted[0]![0]).toMatchObject({ key: 1 });
    const gate = new SignatureGate(servers.readStream);
    const second = await newSearcher({ readStream: gate.readStream });
    const third = await newSearcher({
      readStream: gate.readStream,
      shards: dividing(halfOf(second)),
    });
    expect(await answersOf(third)).toEqual(wanted);
    for (const { counts } of [second, third]) {
      expect(counts.inOrder).toBe(0);
      expect(counts.byKey).toBeGreaterThan(0);
      expect(counts.byKey).toBeLessThan(MANY / 2);
    }
    expect(await answersOf(second)).toEqual(wanted);
    gate.open();
    expect(servers.troubles).toEqual([]);
  },
);

test(
  'a searcher that starts opens shared shards of its parts, and none of another division',
  { timeout: patientMs },
  async () => {
    await newSharingSearcher();
    const opened = async (shards: ShardOptions) => {
      const searcher = await newSearcher({ shards, isKeptWarm: (indexId) => indexId !== shardIds[0] });
      await searcher.vision.startWarming();
      await expect.poll(() => searcher.vision.isWarm).toBe(true);
      return (await searcher.vision.openIndexes()).map((index) => index.id);
    };
    expect(await opened(dividing())).toEqual([shardIds[1]]);
    expect(await opened({ ...dividing(), mostReferences: MOST / 2 })).toEqual([]);
  },
);

test(
  'snapshots of a division that nobody keeps up to date are forgotten when another is shared',
  { timeout: patientMs },
  async () => {
    await newSharingSearcher();
    for (let key = 1; key <= 2 * MANY; key += 1) servers.feed.put(id, MANY + key, common);
    const onItsWay = { applicationId: id, shardNumber: 3, shardCount: 4, sequence: 0, files: [] };
    await loupe.app.services.database.transaction(({ em }) =>
      em.insert(SharedSnapshot, { ...onItsWay, heldUntil: new Date(Date.now() + 60_000) }),
    );
    const whole = await servers.start();
    expect(await whole.vision.size(id)).toBe(3 * MANY);
    await whole.vision.publishDue();
    expect((await servers.shared(id))?.sequence).toBe(3 * MANY);
    for (const shardId of shardIds) expect(await servers.shared(shardId)).toBeNull();
    expect(await servers.shared(shardIdsOf(id, 4)[3]!)).toMatchObject(onItsWay);
  },
);
