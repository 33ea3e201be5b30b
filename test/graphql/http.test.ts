import { serverAudits } from 'graphql-http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { library } from './screens.js';
import { GraphqlClient } from './support.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp();
});

afterAll(async () => loupe.close());

describe('the server keeps to GraphQL over HTTP', () => {
  for (const audit of serverAudits({ url: () => `${loupe.url}/graphql`, fetchFn: fetch })) {
    test(`${audit.id}: ${audit.name}`, async () => {
      const result = await audit.fn();
      expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
    });
  }
});

async function withApp<T>(
  environment: Readonly<Record<string, string>>,
  use: (client: GraphqlClient, url: string) => Promise<T>,
): Promise<T> {
  const app = await startTestApp({ environment });
  try {
    return await use(new GraphqlClient(app.url), app.url);
  } finally {
    await app.close();
  }
}

test('documents that are known in advance run by their id, and alone where the operator says so', async () => {
  const file = join(loupe.folder, 'documents.json');
  await writeFile(file, JSON.stringify({ languages: '{ languages { code } }', library }));
  const environment = { LOUPE_GRAPHQL_DOCUMENTS: file, LOUPE_GRAPHQL_ONLY_PERSISTED: 'true' };
  await withApp(environment, async (client, url) => {
    const post = async (body: object) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { data?: unknown; errors?: { message: string }[] };
    };
    expect(await post({ documentId: 'languages' })).toHaveProperty('data.languages.0.code');
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'languages' } };
    expect(await post({ extensions })).toHaveProperty('data.languages.0.code');
    expect((await post({ documentId: 'unknown' })).errors?.[0]?.message).toMatch(/NotFound/);
    expect((await client.run('{ languages { code } }')).errors?.[0]?.message).toMatch(/persisted/i);
  });
});

test('a file of documents that do not fit the schema stops the start with every fault', async () => {
  const file = join(loupe.folder, 'wrong.json');
  await writeFile(file, JSON.stringify({ one: '{ nothingOfTheKind }', two: '{ languages { ' }));
  const start = startTestApp({ environment: { LOUPE_GRAPHQL_DOCUMENTS: file } });
  await expect(start).rejects.toThrow(/one: .*nothingOfTheKind[\s\S]*two: /);
});

test('the schema may be asked for unless the operator switches that off', async () => {
  const ask = '{ __schema { queryType { name } } }';
  const client = new GraphqlClient(loupe.url);
  expect((await client.run(ask)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  await withApp({ LOUPE_GRAPHQL_INTROSPECTION: 'false' }, async (closed) => {
    expect((await closed.run(ask)).errors?.[0]?.message).toMatch(/introspection/i);
    expect((await closed.run('{ languages { code } }')).errors).toBeUndefined();
  });
});

test('what a form of another site can send without asking changes nothing', async () => {
  const mutation = 'mutation { login(userName: "a", password: "b") { __typename } }';
  const bodies = [
    ['application/x-www-form-urlencoded', new URLSearchParams({ query: mutation }).toString()],
    ['text/plain', JSON.stringify({ query: mutation })],
  ] as const;
  for (const [type, body] of bodies) {
    const headers = { 'content-type': type };
    const response = await fetch(`${loupe.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status, type).toBe(415);
  }
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: mutation }));
  form.set('map', '{}');
  expect((await fetch(`${loupe.url}/graphql`, { method: 'POST', body: form })).status).toBe(400);
  const query = new URLSearchParams({ query: mutation }).toString();
  expect((await fetch(`${loupe.url}/graphql?${query}`)).status).toBe(405);
});

test('what goes wrong inside is masked', async () => {
  const { languages } = loupe.app.services;
  const list = languages.list.bind(languages);
  languages.list = () => {
    throw new Error('select secret from passwords');
  };
  const answer = await new GraphqlClient(loupe.url).run('{ languages { code } }');
  languages.list = list;
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'INTERNAL_SERVER_ERROR' } });
});
