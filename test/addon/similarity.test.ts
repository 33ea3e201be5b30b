import { afterAll, beforeAll, expect, test } from 'vitest';

import { addon, type NativeEngine, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { appearanceOf } from '../../src/engine-host/dna.js';
import { DescriptorTable } from '../../src/engine-host/appearance/similarity.js';
import type { Raster } from '../../src/engine-host/types.js';
import { makePoster, paint, plain, recompress, resize } from './color-pictures.js';
import { makePicture } from '../kit/files/rasters.js';

let engine: NativeEngine;

beforeAll(() => {
  engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 2 });
});

afterAll(() => engine.close());

async function dnaOf(raster: Raster): Promise<Buffer> {
  return (await engine.extract(raster, 'reference')).dna;
}

async function tableOf(pictures: readonly Raster[]): Promise<DescriptorTable> {
  const table = new DescriptorTable(engine);
  for (const [index, picture] of pictures.entries()) table.put(index + 1, await dnaOf(picture));
  return table;
}

const posters = [11, 12, 13, 14, 15, 16].map((seed) => makePoster(seed));

test('the picture itself comes first with distance 0, then its copies, then others', async () => {
  const [first = makePoster(11)] = posters;
  const table = await tableOf([...posters, await recompress(await resize(first, 300), 60)]);
  const { total, hits } = await table.rankBySimilarity(await dnaOf(first));
  expect(total).toBe(7);
  expect(hits[0]).toMatchObject({ key: 1, distance: 0, shapeDistance: 0, colorDistance: 0 });
  expect(hits[1]?.key).toBe(7);
  expect(hits[1]?.distance).toBeLessThan(0.15);
  expect(hits[2]?.distance).toBeGreaterThan(0.3);
});

test('appearances rank as the signatures they were taken from, in a fraction of the bytes', async () => {
  const dnas = await Promise.all(posters.map(dnaOf));
  const [whole, appearances] = [new DescriptorTable(engine), new DescriptorTable(engine)];
  for (const [index, dna] of dnas.entries()) {
    const appearance = appearanceOf(dna) ?? Buffer.alloc(0);
    expect(appearance.length).toBeLessThan(1000);
    whole.put(index + 1, dna);
    appearances.put(index + 1, appearance);
  }
  const query = await dnaOf(makePoster(99));
  expect(await appearances.rankBySimilarity(query)).toEqual(await whole.rankBySimilarity(query));
  expect(await appearances.colorsOf(3)).toEqual(await whole.colorsOf(3));
  expect(appearanceOf((await engine.extract(makePicture(1), 'reference')).dna)).toBeNull();
});

test('the distance is the stated mixture of shape and color', async () => {
  const table = await tableOf(posters);
  const dna = await dnaOf(makePoster(12));
  for (const colorWeight of [0, 0.25, 1]) {
    const { hits } = await table.rankBySimilarity(dna, { colorWeight });
    for (const hit of hits) {
      const mixture = (1 - colorWeight) * hit.shapeDistance + colorWeight * hit.colorDistance;
      expect(hit.distance).toBeCloseTo(mixture, 5);
      expect(hit.distance).toBeGreaterThanOrEqual(0);
      expect(hit.distance).toBeLessThanOrEqual(1);
    }
  }
});

test('pages continue where the one before ended, and keys restrict the ranking', async () => {
  const table = await tableOf(posters);
  const dna = await dnaOf(makePoster(99));
  const all = await table.rankBySimilarity(dna);
  const page = await table.rankBySimilarity(dna, { limit: 2, offset: 2 });
  expect(page.hits).toEqual(all.hits.slice(2, 4));
  expect(page.total).toBe(6);
  const some = await table.rankBySimilarity(dna, { keys: new Uint32Array([2, 5, 77]) });
  expect(some.total).toBe(2);
  expect(some.hits.map((hit) => hit.key).sort()).toEqual([2, 5]);
  expect((await table.rankBySimilarity(dna, { keys: new Uint32Array() })).total).toBe(0);
});

