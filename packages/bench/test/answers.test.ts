import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeAnswers } from '../benchmark/answers/run.js';
import { createProgress } from '../benchmark/progress.js';
import { writeSyntheticSet } from '../simulation/synthetic-set-writer.js';

let folder: string;
const silent = createProgress(() => undefined, false);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-answers-test-'));
  const content = { seed: 5, referenceCount: 4, queriesPerGroup: 1, kinds: ['magazine', 'photo'] as const };
  await writeSyntheticSet(join(folder, 'sets', 'drawn'), { ...content, kinds: [...content.kinds] });
});
afterAll(() => rm(folder, { recursive: true }));

const answersOf = async (
  name: string,
  seed: number,
  engineOptions: Readonly<Record<string, number>> = {},
): Promise<string[]> => {
  const outFile = join(folder, name);
  const options = { dataFolder: join(folder, 'sets'), outFile, cropCount: 4, seed, engineOptions };
  const count = await writeAnswers(options, silent, new AbortController().signal);
  const lines = (await readFile(outFile, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(count);
  return lines;
};

test('the answers of one engine are the same line by line, and other pictures change them', async () => {
  const first = await answersOf('first.txt', 1);
  expect(await answersOf('second.txt', 1)).toEqual(first);
  expect(await answersOf('third.txt', 2)).not.toEqual(first);
});

test('there is an answer of every kind', async () => {
  const kinds = new Set((await answersOf('kinds.txt', 1)).map((line) => line.split(' ')[0]));
  for (const kind of [
    'reference',
    'query',
    'search',
    'withheld',
    'match',
    'crop',
    'conflicts',
    'resemblance',
  ]) {
    expect(kinds).toContain(kind);
  }
});

test('an option of the engine changes its answers, and one that does not exist is refused', async () => {
  const strict = await answersOf('strict.txt', 1, { 'verification.decision.matchLogOdds': 1000 });
  const matches = (lines: readonly string[]): number =>
    lines.filter((line) => line.startsWith('search') && line.includes('"decision":"Match"')).length;
  expect(matches(await answersOf('usual.txt', 1))).toBeGreaterThan(matches(strict));
  await expect(answersOf('none.txt', 1, { 'verification.decision.minimum': 1 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
