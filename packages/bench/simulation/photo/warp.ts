import { fromSharp, toSharp, type RgbImage } from '../../paint/rgb-image.js';
import { invertHomography, multiplyHomographies, scaling, type Homography } from './homography.js';

const MOST_LEVELS = 5;
const SMALLEST_SIDE = 16;

/** Each level is half the one before, reduced with a proper low-pass filter. */
export async function buildPyramid(image: RgbImage): Promise<RgbImage[]> {
  const levels = [image];
  for (let level = 1; level < MOST_LEVELS; level++) {
    const width = Math.round(image.width / 2 ** level);
    const height = Math.round(image.height / 2 ** level);
    if (width < SMALLEST_SIDE || height < SMALLEST_SIDE) break;
    levels.push(await fromSharp(toSharp(image).resize(width, height, { fit: 'fill', kernel: 'lanczos3' })));
  }
  return levels;
}

/**
 * Lays a page into a photo, in place, by trilinear sampling: between pixels and between pyramid levels, the
 * level following from the local change of area, so that neither near nor far parts alias.
 * `queryFromReference` works on fractions. Edges are softened over one pixel of the photo.
 */
export function warpInto(
  photo: RgbImage,
  pyramid: readonly RgbImage[],
  queryFromReference: Homography,
): void {
  const page = pyramid[0]!;
  const pageFromPhoto = multiplyHomographies(
    scaling(page.width, page.height),
    multiplyHomographies(invertHomography(queryFromReference), scaling(1 / photo.width, 1 / photo.height)),
  ) as number[];
  const [a, b, c, d, e, f, g, h, i] = pageFromPhoto as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const determinant = Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g));
  const sample: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < photo.height; row++) {
    const y = row + 0.5;
    for (let column = 0; column < photo.width; column++) {
      const x = column + 0.5;
      const w = g * x + h * y + i;
      if (w <= 0) continue;
      const pageX = (a * x + b * y + c) / w;
      const pageY = (d * x + e * y + f) / w;
      const pagePixelsPerPhotoPixel = Math.sqrt(determinant / (w * w * w));
      const margin = Math.min(pageX, pageY, page.width - pageX, page.height - pageY);
      const opacity = Math.min(1, margin / pagePixelsPerPhotoPixel + 0.5);
      if (!(opacity > 0)) continue;
      sampleTrilinear(pyramid, pageX, pageY, Math.log2(pagePixelsPerPhotoPixel), sample);
      const offset = (row * photo.width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const below = photo.data[offset + channel]!;
        photo.data[offset + channel] = below + (sample[channel]! - below) * opacity;
      }
    }
  }
}

type Sample = [number, number, number];

const finer: Sample = [0, 0, 0];

function sampleTrilinear(
  pyramid: readonly RgbImage[],
  x: number,
  y: number,
  detail: number,
  out: Sample,
): void {
  const level = Math.min(pyramid.length - 1, Math.max(0, detail));
  const lower = Math.floor(level);
  const share = level - lower;
  const page = pyramid[0]!;
  sampleBilinear(pyramid[lower]!, x / page.width, y / page.height, out);
  if (share === 0) return;
  finer[0] = out[0];
  finer[1] = out[1];
  finer[2] = out[2];
  sampleBilinear(pyramid[lower + 1]!, x / page.width, y / page.height, out);
  for (let channel = 0; channel < 3; channel++) {
    out[channel] = finer[channel]! + (out[channel]! - finer[channel]!) * share;
  }
}

function sampleBilinear(image: RgbImage, u: number, v: number, out: Sample): void {
  const { data, width, height } = image;
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const shareX = x - left;
  const shareY = y - top;
  const right = left + 1 < width ? 3 : 0;
  const below = top + 1 < height ? width * 3 : 0;
  const offset = (top * width + left) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = offset + channel;
    const upper = data[at]! + (data[at + right]! - data[at]!) * shareX;
    const lower = data[at + below]! + (data[at + below + right]! - data[at + below]!) * shareX;
    out[channel] = upper + (lower - upper) * shareY;
  }
}
