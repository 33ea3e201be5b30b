/** A server that has as much to do as it may have at a time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { WatchedVision } from '../kit/engine/watched-vision.js';
import { deviceHeaders } from '../rest/support/scans.js';

let loupe: TestApp;
let vision: WatchedVision;
/** Lets the scan go that keeps the server at work. */
let letGo: () => void = () => undefined;
let scan: Promise<Response>;

beforeAll(async () => {
  loupe = await startTestApp({
    environment: { LOUPE_REQUESTS_AT_WORK: '1', LOUPE_BURST_PATIENCE_MS: '1' },
    openVision: (options) => (vision = new WatchedVision(options)),
  });
  const organization = await seed(loupe).organization();
  const user = await organization.user();
  await (await user.folder()).document(await jpegPicture(81, 320, 240));
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', new Blob([new Uint8Array(await jpegPicture(81, 320, 240))]), 'photo.jpg');
  const holds = new Promise<void>((resolve) => {
    vision.onNextSearch(async () => {
      resolve();
      await new Promise<void>((done) => (letGo = done));
    });
  });
  scan = fetch(`${loupe.url}/api/EnrichedImages`, {
    method: 'POST',
    headers: { ApiKey: organization.apiKey, ...deviceHeaders },
    body: form,
  });
  await holds;
});
afterAll(async () => {
  letGo();
  await loupe.close();
});

describe('a server with as much to do as it may have', () => {
  test.each([
    ['the platform', 'GET', '/api/Languages', 503, { Message: expect.stringMatching(/overloaded/) }],
    ['the engine', 'GET', '/api/v2/enginequery/GetApplicationStatus', 200, { status: { code: -2008 } }],
    ['the engine, version 3', 'GET', '/api/v3/engine/applications', 503, { status: 503, code: 'OVERLOADED' }],
    ['GraphQL', 'POST', '/graphql', 503, { errors: [{ extensions: { code: 'OVERLOADED' } }] }],
  ])('%s refuses in its own form and says when to come again', async (_name, method, path, status, body) => {
    const answer = await fetch(`${loupe.url}${path}`, { method, body: method === 'POST' ? '{}' : null });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([
      status,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await answer.json()).toMatchObject(body);
  });

  test('still answers health checks, and finishes running requests', async () => {
    expect((await fetch(`${loupe.url}/health/ready`)).status).toBe(200);
    letGo();
    expect((await scan).status).toBe(204);
    expect((await fetch(`${loupe.url}/api/v3/engine/applications`)).status).toBe(401);
  });
});
