import { afterAll, beforeAll, expect, test } from 'vitest';

import type { FractionBox } from '../../src/engine-host/types.js';
import { addon, type NativeEngine, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { compareAndHighlight, compareFinely } from '../../src/engine-host/appearance/fine-comparison.js';
import { type Box, makePoster, paint, photograph, plain, recompress, resize } from './color-pictures.js';
import { makeFlat } from '../kit/files/rasters.js';

let engine: NativeEngine;

beforeAll(() => {
  engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
});

afterAll(() => engine.close());

const MARK: Box = { x: 240, y: 180, width: 30, height: 24 };

function overlaps(fraction: FractionBox, box: Box, width: number, height: number): boolean {
  const left = fraction.left * width;
  const top = fraction.top * height;
  return (
    left < box.x + box.width &&
    left + fraction.width * width > box.x &&
    top < box.y + box.height &&
    top + fraction.height * height > box.y
  );
}

test('two encodings of the same picture have score 0 and no differences', async () => {
  const poster = makePoster(1);
  for (const copy of [
    poster,
    await recompress(poster, 90),
    await recompress(poster, 45),
    await resize(poster, 420),
  ]) {
    const result = await compareFinely(engine, poster, copy);
    expect(result).toMatchObject({ score: 0, differences: [] });
  }
});

test('an added, a missing and a recolored mark are distinguished and located', async () => {
  const poster = makePoster(2);
  const marked = paint(poster, MARK, [30, 30, 30]);
  const recolored = paint(poster, MARK, [30, 30, 200]);
  const cases = [
    { reference: poster, query: marked, kind: 'added' },
    { reference: marked, query: poster, kind: 'missing' },
    { reference: paint(poster, MARK, [200, 40, 40]), query: recolored, kind: 'recolored' },
  ];
  for (const { reference, query, kind } of cases) {
    const result = await compareFinely(engine, reference, await recompress(query, 80));
    expect(result.differences.map((difference) => difference.kind)).toEqual([kind]);
    const [difference] = result.differences;
    expect(difference && overlaps(difference.inReference, MARK, 560, 420)).toBe(true);
    expect(result.score).toBeGreaterThan(0);
  }
});

test('a mark that moved is one difference with its old and its new place', async () => {
  const clean = makePoster(3);
  const pattern = (x: number, y: number) =>
    [
      { x, y, width: 26, height: 6 },
      { x, y: y + 10, width: 14, height: 12 },
    ].reduce((picture, box) => paint(picture, box, [20, 60, 120]), clean);
  const result = await compareFinely(engine, pattern(212, 165), pattern(310, 235));
  expect(result.differences.map((difference) => difference.kind)).toEqual(['moved']);
  const [moved] = result.differences;
  expect(moved && overlaps(moved.inReference, { x: 212, y: 165, width: 26, height: 22 }, 560, 420)).toBe(
    true,
  );
  expect(moved && overlaps(moved.inQuery, { x: 310, y: 235, width: 26, height: 22 }, 560, 420)).toBe(true);
});

test('a turned, darker photo shows only what really differs, in its own frame', async () => {
  const poster = makePoster(4);
  const same = await compareFinely(engine, poster, await photograph(poster));
  expect(same.differences).toEqual([]);
  expect(same.score).toBe(0);
  const photo = await photograph(paint(poster, MARK, [180, 20, 20]));
  const result = await compareAndHighlight(engine, poster, photo);
  expect(result.differences).toHaveLength(1);
  const [difference] = result.differences;
  expect(difference && overlaps(difference.inReference, MARK, 560, 420)).toBe(true);
  expect(result.highlightedReference).toMatchObject({ width: 560, height: 420, channels: 3 });
  expect(result.highlightedQuery).toMatchObject({ width: photo.width, height: photo.height, channels: 3 });
  expect(result.highlightedQuery.data.equals(photo.data)).toBe(false);
});

test('says what was compared, how finely and as what', async () => {
  const poster = makePoster(4);
  const marked = paint(poster, MARK, [180, 20, 20]);
  expect((await compareFinely(engine, poster, marked)).coverage).toMatchObject({
    comparedShare: 1,
    comparedPixels: 560 * 420,
    resolutionShare: 1,
    sensitivity: 'proof',
  });
  const { coverage } = await compareFinely(engine, poster, await photograph(marked));
  expect(coverage.sensitivity).not.toBe('proof');
  expect(coverage.outOfViewShare).toBeGreaterThan(0);
  expect(coverage.comparedShare).toBeCloseTo(1 - coverage.outOfViewShare, 2);
});

test('reports no place that is to be ignored, too small or too faint', async () => {
  const poster = makePoster(4);
  const marked = paint(poster, MARK, [180, 20, 20]);
  const around = { left: 0.4, top: 0.4, width: 0.12, height: 0.12 };
  const ignored = await compareFinely(engine, poster, marked, undefined, { ignore: [around] });
  expect(ignored).toMatchObject({ score: 0, differences: [] });
  expect(ignored.coverage.ignoredShare).toBeCloseTo(0.0144, 2);
  for (const settings of [{ minSize: 50 }, { minDeltaE: 99 }])
    expect(await compareFinely(engine, poster, marked, undefined, settings)).toMatchObject({ score: 0 });
  const asked = { sensitivity: 'photo', minSize: 10, minDeltaE: 20 } as const;
  const found = await compareFinely(engine, poster, marked, undefined, asked);
  expect(found.differences).toHaveLength(1);
  expect(found.differences[0]?.deltaE).toBeGreaterThan(20);
  expect(found.coverage.sensitivity).toBe('photo');
});

test('more change gives a larger score', async () => {
  const poster = makePoster(5);
  const one = paint(poster, MARK, [30, 30, 30]);
  const two = paint(one, { x: 300, y: 220, width: 40, height: 30 }, [30, 30, 30]);
  const small = await compareFinely(engine, poster, one);
  const large = await compareFinely(engine, poster, two);
  expect(large.score).toBeGreaterThan(small.score);
  expect(large.score).toBeLessThanOrEqual(100);
});

test('the same pictures give the same answer every time', async () => {
  const poster = makePoster(6);
  const photo = await photograph(paint(poster, MARK, [0, 90, 0]));
  const first = await compareAndHighlight(engine, poster, photo);
  const second = await compareAndHighlight(engine, poster, photo);
  expect(second.differences).toEqual(first.differences);
  expect(second.score).toBe(first.score);
  expect(second.highlightedQuery.data.equals(first.highlightedQuery.data)).toBe(true);
});

test('pictures of different things are refused', async () => {
  const refusal = { name: 'EngineError', code: 'IMAGES_DO_NOT_MATCH' };
  await expect(compareFinely(engine, makePoster(7), makePoster(8))).rejects.toMatchObject(refusal);
  await expect(compareFinely(engine, makePoster(7), makeFlat(300, 200))).rejects.toMatchObject(refusal);
  await expect(
    compareFinely(engine, plain(90, 90, [255, 0, 0]), plain(90, 90, [0, 0, 255])),
  ).rejects.toMatchObject(refusal);
});

test('degenerate pictures give an answer or a typed refusal, never a number that is none', async () => {
  const shapes = [
    plain(1, 1, [9, 9, 9]),
    plain(1, 700, [9, 9, 9]),
    plain(3, 2, [200, 0, 0]),
    makePoster(9),
    makeFlat(15, 15),
  ];
  for (const reference of shapes) {
    for (const query of shapes) {
      const outcome = await compareFinely(engine, reference, query).then(
        (result) => Number.isFinite(result.score),
        (error: unknown) => error instanceof Error && 'code' in error && error.code === 'IMAGES_DO_NOT_MATCH',
      );
      expect(outcome).toBe(true);
    }
  }
});

test('a raster that does not fit its size is refused before any work', async () => {
  const poster = makePoster(1);
  await expect(compareFinely(engine, { ...poster, width: 559 }, poster)).rejects.toMatchObject({
    code: 'INVALID_IMAGE',
  });
});

test('an aborted comparison rejects and leaves the engine usable', async () => {
  const poster = makePoster(1);
  const controller = new AbortController();
  const running = compareFinely(engine, poster, poster, controller.signal);
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(compareFinely(engine, poster, poster)).resolves.toMatchObject({ score: 0 });
});
