import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';

const decoder = new ImageDecoder({ maxFileBytes: 1024 * 1024, maxPixels: 1_000_000 });

/** Mean difference of gray levels between two decoded pictures. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = [await decoder.raster(a, 'reference'), await decoder.raster(b, 'reference')];
  expect([left.width, left.height]).toEqual([right.width, right.height]);
  let sum = 0;
  for (const [i, value] of left.data.entries()) sum += Math.abs(value - (right.data[i] ?? 0));
  return sum / left.data.length;
}

/** The gray that a JPEG of the picture stores (Rec. 601). */
function luma(picture: Sharp): Sharp {
  const weights: [number, number, number] = [0.299, 0.587, 0.114];
  return picture.removeAlpha().recomb([weights, weights, weights]).extractChannel(0);
}

/** A PNG header that promises a size, with hardly any pixels behind it. */
function pngOfSize(width: number, height: number, png: Buffer): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  // CRC-32 of the header chunk, ISO 3309.
  let crc = 0xffffffff;
  for (const byte of copy.subarray(12, 29)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  copy.writeUInt32BE(~crc >>> 0, 29);
  return copy;
}

describe('a picture is decoded to gray whatever its kind:', () => {
  it.each([
    ['CMYK JPEG', () => drawPicture(1).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(), 12],
    ['16-bit PNG', () => drawPicture(1).toColourspace('rgb16').png().toBuffer(), 2],
    ['palette PNG', () => drawPicture(1).png({ palette: true }).toBuffer(), 6],
    ['gray PNG', () => luma(drawPicture(1)).toColourspace('b-w').png().toBuffer(), 2],
    ['PNG with alpha', () => drawPicture(1).ensureAlpha(1).png().toBuffer(), 2],
    ['GIF', () => drawPicture(1).gif().toBuffer(), 6],
    ['progressive JPEG', () => drawPicture(1).jpeg({ quality: 90, progressive: true }).toBuffer(), 4],
  ])('%s', async (_name, encode, tolerance) => {
    const plain = await drawPicture(1).png().toBuffer();
    expect(await difference(plain, await encode())).toBeLessThan(tolerance);
  });

  it('what the first frame of a GIF leaves free becomes white', async () => {
    const red = { create: { width: 20, height: 20, channels: 3, background: '#f00' } } as const;
    const gif = await sharp(red).gif().toBuffer();
    const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 20, 0, 20, 0]));
    for (const [at, size] of [
      [6, 40],
      [8, 60],
      [frame + 1, 10],
      [frame + 3, 30],
    ] as const) {
      gif.writeUInt16LE(size, at);
    }
    const { data, width, height } = await decoder.colorRaster(gif, 60);
    const colorAt = (x: number, y: number) => [
      ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    expect([width, height]).toEqual([40, 60]);
    expect([colorAt(5, 5), colorAt(20, 40), colorAt(35, 55)]).toEqual([
      [255, 255, 255],
      [255, 0, 0],
      [255, 255, 255],
    ]);
    expect(await decoder.inspect(gif)).toEqual({ type: 'image/gif', width: 40, height: 60 });
  });

  it('what is transparent becomes white', async () => {
    const clear = {
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const;
    const raster = await decoder.raster(await sharp(clear).png().toBuffer(), 'reference');
    expect(new Set(raster.data)).toEqual(new Set([255]));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i is applied', async (orientation) => {
    const tagged = await drawPicture(2, 480, 320)
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const upright = await sharp(tagged).autoOrient().jpeg({ quality: 95 }).toBuffer();
    const facts = await decoder.inspect(tagged);
    expect([facts.width, facts.height]).toEqual(orientation < 5 ? [480, 320] : [320, 480]);
    expect(await difference(tagged, upright)).toBeLessThan(4);
  });

  it('copies of it carry no metadata', async () => {
    const tagged = await drawPicture(3)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    const copy = await sharp(await decoder.jpeg(tagged, 100)).metadata();
    expect(copy).toMatchObject({ format: 'jpeg', width: 100 });
    expect([copy.exif, copy.icc, copy.xmp]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a picture is refused', () => {
  it('when it promises more pixels than allowed, before they are decoded', async () => {
    const bomb = pngOfSize(60_000, 60_000, await drawPicture(4).png().toBuffer());
    await expect(decoder.raster(bomb, 'query')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('when the file is too large', async () => {
    const long = Buffer.concat([await jpegPicture(5), Buffer.alloc(1024 * 1024)]);
    await expect(decoder.inspect(long)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)(
    'when it is a %s that breaks off anywhere',
    async (format) => {
      const whole = await drawPicture(6).toFormat(format).toBuffer();
      for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9]) {
        const part = whole.subarray(0, Math.max(12, Math.floor(whole.length * share)));
        await expect(decoder.raster(part, 'query')).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
      }
    },
  );

  it('when it says that it is AVIF and holds none', async () => {
    const bytes = Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1');
    await expect(decoder.inspect(bytes)).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['BMP', 'BM\0\0\0\0\0\0'],
    ['ZIP', 'PK\x03\x04'],
  ])('when it is %s, whatever its name says', async (_name, text) => {
    await expect(decoder.inspect(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      status: 415,
    });
  });
});
