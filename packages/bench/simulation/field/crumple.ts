import { createImage, type RgbImage } from '../../paint/rgb-image.js';
import type { Random } from '../../random.js';

/** A straight fold: the paper rises or falls towards it. */
interface Crease {
  readonly x: number;
  readonly y: number;
  readonly directionX: number;
  readonly directionY: number;
  /** Reach of the fold across its line, as a share of the longer side. */
  readonly reach: number;
  /** Greatest displacement, as a share of the longer side. */
  readonly depth: number;
}

const CREASES = [6, 11] as const;

/**
 * Creases the sheet that fills a picture: every fold moves what lies beside it and shades one flank. Neighboring parts move
 * by different amounts, so that no single homography describes the result.
 */
export function crumple(image: RgbImage, random: Random): RgbImage {
  const creases = Array.from({ length: random.integer(...CREASES) }, () => drawCrease(random));
  const result = createImage(image.width, image.height);
  const longer = Math.max(image.width, image.height);
  for (let row = 0; row < image.height; row++) {
    for (let column = 0; column < image.width; column++) {
      let moveX = 0;
      let moveY = 0;
      let light = 1;
      for (const crease of creases) {
        const dx = column / longer - crease.x;
        const dy = row / longer - crease.y;
        const across = dx * -crease.directionY + dy * crease.directionX;
        const near = 1 - Math.abs(across) / crease.reach;
        if (near <= 0) continue;
        const move = crease.depth * near * near * longer * Math.sign(across);
        moveX -= crease.directionY * move;
        moveY += crease.directionX * move;
        light += Math.sign(across) * near * near * crease.depth * 18;
      }
      sampleInto(result, column, row, image, column + moveX, row + moveY, light);
    }
  }
  return result;
}

function drawCrease(random: Random): Crease {
  const angle = random.between(0, Math.PI);
  return {
    x: random.next(),
    y: random.next(),
    directionX: Math.cos(angle),
    directionY: Math.sin(angle),
    reach: random.between(0.06, 0.25),
    depth: random.between(0.002, 0.011),
  };
}

/** Bilinear; outside the picture its border goes on. */
function sampleInto(
  to: RgbImage,
  column: number,
  row: number,
  from: RgbImage,
  x: number,
  y: number,
  light: number,
): void {
  const inX = Math.min(from.width - 1.001, Math.max(0, x));
  const inY = Math.min(from.height - 1.001, Math.max(0, y));
  const left = Math.floor(inX);
  const top = Math.floor(inY);
  const shareX = inX - left;
  const shareY = inY - top;
  const right = left + 1 < from.width ? 3 : 0;
  const below = top + 1 < from.height ? from.width * 3 : 0;
  const at = (top * from.width + left) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const i = at + channel;
    const upper = from.data[i]! + (from.data[i + right]! - from.data[i]!) * shareX;
    const lower = from.data[i + below]! + (from.data[i + below + right]! - from.data[i + below]!) * shareX;
    to.data[(row * to.width + column) * 3 + channel] = (upper + (lower - upper) * shareY) * light;
  }
}