test('a removed reference is gone and a replaced one is the new picture', async () => {
  const table = await tableOf(posters);
  expect(table.remove(3)).toBe(true);
  expect(table.remove(3)).toBe(false);
  const [, , third = makePoster(13)] = posters;
  table.put(1, await dnaOf(third));
  const { hits } = await table.rankBySimilarity(await dnaOf(third));
  expect(table.size).toBe(5);
  expect(hits[0]).toMatchObject({ key: 1, distance: 0 });
  expect(hits.some((hit) => hit.key === 3)).toBe(false);
});

const RED = [220, 20, 30] as const;
const BLUE = [20, 40, 200] as const;
const half = { x: 0, y: 0, width: 60, height: 120 };

test('wanted colors rank pictures by presence and by amount', async () => {
  const redAndBlue = paint(plain(120, 120, RED), half, BLUE);
  const table = await tableOf([plain(120, 120, RED), redAndBlue, plain(120, 120, BLUE)]);
  const order = async (...wanted: { hex: string; percentage?: number }[]) =>
    (await table.rankByColors(wanted)).hits.map((hit) => hit.key);
  expect(await order({ hex: 'DC141E', percentage: 100 })).toEqual([1, 2, 3]);
  expect(await order({ hex: 'DC141E', percentage: 50 }, { hex: '1428C8', percentage: 50 })).toEqual([
    2, 1, 3,
  ]);
  expect((await order({ hex: 'DC141E' }, { hex: '1428C8' }))[0]).toBe(2);
  const [best] = (await table.rankByColors([{ hex: 'DC141E', percentage: 100 }])).hits;
  expect(best?.distance).toBeLessThan(0.02);
});

test('the palette counts the pictures that hold each color and obeys its limits', async () => {
  const redAndBlue = paint(plain(120, 120, RED), half, BLUE);
  const table = await tableOf([plain(120, 120, RED), redAndBlue, redAndBlue]);
  const palette = await table.palette(10);
  expect(palette.map((color) => color.pictureCount)).toEqual([3, 2]);
  expect(palette[0]?.hex).toMatch(/^D[A-D]1[0-9A-F]1[0-9A-F]$/);
  expect(await table.palette(1)).toHaveLength(1);
  expect(await table.palette(10, { keys: new Uint32Array([1]) })).toMatchObject([{ pictureCount: 1 }]);
  expect(await table.palette(10, { keys: new Uint32Array() })).toEqual([]);
});

test('the colors of a reference are those of its picture', async () => {
  const table = await tableOf([plain(40, 40, RED)]);
  expect(await table.colorsOf(1)).toEqual([{ hex: 'DC141E', percentage: 100 }]);
  await expect(table.colorsOf(2)).rejects.toMatchObject({ code: 'UNKNOWN_KEY' });
});

test('a signature from a gray raster, a damaged one and numbers out of range are refused', async () => {
  const table = await tableOf(posters);
  const { dna: gray } = await engine.extract(makePicture(1), 'reference');
  expect(() => table.put(9, gray)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  await expect(table.rankBySimilarity(gray)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const damaged = await dnaOf(makePoster(1));
  damaged[damaged.length - 9] = (damaged[damaged.length - 9] ?? 0) ^ 1;
  expect(() => table.put(9, damaged)).toThrow(expect.objectContaining({ code: 'DNA_CORRUPT' }));
  const dna = await dnaOf(makePoster(1));
  const invalid = { code: 'INVALID_ARGUMENT' };
  await expect(table.rankBySimilarity(dna, { colorWeight: 1.5 })).rejects.toMatchObject(invalid);
  await expect(table.rankBySimilarity(dna, { colorWeight: Number.NaN })).rejects.toMatchObject(invalid);
  await expect(table.rankBySimilarity(dna, { limit: 1001 })).rejects.toMatchObject(invalid);
  await expect(table.rankByColors([])).rejects.toMatchObject(invalid);
  await expect(table.palette(0)).rejects.toMatchObject(invalid);
  expect(table.size).toBe(6);
});
