/** However a file states how its picture lies, all that decode it follow one reading. */
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { readOrientation } from '../../src/media/pictures/exif.js';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { withPngChunk } from '../../src/media/pictures/picture-file.js';
import type { EncodedPicture } from '../../src/engine-host/encoded-picture.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { drawPicture } from '../kit/pictures.js';

const decoder = new ImageDecoder({ maxFileBytes: 4_000_000, maxPixels: 4_000_000 });
const vision = new Vision({ feed: new MemoryFeed(), snapshotFolder: null, threads: 1 });
afterAll(() => vision.close());

const jpeg = await drawPicture(12, 320, 200).jpeg({ quality: 95 }).toBuffer();
const png = await drawPicture(12, 320, 200).png().toBuffer();

interface Statement {
  readonly isLittle: boolean;
  readonly type: number;
  readonly count: number;
  readonly value: number;
  readonly tag?: number;
}

const BYTES = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 4],
]);

/** A TIFF block with another entry and the orientation, its value in its place or, where it takes more, behind. */
function tiff({ isLittle, type, count, value, tag = 0x0112 }: Statement): Buffer {
  const block = Buffer.alloc(80);
  const short = (number: number, at: number) =>
    isLittle ? block.writeUInt16LE(number, at) : block.writeUInt16BE(number, at);
  const long = (number: number, at: number) =>
    isLittle ? block.writeUInt32LE(number, at) : block.writeUInt32BE(number, at);
  block.write(isLittle ? 'II' : 'MM', 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  short(0x0100, 10);
  short(3, 12);
  long(1, 14);
  short(320, 18);
  short(tag, 22);
  short(type, 24);
  long(count, 26);
  const bytes = BYTES.get(type) ?? 1;
  const at = bytes * count <= 4 ? 30 : 50;
  if (at === 50) long(50, 30);
  if (bytes === 1) block.writeUInt8(value, at);
  else if (bytes === 2) short(value, at);
  else long(value, at);
  return block;
}

function exifSegment(block: Buffer, mark = 'Exif\0\0'): Buffer {
  const content = Buffer.concat([Buffer.from(mark, 'latin1'), block]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const jpegWith = (...segments: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Before the end, behind the pixels. */
function pngWithExifAtEnd(block: Buffer): Buffer {
  const chunk = withPngChunk(png, 'eXIf', block).subarray(33, 33 + 12 + block.length);
  return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]);
}

async function pixelsOf(picture: EncodedPicture) {
  const { data, width, height } = await vision.decodeColor(picture, 64);
  return { data: Buffer.from(data), width, height };
}

function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

/** The thumbnail, the engine's own decoding, the general one and a cut show the same picture. */
async function requireOneReading(file: Buffer): Promise<void> {
  const picture = decoder.picture(file);
  const native = await pixelsOf(picture);
  const general = await decoder.colorRaster(file, 64);
  expect([native.width, native.height]).toEqual([general.width, general.height]);
  expect(difference(native.data, general.data)).toBeLessThan(6);
  const facts = await decoder.inspect(file);
  expect([general.originalWidth, general.originalHeight]).toEqual([facts.width, facts.height]);
  const shown = await sharp(await decoder.jpeg(file, 64, 95))
    .raw()
    .toBuffer();
  expect(difference(shown, general.data)).toBeLessThan(12);
  const cut = await decoder.crop(file, { xPercent: 0, yPercent: 0, widthPercent: 100, heightPercent: 100 });
  expect(difference((await decoder.colorRaster(cut, 64)).data, general.data)).toBeLessThan(6);
}

const statement = fc.record({
  isLittle: fc.boolean(),
  type: fc.constantFrom(1, 2, 3, 4, 6, 7, 8, 9, 12, 0),
  count: fc.constantFrom(0, 1, 1, 1, 2, 3, 0xffffffff),
  value: fc.integer({ min: 0, max: 10 }),
});
const block = fc.oneof(
  { weight: 5, arbitrary: statement.map(tiff) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);
const mark = fc.constantFrom('Exif\0\0', 'Exif\0\xff', 'Exif\0x', 'exif\0\0', 'http:');

test('every decoder reads every EXIF of a JPEG alike', async () => {
  const segment = fc.tuple(block, mark).map(([bytes, name]) => exifSegment(bytes, name));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 3 }), async (segments) =>
      requireOneReading(jpegWith(...segments)),
    ),
    { numRuns: 60 },
  );
});

test('every decoder reads every EXIF of a PNG alike, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(block, fc.boolean(), async (bytes, isAtEnd) =>
      requireOneReading(isAtEnd ? pngWithExifAtEnd(bytes) : withPngChunk(png, 'eXIf', bytes)),
    ),
    { numRuns: 20 },
  );
});

describe('an orientation is read', () => {
  test.each([
    ['SHORT', 3, 1],
    ['LONG', 4, 1],
    ['BYTE', 1, 1],
    ['signed BYTE', 6, 1],
    ['signed SHORT', 8, 1],
    ['signed LONG', 9, 1],
    ['LONG, two of them', 4, 2],
  ])('as %s, in both byte orders', (_name, type, count) => {
    for (const isLittle of [true, false]) {
      for (const value of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
        expect(readOrientation(tiff({ isLittle, type, count, value }))).toBe(value);
      }
    }
  });

  test.each([
    ['no value', { type: 3, count: 0, value: 6 }],
    ['text', { type: 2, count: 1, value: 6 }],
    ['0', { type: 3, count: 1, value: 0 }],
    ['9', { type: 3, count: 1, value: 9 }],
    ['another tag', { type: 3, count: 1, value: 6, tag: 0x0113 }],
  ])('and %s is none', (_name, statement) => {
    expect(readOrientation(tiff({ isLittle: true, ...statement }))).toBe(1);
  });

  test('from the first block of a JPEG, and from behind the pixels of a PNG', async () => {
    const turned = tiff({ isLittle: true, type: 4, count: 1, value: 6 });
    const upright = tiff({ isLittle: true, type: 3, count: 1, value: 1 });
    const sizes = [
      await decoder.inspect(jpegWith(exifSegment(turned, 'Exif\0\xff'))),
      await decoder.inspect(jpegWith(exifSegment(upright), exifSegment(turned))),
      await decoder.inspect(pngWithExifAtEnd(turned)),
    ].map(({ width, height }) => [width, height]);
    expect(sizes).toEqual([
      [200, 320],
      [320, 200],
      [200, 320],
    ]);
  });
});

describe('a JPEG without its end marker', () => {
  const encodings = [
    ['sequential', () => drawPicture(12, 320, 200).jpeg().toBuffer()],
    ['progressive', () => drawPicture(12, 320, 200).jpeg({ progressive: true }).toBuffer()],
  ] as const;

  test.each(encodings)('is taken: %s', async (_name, encode) => {
    const whole = await encode();
    for (const bytes of [1, 2]) {
      const file = whole.subarray(0, -bytes);
      await requireOneReading(file);
      const [cut, complete] = [await decoder.colorRaster(file, 64), await decoder.colorRaster(whole, 64)];
      expect(cut.data.equals(complete.data)).toBe(true);
    }
  });

  test.each(encodings)('is refused when pixels are missing: %s', async (_name, encode) => {
    const whole = await encode();
    for (let missing = 12; missing < whole.length - 20; missing += 211) {
      const part = whole.subarray(0, -missing);
      await expect(decoder.raster(part, 'query')).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
    }
  });
});
