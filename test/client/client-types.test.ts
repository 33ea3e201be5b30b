import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot, schemaFile } from '../../scripts/setup/paths.mjs';
import { engineModule, operationsModule } from '../../scripts/contracts/client-types.js';
import { version } from '../../src/kernel/version.js';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { formattedAs } from '../kit/formatted.js';

const schema = readFileSync(schemaFile, 'utf8');
const generated = (name: string) => readFileSync(inRoot('packages/client/src/generated', name), 'utf8');
const formatted = (text: string) => formattedAs('generated.ts', text);

test('the client is typed by the present schemas; npm run client:types generates it', async () => {
  const folder = inRoot('packages/client/operations');
  const documents = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  expect(generated('operations.ts')).toBe(
    await formatted(await operationsModule(schema, documents.join('\n'))),
  );
  expect(generated('engine.ts')).toBe(await formatted(await engineModule(openApiDocument(version))));
});

test('a document that the schema does not allow is refused, and a change that cannot tell its problems', async () => {
  await expect(operationsModule(schema, 'query A { me { nothing } }')).rejects.toThrow(/nothing/);
  const change = 'mutation B { logout { ... on Done { isDone } } }';
  await expect(operationsModule(schema, change)).rejects.toThrow('B does not ask for __typename');
});
