/** Writes docs/command-line.md from the commands, compiled from the present sources. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { CommandFacts } from '../../src/cli/command-tree.js';
import { inRoot } from '../setup/paths.mjs';
import { createProgress } from '../setup/progress.mjs';
import { buildTypeScript, isTypeScriptCurrent } from '../setup/typescript.mjs';
import { commandsPage } from './commands-page.js';

if (!isTypeScriptCurrent()) await buildTypeScript(createProgress());
const page = inRoot('docs/command-line.md');
const commands = execFileSync(process.execPath, [
  inRoot('bin/loupe.mjs'),
  'completion',
  'bash',
  '--json',
]).toString();
writeFileSync(page, commandsPage(JSON.parse(commands) as CommandFacts));
execFileSync(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), page]);
