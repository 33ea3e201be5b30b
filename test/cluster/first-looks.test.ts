/** What is sent of a photo: the first look alone where it is enough, and all of it where nothing is recognized. */
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Asking } from '../../src/cluster/asking.js';
import { Parts } from '../../src/cluster/parts.js';
import { Presence } from '../../src/cluster/presence.js';
import { RemoteSearching } from '../../src/cluster/remote-searching.js';
import { Searcher } from '../../src/cluster/searcher.js';
import { subjectsOf } from '../../src/cluster/messages.js';
import type { Raster, SearchResult } from '../../src/engine-host/types.js';
import type { ExtractsQuery } from '../../src/engine-host/searching.js';
import type { Vision } from '../../src/engine-host/vision.js';
import { MemoryLine } from './memory-line.js';

const subjects = subjectsOf('installation');
const freely = { enter: () => Promise.resolve({ leave: () => undefined }), close: () => undefined };
const timing = { decodeMs: 0, extractMs: 0, searchMs: 1, verifyMs: 2 };
const FIRST_LOOK = Buffer.from('first look');
const BOTH_LOOKS = Buffer.from('both looks');
const photo: Raster = {
  data: Buffer.alloc(4),
  width: 2,
  height: 2,
  channels: 1,
  originalWidth: 2,
  originalHeight: 2,
};

const answering = (decision: 'Match' | 'Similar', isFirstLookEnough: boolean) =>
  ({
    hits: [{ decision, key: 1 }],
    queryKeypointCount: 3,
    isFirstLookEnough,
    timing,
  }) as unknown as SearchResult;

/** One that asks, and a searcher that recognizes by the named looks. */
async function newPair() {
  const line = new MemoryLine();
  const recognizes = new Set<string>();
  const asked: string[] = [];
  const state = { isCrowdOpen: false };
  const search: Vision['search'] = (_indexIds, query) => {
    const look = 'dna' in query ? query.dna.toString() : '';
    asked.push(look);
    const isFirstLookEnough = recognizes.has('first look') && !state.isCrowdOpen;
    return Promise.resolve(answering(recognizes.has(look) ? 'Match' : 'Similar', isFirstLookEnough));
  };
  const vision = { isWarm: true, search } as unknown as Vision;
  const logger = pino({ level: 'silent' });
  new Searcher({ line, subjects, parts: [0], vision, admission: freely, logger }).start();
  await vi.waitUntil(() => line.said.includes(subjects.here));
  const extract: ExtractsQuery = (_picture, { isFirstLookAlone }) =>
    Promise.resolve({
      dna: isFirstLookAlone ? FIRST_LOOK : BOTH_LOOKS,
      keypointCount: 3,
    } as unknown as Awaited<ReturnType<ExtractsQuery>>);
  const remote = new RemoteSearching({
    asking: new Asking(line, subjects, new Presence(line, subjects, 1), 20_000),
    line,
    subjects,
    parts: new Parts(1),
    feed: {},
    extract,
  });
  const asks = async (secondTry?: boolean) => {
    asked.length = 0;
    const result = await remote.search(['index'], photo, { limit: 10, secondTry });
    return { looks: [...asked], decision: result.hits[0]?.decision };
  };
  return { recognizes, state, asks };
}

test('what is recognized at first sight is asked for by the first look alone', async () => {
  const { recognizes, asks } = await newPair();
  recognizes.add('first look').add('both looks');
  expect(await asks()).toEqual({ looks: ['first look'], decision: 'Match' });
});

test('what is not is asked for once more by both looks, and their answer holds', async () => {
  const { recognizes, asks } = await newPair();
  recognizes.add('both looks');
  expect(await asks()).toEqual({ looks: ['first look', 'both looks'], decision: 'Match' });
});

test('where a crowd is shown and none of it stands out, both looks are sent although something is recognized', async () => {
  const { recognizes, state, asks } = await newPair();
  recognizes.add('first look').add('both looks');
  state.isCrowdOpen = true;
  expect(await asks()).toEqual({ looks: ['first look', 'both looks'], decision: 'Match' });
});

test('who wants no second try is answered by the first look', async () => {
  const { recognizes, asks } = await newPair();
  recognizes.add('both looks');
  expect(await asks(false)).toEqual({ looks: ['first look'], decision: 'Similar' });
});

test('where most photos show nothing that is known both looks are sent at once, until that changes', async () => {
  const { recognizes, asks } = await newPair();
  for (let count = 0; count < 100; count += 1) await asks();
  expect(await asks()).toEqual({ looks: ['both looks'], decision: 'Similar' });
  recognizes.add('first look').add('both looks');
  for (let count = 0; count < 100; count += 1) await asks();
  expect(await asks()).toEqual({ looks: ['first look'], decision: 'Match' });
});
