import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { commandsPage } from '../../scripts/docs/commands-page.js';
import { errorsPage } from '../../scripts/docs/errors-page.js';
import { scopesPage } from '../../scripts/docs/scopes-page.js';
import type { CommandFacts } from '../../src/cli/command-tree.js';
import { runLoupe } from '../kit/command.js';
import { formattedAs } from '../kit/formatted.js';

const formatted = (page: string) => formattedAs('page.md', page);

test('the page of errors matches the code; npm run docs:errors generates it', async () => {
  expect(readFileSync(inRoot('docs/errors.md'), 'utf8')).toBe(await formatted(errorsPage()));
});

test('the page of machine tokens matches the code; npm run docs:scopes generates it', async () => {
  expect(readFileSync(inRoot('docs/machine-tokens.md'), 'utf8')).toBe(await formatted(scopesPage()));
});

test('the page of commands matches the commands; npm run docs:commands generates it', async () => {
  const commands = (await runLoupe(['completion', 'bash', '--json'], {})).json() as CommandFacts;
  expect(readFileSync(inRoot('docs/command-line.md'), 'utf8')).toBe(await formatted(commandsPage(commands)));
});
