/** Pictures as callers give them: files or pixels. */
import { sniff } from '../../../src/media/uploads/file-type.js';
import { readJpeg } from '../../../src/media/pictures/jpeg-structure.js';
import { completeJpeg } from '../../../src/media/pictures/picture-file.js';
import type { EncodedPicture, Picture } from '../../../src/engine-host/encoded-picture.js';
import type { RecognitionRole } from '../../../src/engine-host/decode-size.js';
import type { Raster } from '../../../src/engine-host/types.js';
import { EngineError } from '../../../src/engine-host/engine-error.js';
import { notAPicture } from './arguments.js';

/** Decoded pixels: rows from top to bottom without padding, 8 bits a channel. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** 1 = gray, 3 = RGB in sRGB. */
  readonly channels: 1 | 3;
}

/**
 * A picture: the bytes of a file, or pixels. JPEGs are decoded by the engine. PNG, GIF, TIFF, WebP and the rare kinds of JPEG
 * (CMYK, color profiles) need the package `sharp`.
 */
export type PictureInput = Uint8Array | Pixels;

/** Larger pictures are refused: 100 megapixels. */
const MOST_PIXELS = 100_000_000;
const MOST_FILE_BYTES = 256 * 1024 * 1024;

/** @throws EngineError INVALID_ARGUMENT, INVALID_IMAGE */
export function toPicture(input: PictureInput): Picture {
  if (input instanceof Uint8Array) return encoded(Buffer.from(input.buffer, input.byteOffset, input.length));
  if (!isPixels(input)) throw notAPicture(input);
  const { data, width, height, channels } = input;
  const isSized = [width, height].every((side) => Number.isInteger(side) && side > 0);
  if (!isSized || ![1, 3].includes(channels) || data.length !== width * height * channels) {
    throw new EngineError(
      'INVALID_ARGUMENT',
      `Pixels of ${String(width)} x ${String(height)} with ${String(channels)} channels do not have ${data.length} bytes: give rows without padding, 1 (gray) or 3 (RGB) bytes a pixel.`,
    );
  }
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  return { data: bytes, width, height, channels, originalWidth: width, originalHeight: height };
}

function isPixels(input: unknown): input is Pixels {
  return typeof input === 'object' && input !== null && 'data' in input && input.data instanceof Uint8Array;
}

function encoded(bytes: Buffer): EncodedPicture {
  const type = sniff(bytes);
  if (type === null || type === 'application/pdf') {
    throw new EngineError(
      'INVALID_IMAGE',
      'The file is not a picture. Give the bytes of a JPEG, PNG, GIF, TIFF or WebP file, or pixels.',
    );
  }
  const jpeg = type === 'image/jpeg' ? completeJpeg(bytes) : null;
  return {
    jpeg: jpeg?.bytes ?? null,
    orientation: jpeg?.orientation ?? 1,
    maxPixels: MOST_PIXELS,
    luma: (role: RecognitionRole) => decoded(bytes, (decoder) => decoder.raster(bytes, role)),
    color: (maxSidePx: number) => decoded(bytes, (decoder) => decoder.colorRaster(bytes, maxSidePx)),
  };
}

type Decoder = Awaited<ReturnType<typeof loadDecoder>>;

async function decoded(bytes: Buffer, decode: (decoder: Decoder) => Promise<Raster>): Promise<Raster> {
  const decoder = await loadDecoder(bytes);
  try {
    return await decode(decoder);
  } catch (cause) {
    throw new EngineError('INVALID_IMAGE', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Loaded when the first picture needs it. @param bytes of that picture */
async function loadDecoder(bytes: Buffer) {
  try {
    const { ImageDecoder } = await import('../../../src/media/pictures/image-decoder.js');
    return new ImageDecoder({ maxPixels: MOST_PIXELS, maxFileBytes: MOST_FILE_BYTES });
  } catch (cause) {
    const isCut = sniff(bytes) === 'image/jpeg' && !readJpeg(bytes).hasEnd;
    const message = isCut
      ? 'The JPEG is damaged: it breaks off before its end. Give the whole file.'
      : 'The engine decodes plain JPEGs, and this picture is none, or damaged. For PNG, GIF, TIFF, WebP and JPEGs in CMYK run: npm install sharp';
    throw new EngineError('INVALID_IMAGE', message, { cause });
  }
}
