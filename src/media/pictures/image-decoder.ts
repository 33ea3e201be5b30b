/** Decodes uploaded pictures of any kind within limits. The content decides what a file is. */
import type { OutputInfo, Sharp } from 'sharp';
import { LoupeError } from '../../kernel/errors.js';
import { plainJpeg } from './plain-jpeg.js';
import { pngOfBmp } from './bmp-png.js';
import { CONTENT_SIDE_PX } from '../../engine-host/content/content-source.js';
import { decodeSize, type RecognitionRole } from '../../engine-host/decode-size.js';
import type { EncodedPicture } from '../../engine-host/encoded-picture.js';
import type { Raster } from '../../engine-host/types.js';
import { type ImageType, isImageType } from '../uploads/file-type.js';
import { readableType } from '../uploads/readable-type.js';
import { type FirstFrame, partialFirstFrame } from './gif-structure.js';
import { completeJpeg, type PictureFile, readPictureFile } from './picture-file.js';
import { guard, invalidImage, tooManyBytes, unreadCompression } from './picture-refusals.js';
import { sharp } from './sharp.js';

/** A picture that takes longer than this to decode was made to keep a server busy. */
const DECODE_TIMEOUT_S = 20;
const WHITE = '#ffffff';
const NO_PICTURE = 'The file is not a picture. Send a JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.';
/** Small letters keep their edges; text pages take some 60 KB. */
const CONTENT_QUALITY = 80;
/** A file up to this size costs no more than a text page in gray. */
const CONTENT_BYTES = 64 * 1024;
/** Luma of Rec. 601, which is what a JPEG stores: all kinds of files shall give the same gray. */
const LUMA = [0.299, 0.587, 0.114] as const;

export interface ImageFacts {
  readonly type: ImageType;
  /** In pixels, with the EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
}

/** Percentages of a picture, 0..100. */
export interface RectPercent {
  readonly xPercent: number;
  readonly yPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

export interface PicturePages {
  readonly count: number;
  /** Lossless, as PNG; from 0. @throws LoupeError INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  readonly page: (index: number) => Promise<Buffer>;
}

/** Of one picture. */
export interface PictureLimits {
  readonly maxPixels: number;
  readonly maxFileBytes: number;
}

export class ImageDecoder {
  constructor(private readonly limits: PictureLimits) {}

  /**
   * Reads the header only.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE
   */
  async inspect(bytes: Buffer): Promise<ImageFacts> {
    const type = this.typeOf(bytes);
    return this.factsOf(type, await this.fileOf(bytes, type));
  }

  /**
   * The pictures that a file holds one after the other, as TIFF may; all kinds have at least one.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE
   */
  async pagesOf(bytes: Buffer): Promise<PicturePages> {
    const file = await this.fileOf(bytes, this.typeOf(bytes));
    const { pages = 1 } = await this.decode(file, () => this.open(file).metadata());
    const numbers = file.tiff?.pages.filter((number) => number < pages) ?? [];
    return {
      count: file.tiff == null ? pages : Math.max(1, numbers.length),
      page: (index) =>
        this.decode(file, () =>
          this.open(file, numbers[index] ?? index)
            .flatten({ background: WHITE })
            .toColourspace('srgb')
            .png({ compressionLevel: 1 })
            .toBuffer(),
        ),
    };
  }

  private async factsOf(type: ImageType, file: PictureFile): Promise<ImageFacts> {
    const { autoOrient } = await this.decode(file, () => this.open(file).metadata());
    const { width, height } = autoOrient;
    if (width < 1 || height < 1) throw invalidImage();
    return { type, width, height };
  }

