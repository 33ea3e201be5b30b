/** A copy of a reference is its Clone by its pixels, whatever kind of picture it is; a picture that differs in a part is none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import type { Application } from '../../src/engine/application.entity.js';
import { operator } from '../../src/access/viewer.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { upload } from '../kit/pictures.js';
import { makeRandom } from '../kit/files/rasters.js';

const loupe = useTestApp();
let application: Application;

const [WIDTH, HEIGHT] = [600, 800];

type Color = readonly [number, number, number];
type Fill = (x: number, y: number, width: number, height: number, color: Color) => void;

/** A sheet, white where nothing is drawn. */
function sheet(draw: (fill: Fill) => void): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3, 255);
  draw((x, y, width, height, color) => {
    for (let row = y; row < Math.min(HEIGHT, y + height); row += 1)
      for (let column = x; column < Math.min(WIDTH, x + width); column += 1)
        data.set(color, (row * WIDTH + column) * 3);
  });
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

const BLACK: Color = [16, 16, 16];

/** Strokes in lines: what text is to keypoints. */
function lines(fill: Fill, seed: number, count: number, color = BLACK): void {
  const random = makeRandom(seed);
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < 40; at += 1) {
      const [x, y] = [40 + at * 13, 60 + row * 24];
      fill(x, y + random(4), 3, 9 + random(4), color);
      fill(x, y + random(10), 4 + random(6), 3, color);
    }
  }
}

function tiles(fill: Fill): void {
  for (let at = 0; at < 12 * 16; at += 1) {
    const [x, y] = [(at % 12) * 50, Math.floor(at / 12) * 50];
    fill(x + 10, y + 10, 30, 8, [32, 32, 96]);
    fill(x + 10, y + 10, 8, 26, [32, 32, 96]);
  }
}

function gradient(fill: Fill): void {
  for (let x = 0; x < WIDTH; x += 1) fill(x, 0, 1, HEIGHT, [200 - x / 4, 60, 50 + x / 4]);
}

const pictures = {
  'a text page': () => sheet((fill) => lines(fill, 1, 28)),
  'a page with two lines': () => sheet((fill) => lines(fill, 2, 2)),
  'a repeating pattern': () => sheet(tiles),
  'a gradient with a label': () =>
    sheet((fill) => {
      gradient(fill);
      lines(fill, 4, 6, [255, 255, 255]);
    }),
  'a tiny picture': async () =>
    sharp(await sheet((fill) => lines(fill, 5, 28)))
      .resize(120)
      .png()
      .toBuffer(),
} as const;

type Name = keyof typeof pictures;
const names = Object.keys(pictures) as Name[];

async function first(bytes: Buffer) {
  const image = await upload(loupe.app.services.uploads, bytes);
  const { hits } = await loupe.app.services.referenceSearch.search(application, { image });
  return hits[0] && { id: hits[0].id, decision: hits[0].match?.decision };
}

beforeAll(async () => {
  const { applications, references } = loupe.app.services;
  const { modifyKey } = await applications.create(operator, { kind: 'media' });
  application = await applications.byKey(modifyKey ?? '', 'modify');
  for (const name of names) {
    const image = await upload(loupe.app.services.uploads, await pictures[name]());
    await references.add(application, { imageId: name, image });
  }
});

describe.each(names)('a copy of %s', (name) => {
  it.each<readonly [string, (bytes: Buffer, side: number) => Buffer | Promise<Buffer>]>([
    ['as it is', (bytes) => bytes],
    ['as a JPEG', (bytes) => sharp(bytes).jpeg({ quality: 75 }).toBuffer()],
    ['strongly compressed', (bytes) => sharp(bytes).jpeg({ quality: 50 }).toBuffer()],
    ['as a WebP', (bytes) => sharp(bytes).webp({ quality: 80 }).toBuffer()],
    [
      'twice as large',
      (bytes, side) =>
        sharp(bytes)
          .resize(2 * side)
          .png()
          .toBuffer(),
    ],
    [
      'half as large',
      (bytes, side) =>
        sharp(bytes)
          .resize(side / 2)
          .png()
          .toBuffer(),
    ],
  ])('%s is a Clone', async (_, change) => {
    const bytes = await pictures[name]();
    const { width } = await sharp(bytes).metadata();
    expect(await first(await change(bytes, width))).toEqual({ id: name, decision: 'Clone' });
  });

  it('of which a part was exchanged is no Clone', async () => {
    const bytes = await pictures[name]();
    const { width, height } = await sharp(bytes).metadata();
    const [left, top, side] = [Math.round(width * 0.2), Math.round(height * 0.1), Math.round(width * 0.2)];
    const part = await sharp(bytes)
      .extract({ left, top, width: side, height: Math.round(side / 2) })
      .negate()
      .png()
      .toBuffer();
    const changed = await sharp(bytes)
      .composite([{ input: part, left, top }])
      .png()
      .toBuffer();
    expect((await first(changed))?.decision).not.toBe('Clone');
  });
});

describe('a text of which one letter is another one', () => {
  it.each<readonly [string, (bytes: Buffer) => Buffer | Promise<Buffer>]>([
    ['as it is', (bytes) => bytes],
    ['strongly compressed', (bytes) => sharp(bytes).jpeg({ quality: 50 }).toBuffer()],
    [
      'three quarters as large',
      (bytes) =>
        sharp(bytes)
          .resize(WIDTH * 0.75)
          .png()
          .toBuffer(),
    ],
    [
      'twice as large',
      (bytes) =>
        sharp(bytes)
          .resize(2 * WIDTH)
          .png()
          .toBuffer(),
    ],
  ])('%s is a Match and no Clone', async (_, change) => {
    const bytes = await pictures['a text page']();
    const letter = { left: 40 + 13 * 20, top: 60 + 24 * 2, width: 13, height: 20 };
    const input = await sharp(bytes).extract(letter).png().toBuffer();
    const changed = await sharp(bytes)
      .composite([{ input, left: 40 + 13 * 10, top: 60 + 24 * 5 }])
      .png()
      .toBuffer();
    expect(await first(await change(changed))).toEqual({ id: 'a text page', decision: 'Match' });
  });
});

it('a picture of one color is refused as a reference, since nothing could tell it from others', async () => {
  const plain = await sheet(() => undefined);
  const image = await upload(loupe.app.services.uploads, plain);
  await expect(
    loupe.app.services.references.add(application, { imageId: 'plain', image }),
  ).rejects.toMatchObject({ code: 'IMAGE_TOO_SIMPLE' });
  expect((await first(plain))?.decision).not.toBe('Clone');
});
