import { expect, it } from 'vitest';
import { type AddCommand, runCli } from '../../src/cli/program.js';

it('an option belongs to the command that it follows, also where the one above has one of its name', async () => {
  const given: unknown[] = [];
  const addMeasure: AddCommand = (program) => {
    const measure = program.command('measure').enablePositionalOptions().option('--seed <number>', '', '1');
    measure.action((options: unknown) => void given.push(['measure', options]));
    const pages = measure.command('pages').option('--seed <number>', '', '1000').option('--photos <count>');
    pages.action((options: unknown) => void given.push(['pages', options]));
  };
  const context = { out: () => undefined, error: () => undefined, environment: {} };
  for (const words of [
    ['measure', '--seed', '5'],
    ['measure', 'pages', '--photos', '6', '--seed', '7'],
  ]) {
    await runCli(words, context as unknown as Parameters<typeof runCli>[1], [addMeasure]);
  }
  expect(given).toEqual([
    ['measure', { seed: '5' }],
    ['pages', { seed: '7', photos: '6' }],
  ]);
});
