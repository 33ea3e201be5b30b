/** What the engine reports about a DNA. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

import { appearanceOf, describeDna } from '../../src/engine-host/dna.js';
import { addon, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePicture } from '../kit/files/rasters.js';
import { makePoster } from './color-pictures.js';

const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
afterAll(() => engine.close());

const { dna: inColor } = await engine.extract(makePoster(5), 'reference');
const { dna: gray } = await engine.extract(makePicture(5), 'reference');

/** DNAs of version 2 with the appearances that data folders of that time hold beside them. */
const stored = z
  .array(z.object({ dna: z.base64(), appearance: z.base64() }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/appearances.json', import.meta.url), 'utf8')))
  .map(({ dna, appearance }) => ({
    dna: Buffer.from(dna, 'base64'),
    appearance: Buffer.from(appearance, 'base64'),
  }));

test('appearances are those that are stored already, byte for byte', () => {
  expect(stored.length).toBeGreaterThan(1);
  for (const { dna, appearance } of stored) expect(appearanceOf(dna)?.equals(appearance)).toBe(true);
});

test('an appearance is a DNA without keypoints that has the same colors', () => {
  const appearance = appearanceOf(inColor) ?? Buffer.alloc(0);
  expect(describeDna(appearance)).toEqual({ ...describeDna(inColor), keypointCount: 0 });
  expect(describeDna(inColor).colors?.length).toBeGreaterThan(1);
  expect(appearanceOf(appearance)?.equals(appearance)).toBe(true);
});

test('a DNA that was extracted without color has no appearance', () => {
  expect(appearanceOf(gray)).toBeNull();
  expect(describeDna(gray).colors).toBeNull();
  expect(describeDna(gray).keypointCount).toBeGreaterThan(100);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('LOUPEDNA'.padEnd(200, 'x'))],
  ['a part', inColor.subarray(0, inColor.length - 1)],
  ['another byte', Buffer.from(inColor.map((byte, at) => (at === 300 ? byte ^ 1 : byte)))],
])('%s is refused as damaged', (_name, bytes) => {
  expect(() => appearanceOf(bytes)).toThrow(expect.objectContaining({ code: 'DNA_CORRUPT' }));
  expect(() => describeDna(bytes)).toThrow(expect.objectContaining({ code: 'DNA_CORRUPT' }));
});

test('what is no buffer is refused', () => {
  const read = addon.appearanceOf as (dna: unknown) => unknown;
  expect(() => read('dna')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
