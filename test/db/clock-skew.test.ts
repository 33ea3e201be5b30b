import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/clock.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { PostgresCluster } from '../kit/servers/postgres-cluster.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

const SKEW_MS = 5 * 60_000;
const shifted = (ms: number): Clock => ({ now: () => new Date(Date.now() + ms) });

let cluster: PostgresCluster;
let folder: string;
/** Two servers of one database: the clock of one is five minutes ahead of the other's. */
let fast: TestApp;
let slow: TestApp;

beforeAll(async () => {
  cluster = await PostgresCluster.start();
  folder = await mkdtemp(join(tmpdir(), 'loupe-skew-'));
  const environment = {
    LOUPE_DATABASE_URL: cluster.url,
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
  };
  fast = await startTestApp({ isAlone: true, environment, clock: shifted(SKEW_MS) });
  slow = await startTestApp({ isAlone: true, environment });
});
afterAll(async () => {
  await fast.close();
  await slow.close();
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
});

/** What a user does on one server is good on the other. */
async function worksOn(user: SeededUser, other: TestApp): Promise<void> {
  const headers = { Authorization: `Bearer ${user.token}` };
  const answer = await fetch(`${other.url}/api/nodes/${user.organizationId}/folders`, { headers });
  expect(answer.status).toBe(200);
}

test('who logs in on one of two servers whose clocks differ by five minutes is logged in on the other', async () => {
  await worksOn(await (await seed(fast).organization()).user(), slow);
  await worksOn(await (await seed(slow).organization()).user(), fast);
});

test('a document that one of them takes is ready at once and recognized by both', async () => {
  for (const [number, taking] of [fast, slow].entries()) {
    const organization = await seed(taking).organization();
    const picture = await jpegPicture(number + 1);
    const user = await organization.user();
    const document = await (await user.folder()).document(picture, { status: 'Active' });
    await document.action();
    for (const asked of [fast, slow]) {
      const { status, body } = await scan(asked, organization.apiKey, picture);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('loupe.example')]);
    }
  }
});

test('a document whose pages a job makes is ready soon, whichever of them takes it', async () => {
  for (const [taking, other] of [
    [fast, slow],
    [slow, fast],
  ] as const) {
    const user = await (await seed(taking).organization()).user();
    const form = new FormData();
    const document = { Name: 'Later', DefaultLanguage: 'en-US', ParentId: user.organizationId };
    form.append('document', JSON.stringify(document));
    form.append('file', new Blob([new Uint8Array(await jpegPicture(9))], { type: 'image/jpeg' }), 'file');
    const created = await user.request('POST', '/api/Documents', { form });
    const { Id } = (await created.json()) as { readonly Id: string };
    const headers = { Authorization: `Bearer ${user.token}` };
    const images = async () => (await fetch(`${other.url}/api/documents/${Id}/images`, { headers })).json();
    await expect.poll(images).toHaveLength(1);
  }
});
