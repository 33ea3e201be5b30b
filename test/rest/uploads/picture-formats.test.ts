/** Formats of pictures beside JPEG: what is added in one is found in others, and what cannot be read says why. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ImageDecoder } from '../../../src/media/pictures/image-decoder.js';
import { useTestApp } from '../../kit/use-app.js';
import { bmpColors, type BmpKind, bmpOf } from '../../kit/files/bmps.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture } from '../../kit/pictures.js';
import { Management } from '../support/management.js';

const loupe = useTestApp();
let engine: Management;

beforeAll(async () => {
  engine = await Management.open(loupe);
});

/** Squares of four colors. */
const indexOf = (x: number, y: number) => (x * 7 + y * 13 + (x >> 2) * (y >> 1)) % 4;

const kinds: readonly BmpKind[] = [
  { bits: 1 },
  { bits: 4 },
  { bits: 8 },
  { bits: 16 },
  { bits: 24 },
  { bits: 32 },
  { bits: 24, isTopDown: true },
  { bits: 32, compression: 'masks' },
  { bits: 8, compression: 'runs' },
  { bits: 4, compression: 'runs' },
];

const decoder = new ImageDecoder({ maxPixels: 4_000_000, maxFileBytes: 4_000_000 });

describe('BMP files', () => {
  test.each(kinds)('are read pixel by pixel: %o', async (kind) => {
    const [width, height] = [37, 11];
    const index = (x: number, y: number) => indexOf(x, y) % 2 ** Math.min(2, kind.bits);
    const { data, ...size } = await decoder.colorRaster(bmpOf(width, height, index, kind), 100);
    expect(size).toMatchObject({ width, height, originalWidth: width, originalHeight: height });
    const expected = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at += 1)
      expected.set(bmpColors[index(at % width, Math.floor(at / width)) as 0 | 1 | 2 | 3], at * 3);
    expect(Buffer.from(data).equals(expected)).toBe(true);
  });

  test('are refused when they are damaged, cut off, too large or of a kind that nobody writes', async () => {
    const whole = bmpOf(37, 11, indexOf, { bits: 24 });
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(whole);
      bytes.writeInt32LE(value, at);
      return bytes;
    };
    const invalid = [whole.subarray(0, 700), changed(18, 0), changed(18, -5), changed(28, 7), changed(30, 4)];
    for (const bytes of [...invalid, whole.subarray(0, 40), changed(10, 5000)])
      await expect(decoder.raster(bytes, 'reference')).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
    await expect(decoder.raster(changed(18, 2 ** 30), 'reference')).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });
});

describe('a picture', () => {
  test('that is added as BMP, AVIF, WebP or TIFF is found by a photo of another kind', async () => {
    const { modifyKey } = await engine.newApplication();
    const width = 480;
    const gray = await drawPicture(900).greyscale().raw().toBuffer();
    const files = {
      bmp: bmpOf(width, 360, (x, y) => Math.floor((gray[y * width + x] ?? 0) / 128) * 3, { bits: 8 }),
      avif: await drawPicture(901).avif({ quality: 80 }).toBuffer(),
      webp: await drawPicture(902).webp().toBuffer(),
      tiff: await drawPicture(903).tiff().toBuffer(),
    };
    for (const [imageId, image] of Object.entries(files)) {
      expect((await engine.post(modifyKey, 'references', { imageId, image })).status).toBe(201);
    }
    for (const [imageId, image] of Object.entries(files)) {
      const photo = imageId === 'bmp' ? image : await sharp(image).avif({ quality: 60 }).toBuffer();
      const { body } = await engine.post(modifyKey, 'search', { image: photo });
      expect(elementsOf(memberOf(body, 'hits')).map((hit) => textMember(hit, 'id'))).toEqual([imageId]);
    }
    const broken = files.avif.subarray(0, files.avif.length / 2);
    const refused = await engine.post(modifyKey, 'references', { imageId: 'broken', image: broken });
    expect(refused.body).toMatchObject({ code: 'INVALID_IMAGE' });
  });

  test('in HEIC says that it cannot be read here, where it cannot', async () => {
    const { modifyKey } = await engine.newApplication();
    const brands = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const image = Buffer.concat([brands, Buffer.alloc(100)]);
    const { body } = await engine.post(modifyKey, 'references', { imageId: 'phone', image });
    const readsHeic = sharp.format.heif.input.fileSuffix?.includes('.heic') === true;
    expect(body).toMatchObject({ code: readsHeic ? 'INVALID_IMAGE' : 'UNSUPPORTED_MEDIA' });
    if (!readsHeic) expect(textMember(body, 'title')).toMatch(/libheif cannot read it.*JPEG/);
  });
});
