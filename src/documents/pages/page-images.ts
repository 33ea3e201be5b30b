/** The pictures of pages and zones: what is recognized, what is shown, and what is kept to cut zones from. */
import type { Database, Transaction } from '../../db/database.js';
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import { notFound } from '../../kernel/errors.js';
import type { FileOwner, FileStore, StagedFile } from '../../media/blobs/file-store.js';
import type { ImageDecoder, RectPercent } from '../../media/pictures/image-decoder.js';
import { MOST_SIDE_PX } from '../../media/pdf/page-size.js';
import type { Thumbnailer } from '../../media/pictures/thumbnailer.js';
import type { JudgedPicture, PageSignatures } from './page-signatures.js';
import type { PagePicture } from './page-source.js';

/** Of the JPEG that is kept of a page. */
export const PAGE_QUALITY = 90;

const OF_A_PICTURE = ['Original', 'SmallThumbnail', 'BigThumbnail'] as const;

/** A picture whose bytes are on disk and whose signature is known; nothing owns it yet. */
export interface PreparedPicture extends JudgedPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly small: StagedFile;
  readonly big: StagedFile;
  /** Parts of a page that are not drawn as they are printed; empty for zones. */
  readonly warnings: readonly DrawingWarning[];
  /** The picture itself, for pages; null for zones, which are cut from their page. */
  readonly original: StagedFile | null;
}

export interface PreparedPage {
  readonly picture: PreparedPicture;
  /** The picture that is kept of the page. */
  readonly jpeg: Buffer;
}

export class PageImages {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly decoder: ImageDecoder,
    private readonly thumbnailer: Thumbnailer,
    private readonly signatures: PageSignatures,
  ) {}

  /** Prepares a page from its picture. @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED */
  async preparePage({ bytes, sha256, warnings }: PagePicture): Promise<PreparedPage> {
    const { width, height } = await this.decoder.inspect(bytes);
    const judged =
      sha256 === null ? await this.signatures.of(bytes) : await this.signatures.take(bytes, sha256);
    const jpeg = await this.decoder.jpeg(bytes, MOST_SIDE_PX, PAGE_QUALITY);
    const original = await this.files.stage(jpeg, 'image/jpeg');
    const thumbnails = await this.thumbnailer.make(jpeg);
    const size = { widthPx: width, heightPx: height };
    return { picture: { ...size, ...judged, warnings, original, ...thumbnails }, jpeg };
  }

  /** Prepares a page from the picture that was kept of it, which stays as it is. @throws LoupeError as `preparePage` */
  async prepareKept(jpeg: Buffer): Promise<PreparedPicture> {
    const { width, height } = await this.decoder.inspect(jpeg);
    const judged = await this.signatures.of(jpeg);
    const original = await this.files.stage(jpeg, 'image/jpeg');
    const thumbnails = await this.thumbnailer.make(jpeg);
    return { widthPx: width, heightPx: height, ...judged, warnings: [], original, ...thumbnails };
  }

  /**
   * Prepares a zone by cutting it out of its page. Do it before the transaction.
   *
   * @throws LoupeError NOT_FOUND when the page has no picture yet
   */
  async prepareZone(imageId: string, rect: RectPercent): Promise<PreparedPicture> {
    return this.prepareCut(await this.crop(imageId, rect));
  }

  /** Prepares a zone of a page whose picture is at hand. */
  async prepareZoneOf(pageBytes: Buffer, rect: RectPercent): Promise<PreparedPicture> {
    return this.prepareCut(await this.decoder.crop(pageBytes, rect));
  }

  private async prepareCut(bytes: Buffer): Promise<PreparedPicture> {
    const { width, height } = await this.decoder.inspect(bytes);
    const judged = await this.signatures.of(bytes);
    const thumbnails = await this.thumbnailer.make(bytes);
    return { widthPx: width, heightPx: height, ...judged, warnings: [], original: null, ...thumbnails };
  }

  /** A part of a page's picture, as PNG. @throws LoupeError NOT_FOUND */
  async crop(imageId: string, rect: RectPercent): Promise<Buffer> {
    const [original] = await this.files.ownedBy(this.database.reader(), [imageId], ['Original']);
    if (original === undefined) throw notFound(`The picture of image ${imageId}`);
    return this.decoder.crop(await this.files.read(original), rect);
  }

  /** Gives the files of a prepared picture to their owner, replacing its former ones; earlier ones stay. */
  async attach(
    transaction: Transaction,
    picture: PreparedPicture,
    owner: Pick<FileOwner, 'ownerId' | 'documentId' | 'organizationId'>,
  ): Promise<void> {
    await this.files.removeOwnedBy(transaction, [owner.ownerId], OF_A_PICTURE);
    this.files.attach(transaction, picture.small, { ...owner, kind: 'SmallThumbnail' });
    this.files.attach(transaction, picture.big, { ...owner, kind: 'BigThumbnail' });
    if (picture.original !== null)
      this.files.attach(transaction, picture.original, { ...owner, kind: 'Original' });
  }

  /** Removes the bytes of a picture that nothing came to own. */
  async drop({ small, big, original }: PreparedPicture): Promise<void> {
    await this.files.drop([small, big, ...(original === null ? [] : [original])]);
  }
}
