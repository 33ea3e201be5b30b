import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { errorsPage } from '../../scripts/support/errors-page.js';

test('the page of errors matches the code; npm run docs:errors generates it', async () => {
  const options = JSON.parse(readFileSync(inRoot('.prettierrc.json'), 'utf8')) as object;
  const wanted = await format(errorsPage(), { ...options, parser: 'markdown' });
  expect(readFileSync(inRoot('docs/errors.md'), 'utf8')).toBe(wanted);
});
