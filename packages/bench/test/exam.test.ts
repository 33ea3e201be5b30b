import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';

import { readExamContent } from '../benchmark/exam/content.js';
import { writeFacts } from '../benchmark/exam/facts.js';
import { type Part, partOf } from '../benchmark/exam/parts.js';
import { type Question, questionsOf } from '../benchmark/exam/questions.js';
import { type ExamResult, runExam } from '../benchmark/exam/run.js';
import { createProgress } from '../benchmark/progress.js';
import { applyFieldCondition, fieldConditions } from '../simulation/field/field-conditions.js';
import { makePagePixels } from '../simulation/synthetic-set.js';
import { writeSyntheticSet } from '../simulation/synthetic-set-writer.js';
import { toJpeg } from '../paint/rgb-image.js';

let folder: string;
const silent = createProgress(() => undefined, false);
const counts = { conditionsPerPhoto: 1, simulatedPhotos: 1, digitalCopies: 2, slantedPhotos: 1, crops: 2 };
const anyPart: readonly Part[] = ['fit', 'unseen'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-exam-test-'));
  const drawn = join(folder, 'drawn');
  const size = { seed: 3, referenceCount: 6, queriesPerGroup: 1 };
  await writeSyntheticSet(drawn, { ...size, kinds: ['magazine', 'photo'] });
  const loose = join(folder, 'loose');
  await mkdir(loose);
  for (const name of await readdir(join(drawn, 'refs')))
    await copyFile(join(drawn, 'refs', name), join(loose, `copy-of-${name}`));
});
afterAll(() => rm(folder, { recursive: true }));

const exam = (part: Part): Promise<ExamResult> =>
  runExam(
    {
      folders: [folder],
      cacheFolder: join(folder, 'cache'),
      part,
      counts,
      withUpperLine: false,
      engineOptions: {},
    },
    silent,
    new AbortController().signal,
  );

test('the name of a reference alone gives its part, and both parts are there', () => {
  const names = Array.from({ length: 100 }, (_, i) => `covers/${i}`);
  const fit = names.filter((name) => partOf(name) === 'fit');
  expect(fit.length).toBeGreaterThan(30);
  expect(fit.length).toBeLessThan(70);
  expect(['covers/1', 'covers/2', 'covers/3', 'covers/4'].map(partOf)).toMatchInlineSnapshot(`
    [
      "fit",
      "unseen",
      "fit",
      "unseen",
    ]
  `);
});

test('no photo of one reference lies in both parts, and every question has a name of its own', () => {
  const questions = questionsOf(readExamContent([folder]), counts, anyPart);
  const partsOfTruth = new Map<string, Set<Part>>();
  for (const { truths, part } of questions)
    if (truths[0] !== undefined)
      partsOfTruth.set(truths[0], (partsOfTruth.get(truths[0]) ?? new Set()).add(part));
  expect([...partsOfTruth.values()].every((found) => found.size === 1)).toBe(true);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  const ofUnseen = questionsOf(readExamContent([folder]), counts, ['unseen']);
  expect(ofUnseen.every(({ part }) => part === 'unseen')).toBe(true);
  const idsOf = (some: readonly Question[]): string[] => some.map(({ id }) => id);
  expect(idsOf(questions)).toEqual(expect.arrayContaining(idsOf(ofUnseen)));
});

test('of a folder of pictures one half is indexed, and the other is asked for', () => {
  const { references, heldOut, unphotographed } = readExamContent([folder]);
  const loose = references.filter(({ set }) => set === 'loose');
  expect(loose.length).toBeGreaterThan(0);
  expect(heldOut.length).toBeGreaterThan(0);
  expect(unphotographed).toEqual(loose);
  const indexed = new Set(loose.map(({ id }) => id));
  expect(heldOut.some(({ name }) => indexed.has(name))).toBe(false);
});

