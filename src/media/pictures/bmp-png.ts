/** BMPs as PNGs, which decoders read. */
import { LoupeError } from '../../kernel/errors.js';
import { readBmpHeader, readBmpPixels } from './bmp.js';
import { invalidImage, tooManyPixels } from './picture-refusals.js';
import { sharp } from './sharp.js';

/** @throws LoupeError INVALID_IMAGE, PAYLOAD_TOO_LARGE */
export async function pngOfBmp(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  try {
    const header = readBmpHeader(bytes);
    const { width, height } = header;
    if (width * height > maxPixels) throw new LoupeError('PAYLOAD_TOO_LARGE', tooManyPixels(maxPixels));
    const raw = { width, height, channels: 3 } as const;
    return await sharp(await readBmpPixels(bytes, header), { raw })
      .png({ compressionLevel: 1 })
      .toBuffer();
  } catch (cause) {
    if (cause instanceof RangeError) throw invalidImage(cause);
    throw cause;
  }
}
