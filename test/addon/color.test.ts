import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeColors, formatColor, parseColor } from '../../src/engine-host/appearance/color.js';
import { addon, type NativeEngine, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePoster, paint, plain, recompress, resize } from './color-pictures.js';

let engine: NativeEngine;

beforeAll(() => {
  engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
});

afterAll(() => engine.close());

/** Greatest channel difference of two hex colors. */
function hexDistance(a: string, b: string): number {
  const channels = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [first, second] = [channels(a), channels(b)];
  return Math.max(...first.map((value, index) => Math.abs(value - (second[index] ?? 0))));
}

test('a picture of two colors is described by these two and their shares', async () => {
  const flag = paint(plain(200, 100, [0, 85, 164]), { x: 0, y: 0, width: 50, height: 100 }, [239, 65, 53]);
  const colors = await describeColors(engine, flag);
  expect(colors.map(formatColor)).toEqual(['0055A4@75', 'EF4135@25']);
});

test('percentages are whole and sum to 100', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const colors = await describeColors(engine, makePoster(seed));
    expect(colors.length).toBeLessThanOrEqual(10);
    expect(colors.every(({ percentage }) => Number.isInteger(percentage) && percentage >= 1)).toBe(true);
    expect(colors.reduce((sum, { percentage }) => sum + percentage, 0)).toBe(100);
  }
});

test('resizing and recompression leave the main colors what they were', async () => {
  const poster = paint(makePoster(6), { x: 0, y: 0, width: 560, height: 240 }, [190, 30, 60]);
  const [main] = await describeColors(engine, poster);
  for (const copy of [await resize(poster, 230), await recompress(poster, 50)]) {
    const [found] = await describeColors(engine, copy);
    expect(hexDistance(found?.hex ?? '', main?.hex ?? '')).toBeLessThanOrEqual(6);
    expect(Math.abs((found?.percentage ?? 0) - (main?.percentage ?? 0))).toBeLessThanOrEqual(3);
  }
});

test('one pixel, one row and gray pictures are described too', async () => {
  expect((await describeColors(engine, plain(1, 1, [255, 0, 0]))).map(formatColor)).toEqual(['FF0000@100']);
  expect((await describeColors(engine, plain(900, 1, [0, 0, 0]))).map(formatColor)).toEqual(['000000@100']);
  const gray = { ...plain(1, 1, [0, 0, 0]), data: Buffer.from([128]), channels: 1 as const };
  expect((await describeColors(engine, gray)).map(formatColor)).toEqual(['808080@100']);
});

test('the notation is read with and without percentage, in three and six digits', () => {
  expect(parseColor('ff6633@40')).toEqual({ hex: 'FF6633', percentage: 40 });
  expect(parseColor('#FF6633')).toEqual({ hex: 'FF6633' });
  expect(parseColor('f63@12.5')).toEqual({ hex: 'FF6633', percentage: 12.5 });
});

test.each(['', 'FF99', 'GG6633', 'FF6633@', 'FF6633@101', 'FF6633@-1', '@40', 'FF6633@40@2'])(
  'the notation "%s" is refused',
  (notation) => {
    expect(() => parseColor(notation)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  },
);
