import { fromSharp, toJpeg, toSharp } from '../paint/rgb-image.js';
import { paintDesk } from './photo/desk.js';
import { applyLight } from './photo/lighting.js';
import { applyBlur, applyNoise } from './photo/sensor.js';
import { strengthRanges } from './photo/strength.js';
import { photoHeightPx, photoWidthPx, simulatePhoto } from './photo-simulator.js';
import { createRandom, seedOf, type Random } from '../random.js';
import { paintPicture } from './synthetic/picture.js';
import { makePagePixels } from './synthetic-set.js';

// Far from the seeds that references are made from.
const seedOffset = 900_000_000;

/**
 * A phone photo that shows nothing of the demo: a desk without a page, a place, or a page of another print.
 * JPEG of 960x1280 pixels; the same seed gives the same bytes.
 */
export async function takeUnrelatedPhoto(seed: number): Promise<Buffer> {
  const random = createRandom(seedOf(seed, 'unrelated'));
  const subject = seed % 3;
  if (subject === 0) {
    const page = await makePagePixels(random.pick(['manual', 'photo']), seedOffset + seed);
    return (await simulatePhoto(page, { strength: 'easy', seed: seedOffset + seed })).jpeg;
  }
  return takeSnapshot(random, subject === 1 ? 'desk' : 'place', seedOffset + seed);
}

async function takeSnapshot(random: Random, subject: 'desk' | 'place', seed: number): Promise<Buffer> {
  const scene =
    subject === 'desk'
      ? await paintDesk(photoWidthPx, photoHeightPx, seed)
      : await paintPicture(photoWidthPx, photoHeightPx, seed);
  applyLight(scene, random, strengthRanges.easy);
  const photo = await applyBlur(scene, random, strengthRanges.easy);
  applyNoise(photo, random, strengthRanges.easy);
  return toJpeg(await fromSharp(toSharp(photo)), random.integer(60, 90));
}
