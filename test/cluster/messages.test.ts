import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { packKeys, unpackKeys } from '../../src/cluster/key-list.js';
import { pack, unpackAsked, unpackReply } from '../../src/cluster/messages.js';
import { heldParts, Parts } from '../../src/cluster/parts.js';
import { newId } from '../../src/kernel/ids.js';

test('lists of keys come back sorted, and take about a byte a key where these are dense', () => {
  for (const keys of [[], [1], [7, 7], [2 ** 32 - 1, 1, 128, 127, 129, 16_384, 2 ** 31]])
    expect([...unpackKeys(packKeys(Uint32Array.from(keys)))]).toEqual([...keys].sort((a, b) => a - b));
  const dense = Uint32Array.from({ length: 100_000 }, (_, index) => 5_000_000 + index * 3);
  expect(packKeys(dense).length).toBeLessThan(100_010);
  expect(unpackKeys(packKeys(dense))).toEqual(dense);
});

test.each([[[128]], [[255, 255, 255, 255, 127]], [[255, 255, 255, 255, 15, 1]]])(
  'bytes that are no list of keys are refused: %j',
  (bytes) => {
    expect(() => unpackKeys(Uint8Array.from(bytes))).toThrow(RangeError);
  },
);

const asked = (dna: Buffer) => ({
  id: 'question',
  seen: { index: 1 },
  what: { kind: 'search', indexIds: ['index'], dna, limit: 1, threshold: undefined },
});

test('messages come back as they were, compressed where they would be too large', async () => {
  const plain = await pack(asked(randomBytes(1000)), 10_000);
  expect((await unpackAsked(plain)).what).toMatchObject({ kind: 'search', limit: 1 });
  const small = await pack(asked(Buffer.alloc(50_000, 1)), 10_000);
  expect(small.length).toBeLessThan(10_000);
  const { what } = await unpackAsked(small);
  expect(what.kind === 'search' && Buffer.from(what.dna).equals(Buffer.alloc(50_000, 1))).toBe(true);
  await expect(pack(asked(randomBytes(50_000)), 10_000)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('max_payload'),
  });
  await expect(unpackReply(plain)).rejects.toThrow();
  await expect(unpackAsked(await pack({ state: 'working' }, 1000))).rejects.toThrow();
});

test('an index has one part wherever it is asked for, and parts have about as many', () => {
  const [here, there] = [new Parts(8), new Parts(8)];
  const ids = Array.from({ length: 2000 }, () => newId());
  const counts = Array.from({ length: 8 }, () => 0);
  for (const id of ids) {
    expect(here.of(id)).toBe(there.of(id));
    counts[here.of(id)]! += 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(150);
  const [oldest = '', ...others] = ids;
  const [second = ''] = others;
  expect(here.ofAll([second, oldest, ...others])).toBe(here.of(oldest));
});

test('a searcher holds all parts, some by number, or every n-th', () => {
  expect(heldParts('all', 3)).toEqual([0, 1, 2]);
  expect(heldParts('2,0,2', 3)).toEqual([2, 0]);
  expect(heldParts('1/4', 10)).toEqual([1, 5, 9]);
  for (const held of ['3', '0,7', '3/5']) expect(() => heldParts(held, 3)).toThrow(/Name parts from 0 to 2/);
  expect(() => heldParts('4/4', 16)).toThrow(/N\/M counts N from 0.*0\/4 to 3\/4/);
});
