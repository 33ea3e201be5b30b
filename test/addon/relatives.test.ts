/** A photo of a page is compared with other references of its design, which are searched for again when the index changes. */
import { afterEach, expect, test } from 'vitest';
import { sharp } from '../../src/media/pictures/sharp.js';
import type { Raster } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makePicture, smallInPhoto } from '../kit/files/rasters.js';

const open: Vision[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((vision) => vision.close()));
});

const jpegOf = ({ data, width, height, channels }: Raster) =>
  sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 90 }).toBuffer();

test('relatives are searched for once, and again after a reference came, changed or went', async () => {
  const feed = new MemoryFeed();
  /** Pages whose relatives were searched for. */
  const searched: number[] = [];
  const contents = {
    read: async (keys: readonly number[]) =>
      new Map(await Promise.all(keys.map(async (key) => [key, await jpegOf(makePicture(key))] as const))),
    readDna: async (key: number) => {
      searched.push(key);
      return (await feed.readKeys('app', [key]))[0]?.dna ?? null;
    },
  };
  const vision = new Vision({ feed, contents, snapshotFolder: null, threads: 1 });
  open.push(vision);
  const put = async (key: number, seed = key) => {
    const { dna } = await vision.extract(makePicture(seed), 'reference');
    await vision.apply('app', [feed.put('app', key, dna)]);
  };
  const photo = smallInPhoto(50, makePicture(1), 200, 100);
  const search = async () => {
    const { hits } = await vision.search(['app'], photo, { limit: 3 });
    return [hits[0]?.key, hits[0]?.decision];
  };
  await put(1);
  for (let time = 0; time < 3; time += 1) expect(await search()).toEqual([1, 'Match']);
  expect(searched).toEqual([1]);
  await put(2);
  for (let time = 0; time < 2; time += 1) expect(await search()).toEqual([1, 'Match']);
  expect(searched).toEqual([1, 1]);
  await put(2, 3);
  expect(await search()).toEqual([1, 'Match']);
  expect(searched).toEqual([1, 1, 1]);
  await vision.apply('app', [feed.remove('app', 2)]);
  for (let time = 0; time < 2; time += 1) expect(await search()).toEqual([1, 'Match']);
  expect(searched).toEqual([1, 1, 1, 1]);
});