  /**
   * The picture for recognition, which decodes plain JPEGs itself and leaves the rest to this decoder: the calls that it
   * makes may throw INVALID_IMAGE or PAYLOAD_TOO_LARGE.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE
   */
  picture(bytes: Buffer): EncodedPicture {
    const type = this.typeOf(bytes);
    const jpeg = type === 'image/jpeg' ? completeJpeg(bytes) : null;
    return {
      jpeg: jpeg?.bytes ?? null,
      orientation: jpeg?.orientation ?? 1,
      maxPixels: this.limits.maxPixels,
      luma: (role) => this.raster(bytes, role),
      color: (maxSidePx) => this.colorRaster(bytes, maxSidePx),
    };
  }

  /**
   * Gray pixels at the size that recognition works on. The whole file is read, so broken pixels are found.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE
   */
  async raster(bytes: Buffer, role: RecognitionRole): Promise<Raster> {
    const { file, facts } = await this.read(bytes);
    return this.gray(file, facts, decodeSize(facts.width, facts.height, role));
  }

  /** Gray pixels, stretched into a square frame. @throws LoupeError as `raster` */
  async grayFrame(bytes: Buffer, sidePx: number): Promise<Raster> {
    const { file, facts } = await this.read(bytes);
    return this.gray(file, facts, { width: sidePx, height: sidePx });
  }

  private async gray(
    file: PictureFile,
    facts: ImageFacts,
    size: { readonly width: number; readonly height: number },
  ): Promise<Raster> {
    const { data, info } = await this.decode(file, () =>
      this.open(file)
        .flatten({ background: WHITE })
        .toColourspace('srgb')
        .resize({ ...size, fit: 'fill' })
        .recomb([[...LUMA], [...LUMA], [...LUMA]])
        .extractChannel(0)
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    );
    return toRaster(data, info, 1, facts);
  }

  /** RGB pixels in sRGB, the longer side at most `maxSidePx`. @throws LoupeError as `raster` */
  async colorRaster(bytes: Buffer, maxSidePx: number): Promise<Raster> {
    const { file, facts } = await this.read(bytes);
    const { data, info } = await this.decode(file, () =>
      this.open(file)
        .flatten({ background: WHITE })
        .toColourspace('srgb')
        // Without overshoot at edges, which would be colors that a JPEG of the same picture does not show.
        .resize({
          width: maxSidePx,
          height: maxSidePx,
          fit: 'inside',
          withoutEnlargement: true,
          kernel: 'mitchell',
        })
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    );
    return toRaster(data, info, 3, facts);
  }

  /**
   * The picture upright, on white, in sRGB, as a JPEG without metadata; the longer side at most `maxSidePx`.
   *
   * @throws LoupeError as `raster`
   */
  async jpeg(bytes: Buffer, maxSidePx: number, quality = 85): Promise<Buffer> {
    const file = await this.fileOf(bytes, this.typeOf(bytes));
    return this.decode(file, () =>
      this.open(file)
        .flatten({ background: WHITE })
        .toColourspace('srgb')
        .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality, mozjpeg: false })
        .toBuffer(),
    );
  }

  /**
   * The picture as a JPEG that keeps its small content: itself where it is small and plain, for its gray is what a JPEG stores
   * first; else in gray, or always.
   *
   * @throws LoupeError as `raster`
   */
  async contentPicture(bytes: Buffer, inGray = false): Promise<Buffer> {
    const type = this.typeOf(bytes);
    const isSmall = !inGray && bytes.length <= CONTENT_BYTES && type === 'image/jpeg';
    const plain = isSmall ? plainJpeg(bytes) : null;
    if (plain !== null && Math.max(plain.width, plain.height) <= CONTENT_SIDE_PX) return bytes;
    const file = await this.fileOf(bytes, type);
    return this.decode(file, () =>
      this.open(file)
        .flatten({ background: WHITE })
        .toColourspace('srgb')
        .resize({ width: CONTENT_SIDE_PX, height: CONTENT_SIDE_PX, fit: 'inside', withoutEnlargement: true })
        .recomb([[...LUMA], [...LUMA], [...LUMA]])
        .extractChannel(0)
        .toColourspace('b-w')
        .jpeg({ quality: CONTENT_QUALITY, mozjpeg: false })
        .toBuffer(),
    );
  }

