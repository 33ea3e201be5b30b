/** Why a picture is refused, in words that say what to do. */
import { LoupeError } from '../../kernel/errors.js';

export function tooManyBytes(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send a smaller one.`;
}

export function invalidImage(cause?: unknown): LoupeError {
  const message =
    'The picture cannot be read: it is damaged or incomplete. Open it, save it again, then retry.';
  return new LoupeError('INVALID_IMAGE', message, {}, { cause });
}

export function tooManyPixels(maxPixels: number): string {
  const megapixels = Math.floor(maxPixels / 10_000) / 100;
  return `The picture has more than ${megapixels} million pixels. Scale it down, then retry.`;
}

/** For a TIFF that is sound, as far as anybody can tell without its pixels. */
export function unreadCompression(name: string, cause: unknown): LoupeError {
  const message = `The TIFF is compressed by ${name}, which cannot be read here. Save it with LZW or Deflate, or as a PNG, then retry.`;
  return new LoupeError('UNSUPPORTED_MEDIA', message, {}, { cause });
}

/** Decodes a picture. @throws LoupeError PAYLOAD_TOO_LARGE for too many pixels, INVALID_IMAGE for everything else */
export async function guard<T>(maxPixels: number, decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    if (/exceeds pixel limit/i.test(String(cause))) {
      const message = tooManyPixels(maxPixels);
      throw new LoupeError('PAYLOAD_TOO_LARGE', message, {}, { cause });
    }
    throw invalidImage(cause);
  }
}
