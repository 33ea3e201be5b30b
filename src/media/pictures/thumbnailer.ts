/** Small copies of pictures: JPEG, upright, without metadata. */
import type { FileStore, StagedFile } from '../blobs/file-store.js';
import type { ImageDecoder } from './image-decoder.js';

/** Longest sides in pixels. */
const SMALL_THUMBNAIL_PX = 100;
export const BIG_THUMBNAIL_PX = 700;
const COVER_PX = 350;

export interface Thumbnails {
  readonly small: StagedFile;
  readonly big: StagedFile;
}

export class Thumbnailer {
  constructor(
    private readonly decoder: ImageDecoder,
    private readonly files: FileStore,
  ) {}

  /** Stages both thumbnails of a picture. @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async make(bytes: Buffer): Promise<Thumbnails> {
    const big = await this.decoder.jpeg(bytes, BIG_THUMBNAIL_PX);
    const small = await this.decoder.jpeg(big, SMALL_THUMBNAIL_PX);
    return {
      small: await this.files.stage(small, 'image/jpeg'),
      big: await this.files.stage(big, 'image/jpeg'),
    };
  }

  /** Stages the picture that stands for a document in lists. */
  async makeCover(bytes: Buffer): Promise<StagedFile> {
    return this.files.stage(await this.decoder.jpeg(bytes, COVER_PX), 'image/jpeg');
  }
}
