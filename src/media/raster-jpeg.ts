import type { Raster } from '../vision/types.js';
import { sharp } from './sharp.js';

/** Encodes pixels as a JPEG in which thin lines stay readable. */
export async function encodeJpeg(
  { data, width, height, channels }: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>,
  quality = 90,
): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
