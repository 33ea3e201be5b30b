import { type OperationDefinitionNode, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../schema/index.js';
import { exampleTabs } from '../../src/graphql/examples.js';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();

const open = (url: string) => fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } });

test('GraphiQL brings all of its scripts and styles along, and the example tabs', async () => {
  const response = await open(loupe.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  const page = await response.text();
  // Markup that would fetch something: the text before the program itself, and its end.
  const markup = page.replaceAll(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, '');
  expect(markup).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(page).toContain('mutation Login');
  // Whatever the program may try, the browser lets it talk to this server alone.
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test('GraphiQL comes compressed, and not again to a browser that has it', async () => {
  const first = await open(loupe.url);
  expect(first.headers.get('content-encoding')).toBe('gzip');
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${loupe.url}/graphql`, {
    headers: { Accept: 'text/html', 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);
});

test('every example tab is a document of this schema, with variables that it takes', () => {
  for (const { query, variables } of exampleTabs) {
    expect(validate(schema, parse(query)), query).toEqual([]);
    const definition = parse(query).definitions[0] as OperationDefinitionNode;
    const taken = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    expect(Object.keys(JSON.parse(variables ?? '{}') as object)).toEqual(taken);
  }
});

test('GraphiQL is not there when it is switched off', async () => {
  const closed = await startTestApp({ environment: { LOUPE_GRAPHIQL: 'false' } });
  try {
    expect((await open(closed.url)).headers.get('content-type')).not.toContain('text/html');
  } finally {
    await closed.close();
  }
});
