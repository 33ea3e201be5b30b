/** `npm run client:types`: writes what the client is typed by. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { version } from '../../src/kernel/version.js';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { inRoot, schemaFile } from '../setup/paths.mjs';
import { engineModule, operationsModule } from './client-types.js';

const folder = inRoot('packages/client/operations');
const documents = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const operations = await operationsModule(readFileSync(schemaFile, 'utf8'), documents.join('\n'));
const files = {
  'operations.ts': operations,
  'engine.ts': await engineModule(openApiDocument(version)),
};
const paths = Object.entries(files).map(([name, text]) => {
  const path = inRoot('packages/client/src/generated', name);
  writeFileSync(path, text);
  return path;
});
execFileSync(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), ...paths]);