test('every condition changes a picture, gives the same bytes again, and stays readable', async () => {
  const page = await toJpeg(await makePagePixels('magazine', 5));
  const small = await sharp(page).resize(320).jpeg().toBuffer();
  for (const condition of fieldConditions) {
    const changed = await applyFieldCondition(small, condition, 7);
    expect(changed.equals(small), condition).toBe(false);
    expect((await applyFieldCondition(small, condition, 7)).equals(changed), condition).toBe(true);
    const { format, width } = await sharp(changed).metadata();
    expect([format, width], condition).toEqual(['jpeg', 320]);
  }
});

test('a condition leaves what Loupe reads as it is', async () => {
  const drawn = sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } });
  const [webp, avif] = [await drawn.clone().webp().toBuffer(), await drawn.clone().avif().toBuffer()];
  const page = await toJpeg(await makePagePixels('photo', 5));
  for (const condition of ['webp', 'heic-like'] as const) await applyFieldCondition(page, condition, 1);
  for (const picture of [webp, avif])
    await expect(sharp(picture).raw().toBuffer()).resolves.toHaveLength(64 * 64 * 3);
});

test('a set that is named itself gives its references and photos, and no pictures alone', () => {
  const [alone, among] = [join(folder, 'drawn'), folder].map((path) => readExamContent([path]));
  const drawn = among?.references.filter(({ set }) => set === 'drawn').map(({ id }) => id);
  expect(alone?.references.map(({ id }) => id)).toEqual(drawn);
  expect(alone?.queries.length).toBe(among?.queries.length);
  expect(alone?.heldOut).toEqual([]);
});

test('an exam reports recall, false accepts and stages of misses, and single cases only of the part for fitting', async () => {
  const [fit, unseen] = [await exam('fit'), await exam('unseen')];
  const questions = questionsOf(readExamContent([folder]), counts, ['unseen']);
  const { rows } = unseen.result;
  const countOf = (id: string): number => rows.find((row) => row.id === id)?.count ?? 0;
  const shown = questions.filter(({ kind, condition }) => kind === 'shown' && condition === 'as it is');
  expect(countOf('exam.recall.drawn')).toBe(shown.length);
  expect(rows.find((row) => row.id === 'exam.recall.drawn')?.value).toBeGreaterThan(50);
  for (const condition of ['scan', 'digital copy'])
    expect(rows.find((row) => row.id === `exam.recall.${condition}`)).toMatchObject({ count: 1, value: 100 });
  expect(rows.find(({ id }) => id.endsWith('° off the front'))).toMatchObject({ count: 1 });
  const missed = ['retrieval', 'pose', 'decision', 'other'].map((stage) => `exam.missed.${stage}`);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...missed, 'exam.withheld']));
  expect(rows.every(({ low, high }) => low === undefined || (high ?? 0) >= low)).toBe(true);
  expect(unseen.cases).toEqual([]);
  // Held-out copies of references that have another name are right answers, and no false accepts.
  expect(fit.result.rows.find(({ id }) => id === 'exam.accepted.neighbor.flat')?.value ?? 0).toBe(0);
  expect(fit.result.parameters['part']).toBe('fit');
});

test('facts are written of the part for fitting alone, with what is right of each candidate', async () => {
  const outFile = join(folder, 'facts.jsonl');
  const options = {
    folders: [folder],
    cacheFolder: join(folder, 'cache'),
    counts,
    withUpperLine: false,
    engineOptions: {},
  };
  const count = await writeFacts(options, outFile, silent, new AbortController().signal);
  const lines = (await readFile(outFile, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { question: string; isTrue: boolean | null; facts: Record<string, number> },
    );
  expect(lines).toHaveLength(count);
  const fit = new Set(questionsOf(readExamContent([folder]), counts, ['fit']).map(({ id }) => id));
  expect(lines.every(({ question }) => fit.has(question))).toBe(true);
  const mean = (name: string, isTrue: boolean): number => {
    const values = lines
      .filter((line) => line.isTrue === isTrue)
      .map(({ facts }) => facts[name] ?? Number.NaN);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  expect(mean('logZ', true)).toBeGreaterThan(mean('logZ', false) + 1);
  expect(mean('unconfirmedShare', true)).toBeLessThan(mean('unconfirmedShare', false));
});