  /** A part of the picture as a PNG, at least one pixel each way. @throws LoupeError as `raster` */
  async crop(bytes: Buffer, rect: RectPercent): Promise<Buffer> {
    const { file, facts } = await this.read(bytes);
    const { width, height } = facts;
    const left = Math.min(width - 1, Math.floor((width * rect.xPercent) / 100));
    const top = Math.min(height - 1, Math.floor((height * rect.yPercent) / 100));
    const region = {
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round((width * rect.widthPercent) / 100))),
      height: Math.max(1, Math.min(height - top, Math.round((height * rect.heightPercent) / 100))),
    };
    return this.decode(file, () =>
      this.open(file)
        .flatten({ background: WHITE })
        .toColourspace('srgb')
        .extract(region)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
  }

  private typeOf(bytes: Buffer): ImageType {
    if (bytes.length > this.limits.maxFileBytes) {
      throw new LoupeError('PAYLOAD_TOO_LARGE', tooManyBytes(this.limits.maxFileBytes));
    }
    const type = readableType(bytes, NO_PICTURE);
    if (!isImageType(type)) throw new LoupeError('UNSUPPORTED_MEDIA', NO_PICTURE);
    return type;
  }

  private async read(bytes: Buffer): Promise<{ readonly file: PictureFile; readonly facts: ImageFacts }> {
    const type = this.typeOf(bytes);
    const file = await this.fileOf(bytes, type);
    return { file, facts: await this.factsOf(type, file) };
  }

  private async fileOf(bytes: Buffer, type: ImageType): Promise<PictureFile> {
    if (type === 'image/bmp')
      return { bytes: await pngOfBmp(bytes, this.limits.maxPixels), orientation: 1, lacksEnd: false };
    const file = readPictureFile(bytes, type);
    const frame = type === 'image/gif' ? partialFirstFrame(bytes) : null;
    if (frame === null) return file;
    return { ...file, bytes: await this.decode(file, () => this.onWhite(file, frame)) };
  }

  /** What the frame leaves free is white, as on a page. */
  private async onWhite(file: PictureFile, frame: FirstFrame): Promise<Buffer> {
    const { left, top, width, height, canvasWidth, canvasHeight } = frame;
    const alone = await this.open(file).extract({ left, top, width, height }).png().toBuffer();
    const [right, bottom] = [canvasWidth - left - width, canvasHeight - top - height];
    return sharp(alone).extend({ left, top, right, bottom, background: WHITE }).png().toBuffer();
  }

  /** @throws LoupeError PAYLOAD_TOO_LARGE, INVALID_IMAGE; UNSUPPORTED_MEDIA for what is compressed in a way that is not read here */
  private async decode<T>({ tiff }: PictureFile, work: () => Promise<T>): Promise<T> {
    try {
      return await guard(this.limits.maxPixels, work);
    } catch (error) {
      const isUnread = error instanceof LoupeError && error.code === 'INVALID_IMAGE';
      if (!isUnread || tiff?.compression == null) throw error;
      throw unreadCompression(tiff.compression, error);
    }
  }

  private open({ bytes, lacksEnd, tiff }: PictureFile, page = tiff?.pages[0] ?? 0): Sharp {
    return sharp(bytes, {
      ...(page === 0 ? {} : { page }),
      autoOrient: true,
      failOn: lacksEnd ? 'warning' : 'error',
      limitInputPixels: this.limits.maxPixels,
      sequentialRead: true,
    }).timeout({ seconds: DECODE_TIMEOUT_S });
  }
}

function toRaster(data: Buffer, info: OutputInfo, channels: 1 | 3, original: ImageFacts): Raster {
  if (info.channels !== channels) throw invalidImage();
  const { width, height } = info;
  return { data, width, height, channels, originalWidth: original.width, originalHeight: original.height };
}
