import type { Raster } from '../../engine-host/types.js';
import { sharp } from './sharp.js';

/**
 * Encodes pixels as a JPEG in which thin lines stay readable. The usual Huffman tables are taken: tables made for each
 * picture would save a tenth of the bytes, and take longer than all the rest.
 */
export async function encodeJpeg(
  { data, width, height, channels }: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>,
  quality = 90,
): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
}
