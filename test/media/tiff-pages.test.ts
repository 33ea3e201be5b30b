/** Which pictures of a TIFF are pages, and how those are refused that cannot be read. */
import { describe, expect, test } from 'vitest';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { type TiffPicture, tiffOf } from '../kit/files/tiffs.js';
import { jpegPicture } from '../kit/pictures.js';

const decoder = new ImageDecoder({ maxPixels: 1e7, maxFileBytes: 1e8 });

/** Sizes of the pages, and the size of what recognition sees. */
async function seenIn(file: Buffer) {
  const { count, page } = await decoder.pagesOf(file);
  const pages = [];
  for (let at = 0; at < count; at += 1) {
    const { width, height } = await sharp(await page(at)).metadata();
    pages.push([width, height]);
  }
  const { width, height } = await decoder.inspect(file);
  return { pages, first: [width, height] };
}

const page: TiffPicture = { width: 40, height: 52, gray: 200 };
const other: TiffPicture = { width: 30, height: 50, gray: 100, kind: 2 };
const preview: TiffPicture = { width: 10, height: 13, gray: 200, kind: 1 };
const older: TiffPicture = { width: 10, height: 13, gray: 200, olderKind: 2 };
const mask: TiffPicture = { width: 40, height: 52, gray: 255, kind: 4 };
const maskOfPreview: TiffPicture = { width: 10, height: 13, gray: 255, kind: 5 };

describe.each([
  ['a TIFF', false],
  ['a BigTIFF', true],
])('%s', (_, isBig) => {
  test.each([
    ['a page', [page], [page]],
    ['two pages', [page, other], [page, other]],
    ['a page and its preview', [page, preview], [page]],
    ['a page and its preview of the older kind', [page, older], [page]],
    ['a preview before its page', [preview, page], [page]],
    ['the levels of a pyramid', [page, preview, { ...preview, width: 5, height: 6 }], [page]],
    ['two pages with previews and masks', [page, preview, mask, other, maskOfPreview], [page, other]],
    ['previews alone', [preview, older], [preview]],
  ])('of %s', async (_name, pictures: readonly TiffPicture[], pages: readonly TiffPicture[]) => {
    const sizes = pages.map(({ width, height }) => [width, height]);
    expect(await seenIn(tiffOf(pictures, isBig))).toEqual({ pages: sizes, first: sizes[0] });
  });
});

test('a pyramid as libvips writes it is one page, big-endian files are read as well', async () => {
  const drawn = sharp(await jpegPicture(5, 400, 300));
  const pyramid = await drawn
    .clone()
    .tiff({ pyramid: true, tile: true, tileWidth: 64, tileHeight: 64 })
    .toBuffer();
  expect((await sharp(pyramid).metadata()).pages).toBeGreaterThan(1);
  expect(await seenIn(pyramid)).toEqual({ pages: [[400, 300]], first: [400, 300] });
});

test('the picture of a page is that of the page, not of the preview before it', async () => {
  const file = tiffOf([{ ...preview, gray: 10 }, page]);
  const { data } = await decoder.raster(file, 'reference');
  expect(data[0]).toBe(page.gray);
});

test('a list of pictures that leads back to itself ends', async () => {
  const file = tiffOf([page, other]);
  // The second directory is followed by the first.
  file.writeUInt32LE(file.readUInt32LE(4), file.length - 4);
  expect((await seenIn(file)).pages[0]).toEqual([40, 52]);
});

test.each([
  ['Zstandard', 50000],
  ['JPEG XL', 50002],
  ['LERC', 34887],
])('one that is compressed by %s is not called damaged', async (name, compression) => {
  const file = tiffOf([{ ...page, compression }]);
  await expect(decoder.raster(file, 'reference')).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
    message: expect.stringContaining(`compressed by ${name}`) as string,
  });
  await expect(decoder.jpeg(file, 100)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

test('one that is damaged is', async () => {
  const file = await sharp(await jpegPicture(6, 200, 200))
    .tiff({ compression: 'lzw' })
    .toBuffer();
  file.fill(0xff, 100, Math.floor(file.length / 2));
  await expect(decoder.raster(file, 'reference')).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
});
