import { beforeAll, describe, expect, test } from 'vitest';
import { engineOperations } from '../../src/rest/engine-v2/register.js';
import { loginRoutes } from '../../src/users/sessions/login.rest.js';
import { platformRoutes } from '../../src/rest/platform/routes.js';
import { useTestApp } from '../kit/use-app.js';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { describedAddresses } from '../../src/rest/openapi/platform.js';
import { readdirSync, readFileSync } from 'node:fs';
import { examplesFrom } from '../../scripts/contracts/openapi-examples.js';
import { requireDescribed, requireFits, describedOperation } from '../kit/rest-contract.js';

describe('the description of the REST surfaces', () => {
  const loupe = useTestApp();
  let document: { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };

  beforeAll(async () => {
    const answer = await fetch(`${loupe.url}/openapi.json`);
    document = (await answer.json()) as typeof document;
  });

  test('is OpenAPI 3.1 and names every route of the platform and every operation of the engine', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const { method, path } of [...loginRoutes, ...platformRoutes]) {
      const address = path.replace(/:(\w+)\??/g, '{$1}');
      expect(document.paths[address]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined();
    }
    for (const { name, families } of engineOperations) {
      const isDescribed = families.every(
        (family) => document.paths[`/api/v2.0/engine${family}/json/${name}`]?.['post'] !== undefined,
      );
      expect(isDescribed, name).toBe(true);
    }
  });

  test('describes the members of the engine, down to those of result_info', () => {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, unknown> } })
      .components;
    const searched = document.paths['/api/v2.0/enginequery/json/SearchImageByUpload']?.['post'];
    expect(JSON.stringify(searched)).toContain('nb_results_found');
    expect(schemas['EngineImage']).toMatchObject({
      properties: {
        result_info: {
          contentMediaType: 'application/json',
          contentSchema: {
            anyOf: ['EngineMediaResultInfo', 'EngineMobileResultInfo', 'EngineSimilarityResultInfo'].map(
              (name) => ({
                $ref: `#/components/schemas/${name}`,
              }),
            ),
          },
        },
      },
    });
    expect(schemas['EngineMobileResultInfo']).toMatchObject({
      properties: { query: { $ref: '#/components/schemas/EngineMobileSide' }, scores: { properties: {} } },
    });
    expect(schemas['EngineMediaSide']).toMatchObject({
      properties: { matchingBox: { properties: { topLeftPoint: {}, bottomRightPoint: {} } } },
    });
  });

  test('gives every operation an id of its own and points at nothing that is not there', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const known = (document as unknown as { components: { schemas: object } }).components.schemas;
    expect(references.length).toBeGreaterThan(50);
    for (const [, name = ''] of references) expect(known).toHaveProperty(name);
  });

  test('describes what each route takes and answers, unless it takes or answers nothing', () => {
    const silent = platformRoutes.filter(({ method, answer }) => method === 'GET' && answer === undefined);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('refuses answers of another shape, status or operation', () => {
    const seen = { method: 'GET', path: '/api/folders/1', status: 200, text: '{"Id":1}' };
    expect(() => requireDescribed(seen)).toThrow('another shape');
    expect(() => requireDescribed({ ...seen, status: 418 })).toThrow('not described');
    expect(() => requireDescribed({ ...seen, path: '/api/nonsense' })).toThrow('not described');
    expect(() => requireDescribed({ ...seen, method: 'DELETE', status: 204 })).toThrow('with a body');
    expect(describedOperation('GET', '/API/Folders?id=1')?.path).toBe('/api/folders');
  });

  test('is shown by pages that load nothing from elsewhere, at /docs and at the old address', async () => {
    const old = await fetch(`${loupe.url}/Swagger`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([302, '/docs/']);
    const page = await fetch(`${loupe.url}/docs/`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const address = new URL(asset, `${loupe.url}/docs/`);
      expect(address.origin).toBe(loupe.url);
      const loaded = await fetch(address);
      expect(loaded.status, asset).toBe(200);
      // Read to its end: the app waits for answers that are on their way before it closes.
      expect((await loaded.arrayBuffer()).byteLength, asset).toBeGreaterThan(0);
    }
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    // The page is served by http, too: nothing may be asked for by https only, or from another host.
    expect(policy).not.toMatch(/https:|upgrade-insecure-requests|validator/);
  });
});

describe('the examples of the description', () => {
  const described = openApiDocument('0.0.0');
  const addresses = describedAddresses([...loginRoutes, ...platformRoutes]);

  test('are those that the transcripts give', () => {
    const folder = new URL('./transcripts/', import.meta.url);
    const transcripts = readdirSync(folder)
      .sort()
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const file = new URL('../../src/rest/openapi/examples.json', import.meta.url);
    // Rewritten by `npm run examples`.
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(examplesFrom(transcripts, addresses));
  });

  test('show something of every operation of the platform, and nothing that the description does not allow', () => {
    const without: string[] = [];
    for (const { method, path } of addresses) {
      const operation = described.paths[path]?.[method.toLowerCase()];
      const contents = [operation?.requestBody, ...Object.values(operation?.responses ?? {})].flatMap(
        (each) => Object.values(each?.content ?? {}),
      );
      const shown = contents.filter(({ example }) => example !== undefined);
      const parameters = operation?.parameters.filter(({ example }) => example !== undefined) ?? [];
      const isBare = operation?.requestBody === undefined && !path.includes('{') && method === 'POST';
      if (shown.length + parameters.length === 0 && !isBare) without.push(`${method} ${path}`);
      for (const { schema, example } of shown)
        requireFits(schema, example, `${method} ${path}, its example (written by npm run examples)`);
    }
    expect(without).toEqual([]);
  });

  test('name values for every operation of the engine', () => {
    for (const [path, operations] of Object.entries(described.paths)) {
      if (!path.startsWith('/api/v2.0/') && !path.includes('{')) continue;
      for (const [method, { parameters }] of Object.entries(operations)) {
        if (!path.startsWith('/api/v')) continue;
        expect(
          parameters.some(({ example }) => example !== undefined),
          `${method} ${path}`,
        ).toBe(true);
      }
    }
  });
});
