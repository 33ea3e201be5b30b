/** Everybody who works on a draft sees at once what the others do with it. */
import { expect, it } from 'vitest';
import { createClient, typedDocument } from '../../../packages/client/src/index.js';
import { seed } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from './draft-bench.js';

const bench = draftBench();

interface Followed {
  readonly documentDraft: { readonly changeCount: number; readonly version: string } | null;
}
const follow = typedDocument<Followed, { readonly id: string }>(
  'subscription ($id: ID!) { documentDraft(id: $id) { changeCount version } }',
);

/** How many changes a user sees, one event after the other. */
async function* countsOf(user: SeededUser, signal: AbortSignal, id = bench.document.id) {
  const client = createClient({ url: bench.loupe.url, token: () => user.token });
  for await (const draft of client.subscribe(follow, { id }, { signal })) yield draft?.changeCount ?? null;
}

it('from its start to its publication, event by event', async () => {
  const colleague = await bench.organization.user({ roles: ['Editor'] });
  const end = new AbortController();
  const seen = countsOf(colleague, end.signal);
  const next = async () => (await seen.next()).value as unknown;
  expect(await next()).toBe(null);
  await bench.start();
  expect(await next()).toBe(0);
  await bench.edit([bench.titled('Summer')]);
  expect(await next()).toBe(1);
  await bench.edit([bench.added('Win')]);
  expect(await next()).toBe(2);
  await bench.publish();
  expect(await next()).toBe(null);
  await bench.start();
  expect(await next()).toBe(0);
  await bench.discard();
  expect(await next()).toBe(null);
  end.abort();
});

it('from no other organization', async () => {
  const stranger = await (await seed(bench.loupe).organization()).user();
  const absent = '01900000-0000-7000-8000-000000000000';
  await bench.start();
  for (const id of [bench.document.id, absent]) {
    const seen = countsOf(stranger, new AbortController().signal, id);
    await expect(seen.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
