import { serverAudits } from 'graphql-http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';
import { library } from './screens.js';
import { GraphqlClient } from './support.js';

const loupe = useTestApp({ isAlone: true });

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
  await writeFile(
    file,
    JSON.stringify({ kind: '{ __typename }', 'sha256:kind-2': '{ __typename }', library }),
  );
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
    expect(await post({ documentId: 'kind' })).toMatchObject({ data: { __typename: 'Query' } });
    expect(await post(apollo('kind'))).toMatchObject({ data: { __typename: 'Query' } });
    for (const id of ['sha256:kind', 'kind-2', 'sha256:kind-2']) {
      expect(await post({ documentId: id })).toMatchObject({ data: { __typename: 'Query' } });
      expect(await post(apollo(id))).toMatchObject({ data: { __typename: 'Query' } });
    }
    for (const unknown of [{ documentId: 'unknown' }, apollo('unknown')]) {
      expect((await post(unknown)).errors).toMatchObject([
        { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
      ]);
    }
    expect((await client.run('{ __typename }')).errors?.[0]?.message).toMatch(/persisted/i);
  });
});

/** What Apollo's clients send for a document that the server may know. */
const apollo = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

test('a hash of a document that is not known is answered so that Apollo’s clients send the document', async () => {
  const file = join(loupe.folder, 'some.json');
  await writeFile(file, JSON.stringify({ kind: '{ __typename }' }));
  const notSupported = {
    errors: [
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ],
  };
  const ask = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return response.json();
  };
  expect(await ask(loupe.url, apollo('unknown'))).toEqual(notSupported);
  const whole = { query: '{ __typename }', ...apollo('unknown') };
  expect(await ask(loupe.url, whole)).toMatchObject({ data: { __typename: 'Query' } });
  await withApp({ LOUPE_GRAPHQL_DOCUMENTS: file }, async (_client, url) => {
    expect(await ask(url, apollo('kind'))).toMatchObject({ data: { __typename: 'Query' } });
    expect(await ask(url, apollo('unknown'))).toEqual(notSupported);
  });
});

test('an answer says what its document costs, of several operations of the one that is asked for', async () => {
  const cost = async (query: string, operationName?: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query, operationName });
    const response = await fetch(`${loupe.url}/graphql`, { method: 'POST', headers, body });
    return ((await response.json()) as { extensions?: { cost: unknown } }).extensions?.cost;
  };
  const limit = 75_000;
  const three = 'query Three { one: __typename two: __typename three: __typename }';
  expect(await cost(three)).toEqual({ requested: 3, limit });
  expect(await cost(`query One { __typename } ${three}`, 'One')).toEqual({ requested: 1, limit });
  expect(await cost(`query One { __typename } ${three}`, 'Three')).toEqual({ requested: 3, limit });
  expect(await cost('query ($id: ID!) { node(id: $id) { id } }')).toBeUndefined();
});

test('a body without members is refused at once', async () => {
  for (const body of ['{}', '[]', 'null', '5', '']) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${loupe.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status, body).toBe(400);
  }
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
    expect((await closed.run('{ __typename }')).errors).toBeUndefined();
  });
});

test('what a form of another site can send without asking changes nothing', async () => {
  const mutation = 'mutation { login(input: { userName: "a", password: "b" }) { __typename } }';
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
  const { auth } = loupe.app.services;
  const login = auth.login.bind(auth);
  auth.login = () => Promise.reject(new Error('select secret from passwords'));
  const answer = await new GraphqlClient(loupe.url).run(
    'mutation { login(input: { userName: "a", password: "b" }) { __typename } }',
  );
  auth.login = login;
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'INTERNAL_SERVER_ERROR' } });
});
