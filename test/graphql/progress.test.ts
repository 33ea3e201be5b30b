import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';
import { newPdf } from '../kit/files/pdfs.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { eventsOf, GraphqlClient } from './support.js';

const loupe = useTestApp();
let user: SeededUser;
let client: GraphqlClient;

beforeAll(async () => {
  user = await (await seed(loupe).organization()).user();
  client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
});

const follow = `subscription ($id: ID!) {
  documentProgress(id: $id) { processing progress pages images { id } }
}`;

interface Event {
  readonly data?: { documentProgress: { processing: string; progress: number; images: object[] } };
  readonly errors?: readonly { message: string; extensions: { code: string } }[];
}

async function upload(bytes: Buffer): Promise<string> {
  const answer = await client.upload(
    `mutation ($parentId: ID!, $file: Upload!) {
      createDocument(input: { parentId: $parentId, name: "PDF", defaultLanguage: "en-US", file: $file }) {
        ... on Document { id processing }
      }
    }`,
    { parentId: user.organizationId },
    { file: { bytes, type: 'application/pdf', name: 'pages.pdf' } },
  );
  return (answer.data!['createDocument'] as { id: string }).id;
}

test('a document is followed page by page over server-sent events, to its end', async () => {
  const id = await upload(await newPdf([1, 2, 3]));
  const events = (await eventsOf(loupe.url, client, follow, { id })) as Event[];
  const seen = events.map(({ data }) => data!.documentProgress);
  expect(seen.at(-1)).toMatchObject({ processing: 'READY', progress: 1, pages: 3 });
  expect(seen.at(-1)!.images).toHaveLength(3);
  const steps = seen.map(({ progress }) => progress);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

test('a stranger’s document and an absent one end at once with the same error', async () => {
  const id = await upload(await newPdf([5]));
  const stranger = await (await seed(loupe).organization()).user();
  const other = client.with({ authorization: `Bearer ${stranger.token}` });
  const absent = '01900000-0000-7000-8000-000000000000';
  const refusals = await Promise.all(
    [id, absent].map(async (each) => JSON.stringify(await eventsOf(loupe.url, other, follow, { id: each }))),
  );
  expect(refusals[0]).toContain('NOT_FOUND');
  expect(refusals[0]!.replace(id, absent)).toBe(refusals[1]);
});

test('the server closes although somebody follows', async () => {
  const own = await startTestApp();
  const follower = await (await seed(own).organization()).user();
  const { id } = await follower.folder({ name: 'x' });
  const asking = new GraphqlClient(own.url, { authorization: `Bearer ${follower.token}` });
  const created = await asking.upload(
    `mutation ($parentId: ID!, $file: Upload!) {
      createDocument(input: { parentId: $parentId, name: "PDF", defaultLanguage: "en-US", file: $file }) { ... on Document { id } }
    }`,
    { parentId: id },
    { file: { bytes: await newPdf([6, 7, 8, 9]), type: 'application/pdf', name: 'pages.pdf' } },
  );
  const documentId = (created.data!['createDocument'] as { id: string }).id;
  const following = eventsOf(own.url, asking, follow, { id: documentId }).catch(() => []);
  await own.close();
  expect(await following).toBeInstanceOf(Array);
});
