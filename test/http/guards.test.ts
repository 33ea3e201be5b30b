/** What the server answers browsers, proxies, and callers with a wrong name or port. */
import { rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';
import { isOnPostgres } from '../kit/servers/postgres.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

const loupe = useTestApp();

const newUser = async () => (await seed(loupe).organization()).user();

/** Asks with a Host of one's own, which `fetch` would not send. */
async function getAs(host: string, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${loupe.url}${path}`, { headers: { ...headers, host } }, (answer) => {
      text(answer).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}

describe('answers', () => {
  test.each([
    '/api/Languages',
    '/api/v3/engine/applications',
    '/graphql',
    '/health/live',
    '/nowhere',
    '/openapi.json',
  ])('%s tell browsers to be careful', async (path) => {
    const { headers } = await fetch(`${loupe.url}${path}`);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  test('with a token are kept by nobody on the way', async () => {
    const organization = await seed(loupe).organization();
    const user = await organization.user();
    const { userName: username, password } = user;
    const body = new URLSearchParams({ grant_type: 'password', username, password });
    const headers = { ApiKey: organization.apiKey };
    const answer = await fetch(`${loupe.url}/token`, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  });
});

test('addresses of files never follow a foreign name in Host', async () => {
  const user = await newUser();
  const document = await (await user.folder()).document(await jpegPicture(5));
  const headers = { Authorization: `Bearer ${user.token}` };
  const address = async (host: string) =>
    JSON.stringify(JSON.parse(await getAs(host, `/api/documents/${document.id}/images`, headers)));
  const { host, port } = new URL(loupe.url);
  expect(await address('evil.example')).not.toContain('evil');
  expect(await address('evil.example')).toContain(`http://${host}/files/`);
  expect(await address(`localhost:${port}`)).toContain(`http://localhost:${port}/files/`);
});

test('a file whose bytes are gone is not there, and nobody keeps that', async () => {
  const user = await newUser();
  const document = await (await user.folder()).document(await jpegPicture(6));
  const [image] = (await user.send('GET', `/api/documents/${document.id}/images`)) as unknown[];
  const address = textMember(image, 'SmallThumbnail');
  expect((await fetch(address)).status).toBe(200);
  const id = new URL(address).pathname.split('/').at(-1)?.slice(0, 36) ?? '';
  await rm(join(loupe.config.filesFolder, id.slice(-2), id));
  const gone = await fetch(address);
  expect(gone.status).toBe(404);
  expect(gone.headers.get('Cache-Control') ?? '').not.toContain('immutable');
  expect(await gone.json()).toEqual({ Message: expect.stringMatching(/not found/) });
});

describe('the ports of the engine', () => {
  test('serve the engine and health alone', async () => {
    for (const url of [loupe.modifyUrl, loupe.queryUrl]) {
      for (const path of [
        '/graphql',
        '/api/Languages',
        '/token',
        '/openapi.json',
        '/api/v3/engine/applications',
      ]) {
        const answer = await fetch(`${url}${path}`, { method: path === '/token' ? 'POST' : 'GET' });
        expect(await answer.json()).toMatchObject({
          status: { code: expect.any(Number), message: expect.any(String) },
        });
      }
      expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok' });
    }
  });

  test('serve everything where the operator wants it', async () => {
    const open = await startTestApp({ environment: { LOUPE_ENGINE_PORTS_SERVE_ALL: 'true' } });
    try {
      expect((await fetch(`${open.queryUrl}/openapi.json`)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});

test.skipIf(isOnPostgres)('the database belongs to its owner alone', async () => {
  await newUser();
  for (const name of ['loupe.sqlite', 'loupe.sqlite-wal']) {
    expect((await stat(join(loupe.folder, name))).mode & 0o777).toBe(0o600);
  }
});

test('an address of a database that is none is refused with what it may be', () => {
  expect(() => readConfig({ LOUPE_DATABASE_URL: 'postgress://loupe@host/loupe' })).toThrow(ConfigError);
  expect(() => readConfig({ LOUPE_DATABASE_URL: 'postgress://loupe@host/loupe' })).toThrow(
    /"postgress" is not a supported/,
  );
  expect(readConfig({ LOUPE_DATABASE_URL: 'sqlite::memory:' }).databaseUrl).toBe('sqlite::memory:');
});

test('connections of one address are counted', async () => {
  const narrow = await startTestApp({ environment: { LOUPE_CONNECTIONS_PER_ADDRESS: '2' } });
  try {
    const hold = async () =>
      fetch(`${narrow.url}/health/live`).then(
        ({ status }) => status,
        () => 0,
      );
    const statuses = await Promise.all(Array.from({ length: 6 }, hold));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses).toContain(0);
  } finally {
    await narrow.close();
  }
});
