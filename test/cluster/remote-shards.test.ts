/** How shards in other processes are asked: together where one searcher holds them, and of others where it does not answer. */
import { pino } from 'pino';
import { expect, type Mock, test, vi } from 'vitest';
import { Asking } from '../../src/cluster/asking.js';
import { Parts } from '../../src/cluster/parts.js';
import { Presence } from '../../src/cluster/presence.js';
import { RemoteShards } from '../../src/cluster/remote-shards.js';
import { Searcher } from '../../src/cluster/searcher.js';
import { subjectsOf } from '../../src/cluster/messages.js';
import { shardIdsOf } from '../../src/engine-host/shards/shard-ids.js';
import type { Vision } from '../../src/engine-host/vision.js';
import { EngineError } from '../../src/engine-host/engine-error.js';
import { MemoryLine } from './memory-line.js';

const PARTS = 4;
const subjects = subjectsOf('installation');
const parts = new Parts(PARTS);
const all = Array.from({ length: PARTS }, (_, part) => part);
const shardIds = shardIdsOf('index', 8);
const question = Buffer.from('question');
const admission = { enter: () => Promise.reject(new Error('Nobody waits.')), close: () => undefined };

/** Answers say who gave them. */
type Answers = Vision['answerShards'];
const says = (name: string) => vi.fn<Answers>(() => Promise.resolve(Buffer.from(name)));

async function shardsIn(
  searchers: readonly { readonly held: readonly number[]; readonly answers: Answers }[],
) {
  const line = new MemoryLine();
  const presence = new Presence(line, subjects, PARTS);
  for (const { held, answers } of searchers) {
    const vision = { isWarm: true, answerShards: answers } as unknown as Vision;
    new Searcher({
      line,
      subjects,
      parts: held,
      vision,
      admission,
      logger: pino({ level: 'silent' }),
    }).start();
  }
  await vi.waitUntil(() => presence.count === searchers.length);
  const asking = new Asking(line, subjects, presence, 20_000);
  const remote = new RemoteShards({ asking, line, parts, presence, holds: () => false });
  line.said.length = 0;
  return {
    line,
    presence,
    remote,
    questions: () => line.said.filter((said) => /\.(to|search|again)\./.test(said)),
  };
}

/** Asks until chance has it that one of several searchers is asked. */
const askUntilHeard = (remote: RemoteShards, searcher: Mock) =>
  vi.waitUntil(
    async () => {
      await remote.answer(shardIds, question, 7);
      return searcher.mock.calls.length > 0;
    },
    { timeout: 20_000 },
  );

test('shards of one searcher are asked together, with the number that all of them must have seen', async () => {
  const answers = says('one');
  const { remote, questions } = await shardsIn([{ held: all, answers }]);
  expect(await remote.answer(shardIds, question, 7)).toEqual([
    { shardIds: expect.arrayContaining([...shardIds]), answer: Buffer.from('one') },
  ]);
  expect(questions()).toHaveLength(1);
  const [asked, of, seen] = answers.mock.calls[0] ?? [];
  expect(asked).toHaveLength(shardIds.length);
  expect(of).toEqual(question);
  expect(seen).toEqual(new Map(shardIds.map((id) => [id, 7])));
});

test('as few searchers are asked as hold all shards', async () => {
  const few = [says('one'), says('two')];
  const used = [...new Set(shardIds.map((id) => parts.of(id)))];
  const [last = 0, ...most] = used;
  expect(most.length).toBeGreaterThan(1);
  const { remote, questions } = await shardsIn([
    { held: most, answers: few[0]! },
    { held: most.slice(0, 1), answers: says('never') },
    { held: [last], answers: few[1]! },
  ]);
  const answered = await remote.answer(shardIds, question, 7);
  expect(answered.map(({ answer }) => answer.toString()).sort()).toEqual(['one', 'two']);
  expect(answered.flatMap((each) => each.shardIds).sort()).toEqual([...shardIds].sort());
  expect(questions()).toHaveLength(2);
});

test('for one that says nothing others answer, and it is not waited for a second time', async () => {
  const silent = vi.fn<Answers>(() => new Promise(() => undefined));
  const other = says('other');
  const { line, presence, remote, questions } = await shardsIn([{ held: all, answers: other }]);
  // As a process that was stopped: it is listened to, and does nothing.
  line.publish(subjects.here, Buffer.from(JSON.stringify({ id: 'stopped', parts: all, isLeaving: false })));
  line.listen(subjects.to('stopped'), () => void silent([], question, undefined, AbortSignal.abort()));
  line.listen(subjects.alive('stopped'), () => undefined);
  await vi.waitUntil(() => presence.count === 2);
  await askUntilHeard(remote, silent);
  line.said.length = 0;
  for (let round = 0; round < 20; round += 1)
    expect((await remote.answer(shardIds, question, 7)).map(({ answer }) => answer.toString())).toEqual([
      'other',
    ]);
  expect(silent).toHaveBeenCalledTimes(1);
  expect(questions()).toHaveLength(20);
});

test('one that NATS no longer knows is not waited for at all', async () => {
  const { line, presence, remote, questions } = await shardsIn([{ held: all, answers: says('other') }]);
  const gone = vi.fn();
  line.publish(subjects.here, Buffer.from(JSON.stringify({ id: 'gone', parts: all, isLeaving: false })));
  const end = line.listen(subjects.to('gone'), gone);
  await vi.waitUntil(() => presence.count === 2);
  await askUntilHeard(remote, gone);
  await end();
  line.said.length = 0;
  expect((await remote.answer(shardIds, question, 7)).map(({ answer }) => answer.toString())).toEqual([
    'other',
  ]);
  expect(questions()).toHaveLength(1);
});

test('one that lags behind leaves its shards to others, and a failure comes back by its name', async () => {
  const behind = vi.fn<Answers>(() => Promise.reject(new EngineError('BEHIND', 'Later.')));
  behind.mockResolvedValueOnce(Buffer.from('later'));
  const { remote } = await shardsIn([{ held: all, answers: behind }]);
  expect(await remote.answer(shardIds, question, 7)).toHaveLength(1);
  await expect(remote.answer(shardIds, question, 7)).rejects.toMatchObject({ code: 'UNREACHABLE' });

  const damaged = vi.fn<Answers>(() => Promise.reject(new EngineError('SNAPSHOT_CORRUPT', 'Rebuild.')));
  const other = await shardsIn([{ held: all, answers: damaged }]);
  await expect(other.remote.answer(shardIds, question, 7)).rejects.toMatchObject({
    code: 'SNAPSHOT_CORRUPT',
  });
  expect(damaged).toHaveBeenCalledTimes(1);
});

test('shards that nobody is known to hold are asked of their parts', async () => {
  const line = new MemoryLine();
  const presence = new Presence(line, subjects, PARTS);
  const asking = new Asking(line, subjects, presence, 20_000);
  const remote = new RemoteShards({ asking, line, parts, presence, holds: () => false });
  await expect(remote.answer(shardIds, question, 7)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  const asked = new Set(shardIds.map((id) => subjects.search(parts.of(id))));
  expect(new Set(line.said.filter((said) => said.includes('.search.')))).toEqual(asked);
});
