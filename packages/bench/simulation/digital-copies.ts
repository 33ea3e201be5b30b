/** Pictures that fill their frame as the reference does: what a flatbed scanner gives, and what is uploaded again. */
import sharp, { type Sharp } from 'sharp';

import { fromSharp, toJpeg } from '../paint/rgb-image.js';
import { createRandom, seedOf, type Random } from '../random.js';
import { applyNoise } from './photo/sensor.js';
import { strengthRanges } from './photo/strength.js';

type Change = (picture: Sharp, random: Random) => Promise<Buffer>;

const CHANGES = {
  /** Made smaller or larger, sometimes trimmed, and compressed again, as sites and mail programs do. */
  'digital copy': async (picture, random) => {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    const trim = random.chance(0.4) ? random.between(0.002, 0.012) : 0;
    const left = Math.round(trim * info.width);
    const top = Math.round(trim * info.height);
    const [width, height] = [info.width - 2 * left, info.height - 2 * top];
    const scale = random.between(0.6, 1.3);
    return sharp(data)
      .extract({ left, top, width, height })
      .resize(Math.round(scale * width), Math.round(scale * height), { fit: 'fill' })
      .jpeg({ quality: random.integer(50, 90) })
      .toBuffer();
  },
  /**
   * Printed and scanned: laid a little askew, ink that spreads, paper that is not white, and what the scanner does about
   * both.
   */
  scan: async (picture, random) => {
    const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
    const askew = sharp(data)
      .rotate(random.between(-1, 1), { background: '#ffffff' })
      .blur(random.between(0.4, 1));
    const turned = await askew.png().toBuffer({ resolveWithObject: true });
    const shift = (): number => random.between(-0.008, 0.008);
    const left = Math.round((turned.info.width - info.width) / 2 + shift() * info.width);
    const top = Math.round((turned.info.height - info.height) / 2 + shift() * info.height);
    const cut = sharp(turned.data).extract({
      left: Math.max(0, Math.min(left, turned.info.width - info.width)),
      top: Math.max(0, Math.min(top, turned.info.height - info.height)),
      width: info.width,
      height: info.height,
    });
    const contrast = random.between(0.75, 1.1);
    const image = await fromSharp(
      cut.gamma(random.between(1, 1.6)).linear(contrast, random.between(0, 255 * Math.max(0, 1 - contrast))),
    );
    applyNoise(image, random, { ...strengthRanges.easy, noiseLevels: [1, 3.5] });
    return toJpeg(image, random.integer(60, 88));
  },
} satisfies Record<string, Change>;

export type DigitalCopy = keyof typeof CHANGES;

export const digitalCopies = Object.keys(CHANGES) as readonly DigitalCopy[];

/** A copy of an encoded picture, as JPEG; the same picture, kind and seed give the same bytes. */
export async function makeDigitalCopy(picture: Buffer, kind: DigitalCopy, seed: number): Promise<Buffer> {
  const upright = sharp(picture).autoOrient().flatten({ background: '#ffffff' });
  return CHANGES[kind](upright, createRandom(seedOf(seed, kind)));
}
