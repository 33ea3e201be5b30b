import { expect, test } from 'vitest';
import { requireModestJson } from '../../../src/kernel/programs/modest-json.js';

const asked = async (source: string) =>
  requireModestJson(source, 'body').then(
    () => 'taken',
    (error: unknown) => (error as Error).message,
  );

test.each([
  ['lists in a list', `[${'[],'.repeat(300_000)}[]]`, /more than 250000 values/],
  ['numbers', `[${'1,'.repeat(300_000)}1]`, /more than 250000 values/],
  [
    'members',
    `{${Array.from({ length: 9000 }, (_, at) => `"k${at}":1`).join()}}`,
    /2000 members in one object/,
  ],
  [
    'members in many objects',
    `[${Array.from({ length: 200_000 }, (_, at) => `{"k${at}":1}`).join()}]`,
    /more than (?:250000 values|150000 members)/,
  ],
  ['levels', '['.repeat(100_000), /more than 128 levels/],
])('%s without end are refused before they are parsed', async (_, source, why) => {
  expect(await asked(source)).toMatch(why);
});

test.each([
  ['a long text', JSON.stringify({ text: '[{,:"'.repeat(200_000) })],
  ['a text of marks', JSON.stringify(['\\"'.repeat(300_000), '\\'.repeat(300_001)])],
  ['blanks', `${' '.repeat(3_000_000)}1`],
  ['100,000 ids', JSON.stringify(Array.from({ length: 100_000 }, (_, at) => `id-${at}`))],
  [
    'an import of 10,000 actions',
    JSON.stringify(
      Array.from({ length: 10_000 }, (_, at) => ({
        Name: `${at}`,
        Type: 'Url',
        Content: '{"Url":"a"}',
        Order: at,
      })),
    ),
  ],
])('%s is taken', async (_, source) => {
  expect(await asked(source)).toBe('taken');
});
