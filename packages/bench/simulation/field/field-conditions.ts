/** What happens to pictures on their way from a hand to a server, as it happens in the field. */
import sharp from 'sharp';

import { fromSharp, toJpeg, toSharp, type RgbImage } from '../../paint/rgb-image.js';
import { createRandom, seedOf, type Random } from '../../random.js';
import { paintDesk } from '../photo/desk.js';
import { applyBlur, applyNoise } from '../photo/sensor.js';
import { strengthRanges } from '../photo/strength.js';
import { crumple } from './crumple.js';
import { dim, layGlare, showOnScreen } from './light.js';

type Change = (picture: Buffer, random: Random) => Promise<Buffer>;

const CHANGES = {
  /** WebP of quality 80, as browsers and messengers store it, turned into a JPEG by what sends it. */
  webp: async (picture) => toJpegFile(await sharp(picture).autoOrient().webp({ quality: 80 }).toBuffer()),
  /** Coded as HEIC is (an intra frame of a video codec, here AV1), turned into a JPEG by the phone that sends it. */
  'heic-like': async (picture) =>
    toJpegFile(await sharp(picture).autoOrient().avif({ quality: 50, effort: 0 }).toBuffer()),
  /** Sent by a messenger and on by another: made smaller, and compressed twice. */
  messenger: async (picture) =>
    sharp(
      await sharp(picture)
        .autoOrient()
        .resize({ width: 800, height: 800, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 60 })
        .toBuffer(),
    )
      .jpeg({ quality: 50 })
      .toBuffer(),
  /** Photographed from a screen. */
  screen: onPixels(async (image, random) => showOnScreen(image, random)),
  /** Reflections of windows and lamps on plastic. */
  glare: onPixels(async (image, random) => layGlare(image, random)),
  /** Creased and smoothed again. */
  crumple: onPixels(async (image, random) => crumple(image, random)),
  /** In a dark room: little light, much noise. */
  'low-light': onPixels(async (image, random) => {
    dim(image, random);
    applyNoise(image, random, { ...strengthRanges.hard, noiseLevels: [3, 7] });
  }),
  /** The whole picture lies far away on a desk: what it showed fills a fifth to a third of the frame. */
  'small-in-frame': onPixels(laySmallOnDesk),
  /** A hand that moved. */
  'motion-blur': onPixels((image, random) =>
    applyBlur(image, random, { ...strengthRanges.hard, defocusPx: [0, 0.5], motionPx: [5, 9] }),
  ),
} satisfies Record<string, Change>;

export type FieldCondition = keyof typeof CHANGES;

export const fieldConditions = Object.keys(CHANGES) as readonly FieldCondition[];

/**
 * The picture as it arrives under a condition, a JPEG; the same picture, condition and seed give the same
 * bytes. `picture` is encoded, of any kind.
 */
export async function applyFieldCondition(
  picture: Buffer,
  condition: FieldCondition,
  seed: number,
): Promise<Buffer> {
  return CHANGES[condition](picture, createRandom(seedOf(seed, condition)));
}

const JPEG_QUALITY = 82;

/** A step on the way to a JPEG. */
async function toJpegFile(coded: Buffer): Promise<Buffer> {
  return sharp(coded).jpeg({ quality: 95 }).toBuffer();
}

/** @param change  works in place, or gives another image */
function onPixels(change: (image: RgbImage, random: Random) => Promise<RgbImage | void>): Change {
  return async (picture, random) => {
    const image = await fromSharp(sharp(picture).autoOrient());
    return toJpeg((await change(image, random)) ?? image, JPEG_QUALITY);
  };
}

async function laySmallOnDesk(image: RgbImage, random: Random): Promise<RgbImage> {
  const share = random.between(0.45, 0.6);
  const width = Math.max(1, Math.round(image.width * share));
  const height = Math.max(1, Math.round(image.height * share));
  const left = Math.floor(random.next() * (image.width - width + 1));
  const top = Math.floor(random.next() * (image.height - height + 1));
  const small = await toSharp(image).resize(width, height).png().toBuffer();
  const desk = await paintDesk(image.width, image.height, random.integer(0, 0x7fffffff));
  return fromSharp(
    sharp(
      await toSharp(desk)
        .composite([{ input: small, left, top }])
        .png()
        .toBuffer(),
    ),
  );
}
