/** Counts how often pictures are decoded, by either of the two decoders. */
import { ImageDecoder, type RectPercent } from '../../../src/media/pictures/image-decoder.js';
import type { RecognitionRole } from '../../../src/engine-host/decode-size.js';
import type { EncodedPicture, Picture } from '../../../src/engine-host/encoded-picture.js';
import { isRaster } from '../../../src/engine-host/encoded-picture.js';
import type { Extraction, Raster } from '../../../src/engine-host/types.js';
import { Vision } from '../../../src/engine-host/vision.js';
import type { VisionOptions } from '../../../src/engine-host/vision-options.js';
import type { AppOptions } from '../../../src/app.js';

/** What was decoded and how, of the pictures that are the same file as `watched`. */
export class DecodingLog {
  private watched: Buffer | null = null;
  readonly entries: string[] = [];

  /** Forgets what was noted, and from here on notes what is done with this file. */
  watch(bytes: Buffer): void {
    this.watched = bytes;
    this.entries.length = 0;
  }

  note(bytes: Buffer, how: string): void {
    if (this.watched?.equals(bytes) === true) this.entries.push(how);
  }
}

class CountingDecoder extends ImageDecoder {
  constructor(
    limits: ConstructorParameters<typeof ImageDecoder>[0],
    private readonly log: DecodingLog,
  ) {
    super(limits);
  }

  override raster(bytes: Buffer, role: RecognitionRole): Promise<Raster> {
    this.log.note(bytes, 'raster');
    return super.raster(bytes, role);
  }

  override colorRaster(bytes: Buffer, maxSidePx: number): Promise<Raster> {
    this.log.note(bytes, 'colorRaster');
    return super.colorRaster(bytes, maxSidePx);
  }

  override jpeg(bytes: Buffer, maxSidePx: number, quality?: number): Promise<Buffer> {
    this.log.note(bytes, 'jpeg');
    return super.jpeg(bytes, maxSidePx, quality);
  }

  override crop(bytes: Buffer, rect: RectPercent): Promise<Buffer> {
    this.log.note(bytes, 'crop');
    return super.crop(bytes, rect);
  }
}

class CountingVision extends Vision {
  constructor(
    options: VisionOptions,
    private readonly log: DecodingLog,
  ) {
    super(options);
  }

  override extract(
    picture: Picture,
    role: RecognitionRole,
    options: Parameters<Vision['extract']>[2] = {},
  ): Promise<Extraction> {
    for (const each of [picture, options.appearance]) {
      if (each !== undefined && isJpeg(each)) this.log.note(each.jpeg, 'extract');
    }
    return super.extract(picture, role, options);
  }
}

function isJpeg(picture: Picture): picture is EncodedPicture & { readonly jpeg: Buffer } {
  return !isRaster(picture) && picture.jpeg !== null;
}

/** Options of an app whose decoders write into the log. */
export function withDecodingLog(log: DecodingLog): Pick<AppOptions, 'openDecoder' | 'openVision'> {
  return {
    openDecoder: (limits) => new CountingDecoder(limits, log),
    openVision: (options) => new CountingVision(options, log),
  };
}
