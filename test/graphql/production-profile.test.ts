/** The checks of graphql-cop, an auditing tool, against a server that is set up as for production. */
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe('a server in production', () => {
  const loupe = useTestApp({
    environment: { LOUPE_GRAPHIQL: 'false', LOUPE_GRAPHQL_INTROSPECTION: 'false' },
  });

  async function send(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(`${loupe.url}/graphql${path}`, init);
    return { status: response.status, text: await response.text() };
  }

  const post = async (body: unknown) =>
    send('', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ask = async (query: string) => post({ query });
  const get = async (query: string, headers: Record<string, string> = {}) =>
    send(`?${new URLSearchParams({ query }).toString()}`, { headers });

  const messagesOf = ({ text }: Answer): string[] =>
    ((JSON.parse(text) as { errors?: { message: string }[] }).errors ?? []).map(({ message }) => message);

  test('takes no flood of aliases', async () => {
    const aliases = Array.from({ length: 101 }, (_, index) => `alias${index}: __typename`);
    const answer = await ask(`query cop { ${aliases.join(' ')} }`);
    expect(answer.text).not.toContain('"data"');
    expect(messagesOf(answer).join()).toMatch(/aliases/i);
  });

  test('takes no batches', async () => {
    const answer = await post(Array.from({ length: 10 }, () => ({ query: 'query cop { __typename }' })));
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).not.toContain('Query"');
  });

  test('says once that there are too many directives', async () => {
    const messages = messagesOf(await ask(`query cop { __typename ${'@aa'.repeat(10)} }`));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/directives/i);
  });

  test('does not follow its own schema in circles, nor tell it', async () => {
    const circle = 'fields { type { fields { type { fields { type { fields { type { name } } } } } } } }';
    for (const query of [`{ __schema { types { ${circle} } } }`, '{ __schema { types { name } } }']) {
      const answer = await ask(query);
      expect(answer.text).not.toContain('"data"');
      expect(messagesOf(answer).join()).toContain('introspection');
    }
  });

  test('changes nothing by GET', async () => {
    const mutation = 'mutation cop { __typename }';
    expect(await get(mutation)).toMatchObject({ status: 400 });
    expect(await get(mutation, { 'GraphQL-Require-Preflight': '1' })).toMatchObject({ status: 405 });
  });

  test('answers GET only where a page of another site could not have sent it', async () => {
    const refused = await get('query cop { __typename }');
    expect(refused).toMatchObject({ status: 400 });
    expect(messagesOf(refused).join()).toContain('GraphQL-Require-Preflight');
    expect(await get('{ __typename }', { 'GraphQL-Require-Preflight': '1' })).toMatchObject({ status: 200 });
    expect(await get('{ __typename }', { ApiKey: 'any' })).toMatchObject({ status: 200 });
  });

  test('takes no forms', async () => {
    const body = new URLSearchParams({ query: 'query cop { __typename }' });
    expect(await send('', { method: 'POST', body })).toMatchObject({ status: 415 });
  });

  test('carries no traces', async () => {
    const answer = await ask('query cop { __typename }');
    expect(JSON.parse(answer.text)).toMatchObject({ data: { __typename: 'Query' } });
  });

  test('reports mistakes of a document without internal details', async () => {
    const answer = await ask('qwerty cop { abc }');
    expect(messagesOf(answer)).toEqual([expect.stringContaining('Syntax Error')]);
    expect(answer.text).not.toMatch(/exception|stack|\.ts:|\.js:/i);
  });

  test('suggests no names of fields', async () => {
    for (const query of ['query cop { __schema { directive } }', '{ organizatio { id } }'])
      expect((await ask(query)).text).not.toContain('Did you mean');
  });

  test('serves no page to try things out', async () => {
    const page = await send('', { headers: { Accept: 'text/html' } });
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.text).not.toMatch(/graphiql|playground/i);
  });

  test('does not answer the same field again and again', async () => {
    const answer = await ask(`query cop { ${'__typename \n'.repeat(500)} }`);
    expect(answer.text).not.toContain('"data"');
    expect(messagesOf(answer)).toEqual(['__typename is asked for 500 times at one place. Once is enough.']);
    expect((await ask('{ __typename __typename }')).text).toContain('"data"');
  });

  test('says that no answer has a member `then`', async () => {
    const answer = await ask('{ then: __typename }');
    expect(messagesOf(answer)).toEqual(['The alias then cannot be answered. Choose another name.']);
  });

  const inner = (depth: number): string => (depth === 1 ? '__typename' : `... { ${inner(depth - 1)} }`);
  const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: __typename`).join(' ');
  const included = (count: number) => `__typename ${'@include(if: true) '.repeat(count)}`;

  test.each([
    ['is nested', 15, (count: number) => `{ ${inner(count)} }`],
    ['is nested by fragments', 15, (count: number) => `{ ...F } fragment F on Query { ${inner(count - 1)} }`],
    ['gives aliases', 20, (count: number) => `{ ${aliases(count)} }`],
    [
      'gives aliases by a fragment that is spread twice',
      20,
      (count: number) =>
        `{ ...F ... { ...F } ${aliases(count % 2)} } fragment F on Query { ${aliases(count >> 1)} }`,
    ],
  ])('refuses a document that %s beyond a limit, and takes one at it', async (_, most, documentOf) => {
    expect((await ask(documentOf(most))).text).toContain('"data"');
    const answer = await ask(documentOf(most + 1));
    expect(answer.text).not.toContain('"data"');
    expect(messagesOf(answer).join()).toMatch(new RegExp(`${most + 1}.*the limit is ${most}\\.`));
  });

  test('refuses a document with too many directives or words', async () => {
    expect(messagesOf(await ask(`{ ${included(6)} }`)).join()).toContain('6 directives; the limit is 5');
    expect(messagesOf(await ask(`{ node(ids: [${'1 '.repeat(2000)}]) }`)).join()).toContain('2000 tokens');
  });

  test('refuses fragments that spread themselves', async () => {
    const answer = await ask('{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }');
    expect(messagesOf(answer).join()).toContain('Cannot spread fragment');
  });
});
