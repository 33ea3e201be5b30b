/** Into how many shards an index is divided, and which references each holds. */
import { expect, test } from 'vitest';
import { ShardCounts } from '../../src/engine-host/shards/shard-counts.js';
import {
  everyShardIdOf,
  indexIdOf,
  shardCountOf,
  shardIdsOf,
  shardOf,
} from '../../src/engine-host/shards/shard-ids.js';

test('an id names its shard, and a whole index has its own id', () => {
  expect(shardIdsOf('app', 1)).toEqual(['app']);
  const ids = shardIdsOf('app', 4);
  expect(ids.map(shardOf)).toEqual([0, 1, 2, 3].map((number) => ({ indexId: 'app', number, count: 4 })));
  expect(ids.map(indexIdOf)).toEqual(['app', 'app', 'app', 'app']);
  expect([shardOf('app'), indexIdOf('app')]).toEqual([null, 'app']);
  expect(everyShardIdOf('app')).toEqual(expect.arrayContaining([...ids, ...shardIdsOf('app', 64)]));
});

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [201, 4],
  [900, 16],
  [1e9, 64],
])('%i references at 100 a shard are divided into %i', (references, count) => {
  expect(shardCountOf(references, 100)).toBe(count);
});

function growing() {
  const state = { references: 150, at: 0, isOpenable: true };
  const opened: string[] = [];
  const counts = new ShardCounts({
    most: 100,
    now: () => state.at,
    feed: {
      status: () => Promise.resolve({ latestSequence: 1, referenceCount: state.references }),
    },
    open: (id) => {
      opened.push(id);
      return state.isOpenable ? Promise.resolve() : Promise.reject(new Error('no memory'));
    },
  });
  return { state, opened, counts };
}

test('a grown index is searched in more shards once these are open, and never in fewer', async () => {
  const { state, opened, counts } = growing();
  expect(await counts.of('app')).toBe(2);
  state.references = 350;
  expect(await counts.of('app')).toBe(2);
  expect(opened).toEqual([]);
  state.at = 61_000;
  state.isOpenable = false;
  expect(await counts.of('app')).toBe(2);
  await counts.settled();
  expect(await counts.of('app')).toBe(2);
  state.at = 122_000;
  state.isOpenable = true;
  expect(await counts.of('app')).toBe(2);
  await counts.settled();
  expect(await counts.of('app')).toBe(4);
  expect(new Set(opened)).toEqual(new Set(shardIdsOf('app', 4)));
  state.references = 10;
  state.at = 183_000;
  expect(await counts.of('app')).toBe(4);
  await counts.settled();
  expect(await counts.of('app')).toBe(4);
});

test('an index that was deleted is counted again', async () => {
  const { state, counts } = growing();
  expect(await counts.of('app')).toBe(2);
  counts.forget('app');
  state.references = 5;
  expect(await counts.of('app')).toBe(1);
});
