/** Pixels that the platform decoded itself are held by the engine alone; those of a caller stay with the caller. */
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { compareFinely } from '../../src/engine-host/appearance/fine-comparison.js';
import type { Picture } from '../../src/engine-host/encoded-picture.js';
import { addon, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import type { Raster } from '../../src/engine-host/types.js';
import { makePoster, paint } from './color-pictures.js';

const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
afterAll(() => engine.close());

const options = { drawHighlights: false };
const decoder = new ImageDecoder({ maxPixels: 10_000_000, maxFileBytes: 10_000_000 });
const poster = makePoster(2);
const marked = paint(poster, { x: 240, y: 180, width: 30, height: 24 }, [30, 30, 30]);

const copyOf = (raster: Raster): Raster => {
  const data = Buffer.from(new ArrayBuffer(raster.data.length));
  raster.data.copy(data);
  return { ...raster, data };
};

const drawn = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 3 } });

/** The picture of a file, and what its decoder was asked for. */
function watched(bytes: Buffer): { readonly picture: Picture; readonly decoded: Raster[] } {
  const decoded: Raster[] = [];
  const picture = decoder.picture(bytes);
  const color = async (side: number): Promise<Raster> => {
    const raster = await picture.color(side);
    decoded.push(raster);
    return raster;
  };
  return { picture: { ...picture, color }, decoded };
}

test('pixels that are handed over give the answer of a copy, and leave an empty buffer', async () => {
  const copied = await engine.compareFinely(poster, marked, options);
  expect(copied.differences).toHaveLength(1);
  const [reference, query] = [copyOf(poster), copyOf(marked)];
  const answer = engine.compareFinely(
    { ...reference, isHandedOver: true },
    { ...query, isHandedOver: true },
    options,
  );
  expect([reference.data.length, query.data.length]).toEqual([0, 0]);
  expect(await answer).toEqual(copied);
});

test('memory that serves other buffers, too, is not let go', async () => {
  const memory = new ArrayBuffer(marked.data.length + 16);
  const data = Buffer.from(memory, 0, marked.data.length);
  marked.data.copy(data);
  await engine.compareFinely(poster, { ...marked, data, isHandedOver: true }, options);
  expect(memory.byteLength).toBe(marked.data.length + 16);
  expect(data.equals(marked.data)).toBe(true);
});

test('pixels that a caller gave stay, and may be overwritten as soon as the job is started', async () => {
  const given = copyOf(marked);
  const { differences } = await compareFinely(engine, poster, given);
  expect(given.data.equals(marked.data)).toBe(true);
  const second = engine.compareFinely(poster, given, options);
  given.data.fill(0);
  expect((await second).differences).toEqual(differences);
});

test('pixels of a file are handed over, and decoded again where the job has to start again', async () => {
  const reference = watched(await drawn(poster).png().toBuffer());
  const query = watched(await drawn(marked).png().toBuffer());
  const { differences } = await compareFinely(engine, reference.picture, query.picture);
  expect(differences).toHaveLength(1);
  expect([...reference.decoded, ...query.decoded].map(({ data }) => data.length)).toEqual([0, 0]);

  const cmyk = watched(await drawn(marked).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer());
  const again = await compareFinely(engine, reference.picture, cmyk.picture);
  expect(again.differences.map(({ kind }) => kind)).toContain(differences[0]?.kind);
  expect([reference.decoded.length, cmyk.decoded.length]).toEqual([3, 1]);
});
