import sharp from 'sharp';
import { fromSharp, toSharp, type RgbImage } from '../../paint/rgb-image.js';
import { createRandom, seedOf } from '../../random.js';
import { drawClutter, drawPageShadow } from './clutter.js';
import type { Point } from './homography.js';
import { paintSurface } from '../../paint/surface.painter.js';

// The desk is painted at half size and enlarged: it lies slightly out of focus, and costs a quarter.
const REDUCTION = 2;

/**
 * A desk seen from above with things on it. With `pageCorners` (pixels, clockwise) it also carries that page's
 * shadow; the things then stay below the page.
 */
export async function paintDesk(
  width: number,
  height: number,
  seed: number,
  pageCorners: readonly Point[] = [],
): Promise<RgbImage> {
  const random = createRandom(seedOf(seed, 'desk'));
  const smallWidth = Math.ceil(width / REDUCTION);
  const smallHeight = Math.ceil(height / REDUCTION);
  const surface = paintSurface(smallWidth, smallHeight, seed);
  const overlay =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${smallWidth}" height="${smallHeight}">` +
    drawClutter(random, smallWidth, smallHeight, random.integer(2, 7)) +
    (pageCorners.length > 0
      ? drawPageShadow(
          random,
          pageCorners.map(([x, y]) => [x / REDUCTION, y / REDUCTION]),
          smallWidth,
        )
      : '') +
    '</svg>';
  // In a process that also takes uploads every loader but those of photos is blocked; this drawing is our own.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const small = await fromSharp(toSharp(surface).composite([{ input: Buffer.from(overlay) }]));
  return fromSharp(toSharp(small).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
}
