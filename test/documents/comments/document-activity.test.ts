/** People who have a document open see each other, and at once what the others say about it. */
import { expect, test } from 'vitest';
import { createClient, typedDocument } from '../../../packages/client/src/index.js';
import { seed } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from '../drafts/draft-bench.js';
import { commentCalls, threadId } from './comment-bench.js';

const bench = draftBench();
const { comment, resolve } = commentCalls(bench);

interface Followed {
  readonly documentActivity: {
    readonly openCommentCount: number;
    readonly commentsVersion: string;
    readonly draft: { readonly changeCount: number } | null;
    readonly people: readonly { readonly id: string; readonly name: string }[];
  };
}
const follow = typedDocument<Followed, { readonly id: string }>(
  'subscription ($id: ID!) { documentActivity(id: $id) { openCommentCount commentsVersion draft { changeCount } people { id name } } }',
);

function following(user: SeededUser, id = bench.document.id) {
  const end = new AbortController();
  const client = createClient({ url: bench.loupe.url, token: () => user.token });
  const events = client.subscribe(follow, { id }, { signal: end.signal })[Symbol.asyncIterator]();
  /** Reads events until one is as it should be. */
  const until = async (isIt: (activity: Followed['documentActivity']) => boolean) => {
    for (;;) {
      const { value, done } = (await events.next()) as { value?: unknown; done?: boolean };
      if (done === true) throw new Error('The stream ended.');
      const activity = value as Followed['documentActivity'];
      if (isIt(activity)) return activity;
    }
  };
  return { until, end: () => end.abort() };
}

test('people come, comment, resolve, edit and go', async () => {
  const colleague = await bench.organization.user({ roles: ['Viewer'] });
  const mine = following(bench.user);
  const names = (people: Followed['documentActivity']['people']) => people.map(({ name }) => name);
  expect(names((await mine.until(() => true)).people)).toEqual([bench.user.userName]);
  const theirs = following(colleague);
  const both = [bench.user.userName, colleague.userName].toSorted((a, b) => a.localeCompare(b));
  expect(names((await theirs.until(() => true)).people)).toEqual(both);
  expect(names((await mine.until(({ people }) => people.length === 2)).people)).toEqual(both);
  const id = threadId(await comment('Look', {}, colleague));
  await mine.until(({ openCommentCount }) => openCommentCount === 1);
  await resolve(id);
  await theirs.until(
    ({ openCommentCount, commentsVersion }) => openCommentCount === 0 && commentsVersion[0] === '1',
  );
  await bench.start();
  await theirs.until(({ draft }) => draft?.changeCount === 0);
  theirs.end();
  await mine.until(({ people }) => people.length === 1);
  mine.end();
});

test('nobody of another organization learns who is there', async () => {
  const stranger = await (await seed(bench.loupe).organization()).user();
  const mine = following(bench.user);
  await mine.until(() => true);
  await expect(following(stranger).until(() => true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  mine.end();
});
