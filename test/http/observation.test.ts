/** What an operator sees of a running server: metrics, log lines, readiness. */
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { scan } from '../rest/support/scans.js';

interface Line extends Record<string, unknown> {
  readonly requestId?: string;
}

const device = {
  ApplicationName: 'Viewer',
  ApplicationVersion: '1.0.0',
  DeviceName: 'PC',
  DeviceSystemVersion: '10.0.0',
  SdkVersion: '1.0.0',
};

let loupe: TestApp;
const lines: Line[] = [];
const logTo = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };

beforeAll(async () => {
  loupe = await startTestApp({ environment: { LOUPE_LOG_LEVEL: 'debug', LOUPE_SLOW_QUERY_MS: '1' }, logTo });
});
afterAll(() => loupe.close());

const metrics = async () => (await fetch(`${loupe.url}/metrics`)).text();

/** Value of a metric, by its name with its labels. */
async function valueOf(name: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

const lineOf = (requestId: string) =>
  expect.poll(() => lines.find((line) => line.requestId === requestId && line['msg'] === 'answered'));

describe('the log', () => {
  test('logs every answer in one line: who asked for what, how it ended and how long it took', async () => {
    const organization = await seed(loupe).organization();
    const user = await organization.user();
    const headers = { Authorization: `Bearer ${user.token}`, 'X-Request-Id': 'shelf-17' };
    const answer = await fetch(`${loupe.url}/api/Documents/${user.id}?secret=key`, { headers });
    expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([404, 'shelf-17']);
    await lineOf('shelf-17').toMatchObject({
      method: 'GET',
      path: `/api/Documents/${user.id}`,
      status: 404,
      code: 'NOT_FOUND',
      viewer: 'user',
      organizationId: organization.id,
      userId: user.id,
      address: '127.0.0.1',
    });
    expect(JSON.stringify(lines)).not.toContain('secret=key');
    expect(JSON.stringify(lines)).not.toContain(user.token);
  });

  test('gives requests with an invalid id a new one, and breaks no line', async () => {
    const given = 'two words "and" more';
    const answer = await fetch(`${loupe.url}/health/live`, { headers: { 'X-Request-Id': given } });
    const id = answer.headers.get('X-Request-Id') ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await lineOf(id).toMatchObject({ path: '/health/live', status: 200 });
    expect(JSON.stringify(lines)).not.toContain('two words');
  });

  test('names GraphQL requests by what they ask for, and why they failed', async () => {
    const query = 'query Mine($id: ID!) { again: node(id: $id) { id } }';
    const body = JSON.stringify({ query, variables: { id: 'nothing' } });
    const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'graph-1' };
    await (await fetch(`${loupe.url}/graphql`, { method: 'POST', headers, body })).text();
    await lineOf('graph-1').toMatchObject({ operation: 'query node', viewer: 'anonymous' });
  });

  test('keeps what opens a file to itself', async () => {
    const user = await (await seed(loupe).organization()).user();
    const document = await (await user.folder()).document(await jpegPicture(3));
    const [image] = (await user.send('GET', `/api/documents/${document.id}/images`)) as {
      SmallThumbnail: string;
    }[];
    const { pathname } = new URL(image?.SmallThumbnail ?? '');
    await fetch(`${loupe.url}${pathname}`, { headers: { 'X-Request-Id': 'picture-1' } });
    await lineOf('picture-1').toMatchObject({ operation: 'GET /files/:address', status: 200 });
    expect(JSON.stringify(lines)).not.toContain(pathname.slice(-20));
  });

  test('logs slow statements without the data of tenants, and with their request', async () => {
    const user = await (await seed(loupe).organization()).user();
    const folder = await user.folder();
    await folder.document(await jpegPicture(4));
    await expect
      .poll(() => lines.filter((line) => 'sql' in line && line.requestId !== undefined).length)
      .toBeGreaterThan(0);
    const statements = lines.filter((line) => 'sql' in line);
    expect(JSON.stringify(statements)).not.toContain(folder.id);
    expect(await valueOf('loupe_slow_statements_total')).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  test('count requests by operation, status and reason, and measure the stages of searches', async () => {
    const organization = await seed(loupe).organization();
    await (await (await organization.user()).folder()).document(await jpegPicture(8));
    const form = new FormData();
    form.set('query', JSON.stringify({ Language: 'en-US' }));
    form.set('file', new Blob([new Uint8Array(await jpegPicture(9))]), 'photo.jpg');
    const scan = await fetch(`${loupe.url}/api/EnrichedImages`, {
      method: 'POST',
      headers: { ...device, ApiKey: organization.apiKey },
      body: form,
    });
    expect([scan.status, await scan.text()]).toEqual([204, '']);
    await fetch(`${loupe.url}/api/nodes/1/documents`, { headers: { Authorization: 'Bearer wrong' } });
    const scans = 'loupe_http_requests_total{operation="POST /api/EnrichedImages",status="204",code=""}';
    await expect.poll(() => valueOf(scans)).toBe(1);
    const refused =
      'loupe_http_requests_total{operation="GET /api/nodes/:id/documents",status="401",code="UNAUTHENTICATED"}';
    await expect.poll(() => valueOf(refused)).toBe(1);
    for (const stage of ['decode', 'extract', 'search', 'verify'])
      expect(await valueOf(`loupe_search_stage_duration_seconds_count{stage="${stage}"}`)).toBeGreaterThan(0);
    expect(await valueOf('loupe_ready')).toBe(1);
    expect(await valueOf('loupe_index_lag_changes')).toBe(0);
  });

  test('show the present indexes in memory, also on the first reading', async () => {
    const alone = await startTestApp();
    const organization = await seed(alone).organization();
    const user = await organization.user();
    await (await user.folder()).document(await jpegPicture(8), { status: 'Active' });
    await scan(alone, organization.apiKey, await jpegPicture(8));
    const text = await (await fetch(`${alone.url}/metrics`)).text();
    await alone.close();
    expect(text).toMatch(/^loupe_index_references 1$/m);
  });

  test('count credits that were refused, and names of operations that exist only', async () => {
    const organization = await seed(loupe).organization({ accountType: 'Prepaid' });
    const user = await organization.user();
    const folder = await user.folder();
    await folder.document(await jpegPicture(6), { status: 'Active' }).catch(() => null);
    await expect.poll(() => valueOf('loupe_credits_refused_total')).toBeGreaterThan(0);
    await fetch(`${loupe.url}/api/made/up/${folder.id}`);
    await fetch(`${loupe.url}/api/v2.0/enginequery/json/MadeUp`);
    await fetch(`${loupe.url}/api/v2.0/enginequery/json/GetSystemStatus`);
    await expect.poll(metrics).toContain('operation="GET (other)"');
    expect(await metrics()).not.toMatch(/MadeUp|made\/up/);
  });

  const readAs = (headers: Record<string, string>, url = loupe.url) =>
    new Promise<number>((resolve, reject) => {
      request(`${url}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on('error', reject)
        .end();
    });

  test('are for this machine alone: neither behind a proxy nor for a page in a browser', async () => {
    expect(await readAs({})).toBe(200);
    expect(await readAs({ 'X-Forwarded-For': '127.0.0.1' })).toBe(403);
    expect(await readAs({ Forwarded: 'for=127.0.0.1' })).toBe(403);
    expect(await readAs({ Origin: 'https://page.example' })).toBe(403);
    expect((await fetch(`${loupe.queryUrl}/metrics`)).headers.get('content-type')).not.toMatch(/text\/plain/);
  });

  test('are for holders of the token once there is one', async () => {
    const token = 'a-token-for-prometheus';
    const guarded = await startTestApp({ environment: { LOUPE_METRICS_TOKEN: token } });
    try {
      expect(await readAs({}, guarded.url)).toBe(401);
      expect(await readAs({ Authorization: 'Bearer another-token-here' }, guarded.url)).toBe(401);
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.7' };
      expect(await readAs(headers, guarded.url)).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});

test('a server that cannot write says why it is not ready', async () => {
  const full = await startTestApp({ environment: { LOUPE_MIN_FREE_MB: '1000000000' } });
  const answer = await fetch(`${full.url}/health/ready`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', reasons: ['disk'] }]);
  await rm(full.config.filesFolder, { recursive: true });
  await full.app.services.vision.close();
  const broken = await fetch(`${full.url}/health/ready`);
  expect(await broken.json()).toEqual({ status: 'not ready', reasons: ['engine', 'disk'] });
  await full.close();
});

test('work beside the requests that failed is named until it succeeds; the server stays ready', async () => {
  const { background } = loupe.app.services;
  const texts = { done: () => null, failed: 'The shelves could not be counted' };
  const seen = async () => {
    const ready = await fetch(`${loupe.url}/health/ready`);
    const status = await runLoupe(['status', '--once', '--url', loupe.url], loupe.environment);
    const value = await valueOf('loupe_background_work_failed{work="shelves"}');
    return [ready.status, await ready.json(), value, /Background +(.+)/.exec(status.out)?.[1]];
  };
  expect(await background.run('shelves', () => Promise.reject(new Error('Too dark.')), texts)).toBe(false);
  expect(await seen()).toEqual([
    200,
    { status: 'ready', failed: ['shelves'] },
    1,
    'failed: shelves; see the log',
  ]);
  expect(lines).toContainEqual(expect.objectContaining({ msg: texts.failed, level: 50 }));
  expect(await background.run('shelves', () => Promise.resolve(), texts)).toBe(true);
  expect(await seen()).toEqual([200, { status: 'ready' }, 0, 'nothing failed']);
});
