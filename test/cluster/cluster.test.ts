/** Processes that share the work: two that answer and keep no index, one that does the jobs, two that search. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { GraphqlClient } from '../graphql/support.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { TestNats } from '../kit/servers/nats.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { type Answer, EngineClient, type Fields } from '../rest/support/engine-client.js';

const patientMs = 120_000;
const reader = {
  ApplicationName: 'Test',
  ApplicationVersion: '1',
  DeviceName: 'Phone',
  DeviceSystemVersion: '1',
  SdkVersion: '1',
} as const;

let nats: TestNats;
let folder: string;
let shared: Record<string, string>;
let alone: TestApp;
let api: TestApp;
let otherApi: TestApp;
let worker: TestApp;
let searcher: TestApp;
let otherSearcher: ChildProcess;
let organization: SeededOrganization;
let editor: SeededUser;
let document: SeededDocument;

/** What the first searcher logs. */
const logged: string[] = [];

const withRole = (
  roles: string,
  others: Record<string, string> = {},
  logTo?: { write(line: string): void },
) =>
  startTestApp({
    ...(logTo === undefined ? {} : { logTo }),
    environment: { ...shared, LOUPE_NATS_URL: nats.url(), LOUPE_PARTS: '3', LOUPE_ROLES: roles, ...others },
  });

/** A process of its own, which can be killed. */
function startSearcherProcess(): ChildProcess {
  return spawn(process.execPath, [inRoot('dist/src/main.js')], {
    cwd: inRoot('.'),
    env: {
      ...process.env,
      ...shared,
      LOUPE_NATS_URL: nats.url(),
      LOUPE_ROLES: 'search',
      LOUPE_DATA: join(folder, newId()),
      LOUPE_HOST: '127.0.0.1',
      LOUPE_PORT: '0',
      LOUPE_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

const searchersOf = (loupe: TestApp) => loupe.app.services.searchers?.searcherCount;
const readinessOf = async ({ url }: TestApp) => {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, await answer.json()];
};
const READY = [200, { status: 'ready' }];

beforeAll(async () => {
  nats = await TestNats.start();
  folder = await mkdtemp(join(tmpdir(), 'loupe-cluster-'));
  shared = {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
  };
  alone = await startTestApp({ environment: { ...shared, LOUPE_ROLES: 'api,search' } });
  const log = { write: (line: string) => void logged.push(line) };
  searcher = await withRole('search', { LOUPE_LOG_LEVEL: 'info' }, log);
  otherSearcher = startSearcherProcess();
  [api, otherApi, worker] = [await withRole('api'), await withRole('api,worker'), await withRole('worker')];
  await vi.waitUntil(() => searchersOf(api) === 2, { timeout: patientMs });
  organization = await seed(api).organization();
  editor = await organization.user();
  document = await (await editor.folder()).document(await jpegPicture(1));
  await document.action();
}, patientMs);
afterAll(async () => {
  otherSearcher.kill('SIGKILL');
  for (const each of [api, otherApi, worker, searcher, alone]) await each.close();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

async function scan(loupe: TestApp, photo: Buffer, requestId?: string): Promise<Response> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const id: Record<string, string> = requestId === undefined ? {} : { 'X-Request-Id': requestId };
  const headers: Record<string, string> = { ...reader, ...id, ApiKey: organization.apiKey };
  return fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
}

/** What a search says of the pictures, without what is of the request alone. */
const facts = ({ status, nb_results_found, images }: Answer) => ({
  code: status.code,
  nb_results_found,
  images,
});

test(
  'a scan of a reader is answered by processes without an index, as by one that has it',
  { timeout: patientMs },
  async () => {
    for (const loupe of [api, otherApi, alone]) {
      const answer = await scan(loupe, await changedPicture(1));
      expect(answer.status).toBe(200);
      expect(JSON.stringify(await answer.json())).toContain(document.imageIds[0]);
      expect((await scan(loupe, await jpegPicture(77))).status).toBe(204);
    }
    expect(await api.app.services.vision.openIndexes()).toEqual([]);
  },
);

test(
  'searches of every kind say the same as a process alone, and what one changes all see at once',
  { timeout: patientMs },
  async () => {
    const client = new EngineClient(api);
    const key = await client.newApplication('mobile');
    const looks = await client.newApplication('similarity');
    for (const number of [1, 2, 3, 4]) {
      const picture = await jpegPicture(number);
      expect((await client.add(key, `id-${number}`, picture, [`even-${number % 2 === 0}`])).status.code).toBe(
        0,
      );
      expect((await client.add(looks, `id-${number}`, picture)).status.code).toBe(0);
      const photo = await changedPicture(number);
      const found = await new EngineClient(otherApi).search(key, photo);
      expect(found.images?.map(({ id }) => id)).toEqual([`id-${number}`]);
    }
    const others: readonly Fields[] = [
      {},
      { keywords: ['even-true'] },
      { min_score: '0', include_rejected: 'true' },
    ];
    for (const number of [1, 2, 50]) {
      const photo = await changedPicture(number);
      for (const asked of others) {
        const said = facts(await client.search(key, photo, asked));
        expect(said).toEqual(facts(await new EngineClient(alone).search(key, photo, asked)));
      }
      const alike = facts(await client.search(looks, photo));
      expect(alike.nb_results_found).toBe(4);
      expect(alike).toEqual(facts(await new EngineClient(alone).search(looks, photo)));
    }
    const path = `/api/v2.0/enginemodify/json/DeleteImage?application_key=${key}&image_id=id-2`;
    expect((await client.call(path)).status.code).toBe(0);
    for (const loupe of [api, otherApi])
      expect((await new EngineClient(loupe).search(key, await changedPicture(2))).nb_results_found).toBe(0);
  },
);

test('conflicts of a document are found over GraphQL', { timeout: patientMs }, async () => {
  const copy = await (await editor.folder()).document(await changedPicture(1), { status: 'Inactive' });
  const client = new GraphqlClient(otherApi.url, { Authorization: `Bearer ${editor.token}` });
  const { data, errors } = await client.run(
    'query($id: ID!) { conflicts(id: $id) { conflicts { document { id } distance } } }',
    { id: copy.id },
  );
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).toContain(document.id);
});

test('only who has a role does what it is', { timeout: patientMs }, async () => {
  for (const loupe of [worker, searcher]) {
    expect((await fetch(`${loupe.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${loupe.url}/metrics`)).status).toBe(200);
    const answer = await fetch(`${loupe.url}/api/nodes/1/documents`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('LOUPE_ROLES')]);
    await expect.poll(() => readinessOf(loupe)).toEqual(READY);
  }
});

test('a searcher names the request that it searches for in its log', { timeout: patientMs }, async () => {
  const photo = await changedPicture(1);
  // Now and then the other one is asked.
  const isNamed = async () => {
    await scan(api, photo, 'request-of-a-reader');
    return logged.some(
      (line) => line.includes('request-of-a-reader') && line.includes('searched for another'),
    );
  };
  await expect.poll(isNamed).toBe(true);
});

test('a searcher that hangs or dies costs nobody an answer', { timeout: patientMs }, async () => {
  const photo = await changedPicture(1);
  const photos = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => scan(api, photo)));
    return answers.map(({ status }) => status);
  };
  const good = (count: number) => Array.from({ length: count }, () => 200);
  otherSearcher.kill('SIGSTOP');
  expect(await photos(6)).toEqual(good(6));
  const before = photos(6);
  otherSearcher.kill('SIGKILL');
  expect(await before).toEqual(good(6));
  await expect.poll(() => searchersOf(api)).toBe(1);
  expect(await photos(6)).toEqual(good(6));
});

