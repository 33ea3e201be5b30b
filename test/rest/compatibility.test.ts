/** `docs/compatibility.md` names every operation, and for each a transcript or test that exists. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engineOperations } from '../../src/rest/engine-v2/register.js';
import { loginRoutes } from '../../src/users/sessions/login.rest.js';
import { platformRoutes } from '../../src/rest/platform/routes.js';

const page = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
const fileOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const rowsUnder = (heading: string) =>
  (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const platformRows = rowsUnder('Enrichment platform').filter(([method = '']) =>
  /^(GET|POST|PUT|PATCH|DELETE)$/.test(method),
);

/** As tables write it: `/api/nodes[/{id}]` for `/api/nodes/:id?`. */
const written = (path: string) =>
  path
    .replace('/:id?', '[/{id}]')
    .replace(/:(\w+)/g, '{$1}')
    .toLowerCase();

/** Requests of a transcript that succeeded, as `METHOD /path`. */
function successesOf(transcript: string): string[] {
  return transcript.split(/^### /m).flatMap((exchange) => {
    const request = /^(GET|POST|PUT|PATCH|DELETE) (.+)$/m.exec(exchange.replace(/<[^>]*>/g, 'id'));
    const [path = ''] = (request?.[2] ?? '').toLowerCase().split('?');
    return request !== null && /^HTTP 2/m.test(exchange) ? `${request[1] ?? ''} ${path}` : [];
  });
}

/** A test of the engine with the table of operations that it goes through, if it does. */
const withTable = (source: string) =>
  source.includes('../support/engine-operations.js')
    ? source + fileOf('rest/support/engine-operations.ts')
    : source;

test('every operation of the platform is listed once, and nothing else below its prefixes', () => {
  const listed = platformRows.map(([method, path = '']) => `${method ?? ''} ${path.replaceAll('`', '')}`);
  const offered = [...loginRoutes, ...platformRoutes].map(({ method, path }) => `${method} ${written(path)}`);
  const others = [
    'get /files/{id}-{signature}',
    'get /openapi.json, /docs (also /swagger)',
    'get /packs/engine',
    'get /packs/engine/{name}',
    'get /packs/{key}/{id}',
    'get /s/{code}',
    'get /s/{code}/{page}',
    'get /s/{code}/actions/{actionid}',
    'get /s/{code}/{page}/actions/{actionid}',
    'get /01/{gtin}',
    'get /01/{gtin}/{qualifiers}',
    'get /.well-known/gs1resolver',
  ];
  const sorted = (list: readonly string[]) => list.map((each) => each.toLowerCase()).sort();
  expect(sorted(listed)).toEqual(sorted([...offered, ...others]));
});

test('each of them was seen working: in a transcript of a call that succeeded, or in a test of that name', () => {
  for (const [method = '', path = '', , , proof = ''] of platformRows) {
    const [, file = '', title] = /^`([^`]+)`(?:: (.+))?$/.exec(proof) ?? [];
    const name = `${method} ${path}`;
    if (title !== undefined) {
      expect(fileOf(file), name).toContain(title);
      continue;
    }
    const pattern = path
      .replaceAll('`', '')
      .toLowerCase()
      .replace('[/{id}]', '(/[^/]+)?')
      .replace(/\{\w+\}/g, '[^/]+');
    const successes = successesOf(fileOf(file));
    expect(
      successes.some((each) => new RegExp(`^${method} ${pattern}$`).test(each)),
      `${name} in ${file}`,
    ).toBe(true);
  }
});

test('every operation of the engine is listed with tests that call it', () => {
  const rows = rowsUnder('Recognition engine').filter(([family = '']) =>
    /^(MODIFY|QUERY|both)$/.test(family),
  );
  for (const { name } of engineOperations) {
    const row = rows.find(([, operations = '']) => new RegExp(`\\b${name}\\b`).test(operations));
    const files = [...(row?.[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
      withTable(fileOf(`rest/${file}`)),
    );
    expect(files.length, name).toBeGreaterThan(0);
    expect(
      files.some((text) => text.includes(name)),
      name,
    ).toBe(true);
  }
});
