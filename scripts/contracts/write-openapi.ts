/** Writes the OpenAPI document of the REST interfaces: `tsx scripts/contracts/write-openapi.ts FILE`. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { version } from '../../src/kernel/version.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
writeFileSync(file, `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