test(
  'without NATS scans are refused for a while and nothing is lost; with it all goes on',
  { timeout: patientMs },
  async () => {
    await expect.poll(() => readinessOf(api)).toEqual(READY);
    await nats.stop();
    await expect.poll(() => readinessOf(api)).toEqual([503, { status: 'not ready', reasons: ['searchers'] }]);
    const refused = await scan(api, await changedPicture(1));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    const client = new EngineClient(api);
    const key = await client.newApplication('mobile');
    expect((await client.search(key, await jpegPicture(9))).status.code).toBe(-2008);
    // What needs no search goes on.
    await editor.folder();
    expect((await client.add(key, 'added', await jpegPicture(9))).status.code).toBe(0);
    await nats.startAgain();
    await expect.poll(() => readinessOf(api)).toEqual(READY);
    const found = await client.search(key, await jpegPicture(9));
    expect([found.status.code, found.images?.map(({ id }) => id)]).toEqual([0, ['added']]);
  },
);

test(
  'without a searcher of a part processes that ask are not ready; one that ends leaves first',
  { timeout: patientMs },
  async () => {
    const half = await withRole('search', { LOUPE_SEARCH_PARTS: '0,2' });
    await expect.poll(() => searchersOf(api)).toBe(2);
    await searcher.close();
    await expect.poll(() => readinessOf(api)).toEqual([503, { status: 'not ready', reasons: ['searchers'] }]);
    searcher = await withRole('search', { LOUPE_SEARCH_PARTS: '1/2' });
    await expect.poll(() => readinessOf(api)).toEqual(READY);
    expect((await scan(api, await changedPicture(1))).status).toBe(200);
    await half.close();
  },
);

test('another installation on the same NATS is another one', { timeout: patientMs }, async () => {
  const elsewhere = await withRole('api', {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files of another'),
  });
  try {
    expect(await readinessOf(elsewhere)).toEqual([503, { status: 'not ready', reasons: ['searchers'] }]);
    expect(searchersOf(elsewhere)).toBe(0);
  } finally {
    await elsewhere.close();
  }
});

test(
  'another number of parts and refused passwords are said in a sentence',
  { timeout: patientMs },
  async () => {
    await expect(withRole('api', { LOUPE_PARTS: '4' })).rejects.toThrow(/LOUPE_PARTS is 4.*has said 3/);
    const guarded = await TestNats.start('--user', 'loupe', '--pass', 'right');
    try {
      const wrong = withRole('api', { LOUPE_NATS_URL: guarded.url('loupe:wrong') });
      await expect(wrong).rejects.toThrow(/NATS refuses/);
      const right = await withRole('api', { LOUPE_NATS_URL: guarded.url('loupe:right') });
      await right.close();
    } finally {
      await guarded.stop();
    }
  },
);
