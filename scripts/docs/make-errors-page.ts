/** Writes docs/errors.md. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { errorsPage } from './errors-page.js';
import { inRoot } from '../setup/paths.mjs';

const page = inRoot('docs/errors.md');
writeFileSync(page, errorsPage());
execFileSync(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), page]);
