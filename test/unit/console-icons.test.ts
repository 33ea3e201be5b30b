/** The icons of the console are drawings among its sources, taken from Tabler's package by `npm run console:icons`. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { iconModule, importedIcons } from '../../scripts/setup/icons.mjs';

const inConsole = (path: string) => fileURLToPath(new URL(`../../console/src/${path}`, import.meta.url));

test('there is a drawing for every icon that the console imports, and for no other', () => {
  const names = importedIcons(inConsole(''));
  expect(names).toContain('Trash');
  const { icons } = JSON.parse(readFileSync(inConsole('parts/icons/drawings.json'), 'utf8')) as {
    icons: Record<string, { path: string }>;
  };
  expect(Object.keys(icons)).toEqual(names);
  for (const { path } of Object.values(icons)) expect(path).toMatch(/^M[-\d .a-z]/i);
  expect(readFileSync(inConsole('parts/icons/icons.ts'), 'utf8')).toBe(iconModule(names));
});

test('their licence lies beside them', () => {
  expect(existsSync(inConsole('parts/icons/LICENSE'))).toBe(true);
  expect(readFileSync(inConsole('parts/icons/LICENSE'), 'utf8')).toContain('Paweł Kuna');
});
