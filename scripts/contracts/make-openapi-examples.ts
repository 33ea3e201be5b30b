/**
 * Writes the examples of the REST interface's description from the transcripts of the tests; a test fails when the
 * committed file drifts.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describedAddresses } from '../../src/rest/openapi/platform.js';
import { loginRoutes } from '../../src/users/sessions/login.rest.js';
import { platformRoutes } from '../../src/rest/platform/routes.js';
import { examplesFrom } from './openapi-examples.js';

const folder = new URL('../../test/rest/transcripts/', import.meta.url);
const transcripts = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
const examples = examplesFrom(transcripts, describedAddresses([...loginRoutes, ...platformRoutes]));
const file = new URL('../../src/rest/openapi/examples.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
