/** Whom a process knows to be there, and whom it asks. */
import { expect, test, vi } from 'vitest';
import { Presence } from '../../src/cluster/presence.js';
import { subjectsOf } from '../../src/cluster/messages.js';
import { MemoryLine } from './memory-line.js';

const subjects = subjectsOf('installation');

function presenceOf(held: Readonly<Record<string, readonly number[]>>) {
  const line = new MemoryLine();
  const presence = new Presence(line, subjects, 8);
  const tell = async (id: string, isLeaving = false) => {
    const told = { id, parts: held[id] ?? [], isLeaving };
    line.publish(subjects.here, Buffer.from(JSON.stringify(told)));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { line, presence, tell, tellAll: () => Promise.all(Object.keys(held).map((id) => tell(id))) };
}

test('parts are covered by few searchers, and uncovered parts are reported', async () => {
  const { presence, tellAll } = presenceOf({ a: [0, 1, 2], b: [2, 3], c: [3, 4], d: [0] });
  expect(presence.cover([0, 1])).toEqual({ bySearcher: new Map(), ofNobody: [0, 1] });
  await tellAll();
  const { bySearcher, ofNobody } = presence.cover([0, 1, 2, 3, 4, 7]);
  expect(Object.fromEntries(bySearcher)).toEqual({ a: [0, 1, 2], c: [3, 4] });
  expect(ofNobody).toEqual([7]);
  expect(presence.holderOf(4)).toBe('c');
  expect(presence.holderOf(7)).toBeNull();
});

test('a searcher that did not answer is left out until it announces itself again', async () => {
  const { presence, tell, tellAll } = presenceOf({ a: [0, 1], b: [1] });
  await tellAll();
  presence.doubt('a');
  expect(presence.holderOf(0)).toBeNull();
  expect(presence.holderOf(1)).toBe('b');
  expect(presence.cover([0, 1])).toEqual({ bySearcher: new Map([['b', [1]]]), ofNobody: [0] });
  // It may be slow: only who does not tell of itself is gone.
  expect(presence.count).toBe(2);
  await tell('a');
  expect(presence.holderOf(0)).toBe('a');
  await tell('a', true);
  expect(presence.holderOf(0)).toBeNull();
});

test('after NATS was away only searchers that announce themselves again are there', async () => {
  const { line, presence, tell, tellAll } = presenceOf({ a: [0, 1, 2, 3], b: [4, 5, 6, 7] });
  await tellAll();
  expect(presence.isWhole).toBe(true);
  line.goAway();
  expect(presence.isWhole).toBe(false);
  line.comeBack();
  expect([presence.isWhole, presence.holderOf(0), line.said.at(-1)]).toEqual([false, null, subjects.who]);
  await tell('a');
  expect([presence.isWhole, presence.holderOf(0)]).toEqual([false, 'a']);
  await tell('b');
  expect(presence.isWhole).toBe(true);
});

test('several that hold a part are all asked in the long run', async () => {
  const { presence, tellAll } = presenceOf({ a: [0], b: [0] });
  await tellAll();
  const asked = new Set<string | null>();
  await vi.waitUntil(() => asked.add(presence.holderOf(0)).size === 2);
  expect(asked).toEqual(new Set(['a', 'b']));
});
