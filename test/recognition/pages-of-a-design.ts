/** Pages of one design: each is drawn alike but for its lower quarter. */
import sharp from 'sharp';
import { drawPage, photograph, someCorners } from '../../packages/engine-wasm/proof/drawn.js';
import type * as wasm from '../../packages/engine-wasm/src/index.js';

export const PAGE_SIZE = { width: 612, height: 768 };
const { width: WIDTH, height: HEIGHT } = PAGE_SIZE;

/** The page whose lower quarter is that of a number. */
export function memberOf(own: number): wasm.GrayPixels {
  const page = drawPage(1, WIDTH, HEIGHT);
  page.data.set(drawPage(own, WIDTH, HEIGHT).data.subarray(576 * WIDTH), 576 * WIDTH);
  return page;
}

export const jpegOf = async (
  { data, width, height }: wasm.GrayPixels,
  channels: 1 | 3 = 1,
): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 80 })
    .toBuffer();

export const photoOf = (own: number): wasm.GrayPixels =>
  photograph(memberOf(own), someCorners(own), { seed: own });
