/** What was released stays: changes that break clients are listed in CHANGELOG.md, or are not made. */
import { buildSchema, findBreakingChanges } from 'graphql';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printedSchema } from '../../schema/index.js';
import { breakingOpenApiChanges } from '../../scripts/contracts/openapi-changes.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { version } from '../../src/kernel/version.js';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
const changelog = read('CHANGELOG.md');
/** The list of breaking changes that are not released yet, each as a line in its own words. */
const unreleased = changelog.split(/^## /m)[1] ?? '';
const untold = (changes: readonly string[]) => changes.filter((change) => !unreleased.includes(change));
const released = () => JSON.parse(read('schema/released/openapi.json')) as Record<string, unknown>;

test('GraphQL keeps what was released', () => {
  const changes = findBreakingChanges(
    buildSchema(read('schema/released/schema.graphql')),
    buildSchema(printedSchema()),
  );
  expect(untold(changes.map(({ description }) => description))).toEqual([]);
});

test('REST keeps what was released', () => {
  expect(untold(breakingOpenApiChanges(released(), openApiDocument(version)))).toEqual([]);
});

test('a break of either is named', () => {
  const schema = read('schema/released/schema.graphql');
  const broken = buildSchema(
    schema
      .replace(/^type AccessProblem implements Problem \{[^}]*code: String!/m, (text) =>
        text.replace('code: String!', 'code: Int'),
      )
      .replace(/interface Problem \{[^}]*code: String!/m, (text) =>
        text.replace('code: String!', 'code: Int'),
      ),
    { assumeValid: true },
  );
  const changes = findBreakingChanges(buildSchema(schema), broken).map(({ description }) => description);
  expect(changes.join('\n')).toContain('AccessProblem.code');

  const document = released() as { paths: Record<string, Record<string, { parameters?: object[] }>> };
  const [first = '', second = ''] = Object.keys(document.paths);
  delete document.paths[first];
  const [method = ''] = Object.keys(document.paths[second] ?? {});
  const operation = document.paths[second]?.[method] ?? {};
  operation.parameters = [...(operation.parameters ?? []), { in: 'query', name: 'made-up', required: true }];
  const found = breakingOpenApiChanges(released(), document).join('\n');
  expect(found).toContain(`${first} is gone`);
  expect(found).toContain('parameter query made-up became required');
});

test('the changelog begins with what is not released, followed by the version of the package', () => {
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  expect(headings[0]).toBe('Unreleased');
  expect(headings[1]?.startsWith(version)).toBe(true);
});
