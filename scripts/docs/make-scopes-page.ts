/** Writes docs/machine-tokens.md. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { scopesPage } from './scopes-page.js';
import { inRoot } from '../setup/paths.mjs';

const page = inRoot('docs/machine-tokens.md');
writeFileSync(page, scopesPage());
execFileSync(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), page]);
