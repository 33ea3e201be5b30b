/** The pages of an uploaded file, as pictures. */
import { LoupeError } from '../errors.js';
import { isImageType, type MediaType, sniff } from '../media/file-type.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import type { PdfRenderer } from '../media/pdf-renderer.js';
import { sharp } from '../media/sharp.js';

export interface PageSource {
  readonly pageCount: number;
  /** Picture of a page, from 0. @throws LoupeError INVALID_IMAGE and its kin */
  page(index: number): Promise<Buffer>;
  close(): Promise<void>;
}

export class PageSources {
  constructor(
    private readonly decoder: ImageDecoder,
    private readonly pdf: PdfRenderer,
  ) {}

  /**
   * Finds out quickly whether a file can become a document: pictures are read whole, of a PDF only its kind is told.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE
   */
  async check(bytes: Buffer): Promise<MediaType> {
    const type = sniff(bytes);
    if (type === null) {
      throw new LoupeError(
        'UNSUPPORTED_MEDIA',
        'The file is not a JPEG, PNG, GIF or PDF. Send one of these.',
      );
    }
    if (isImageType(type)) await this.decoder.raster(bytes, 'reference');
    return type;
  }

  /** @throws LoupeError as `check`, with a reason for the publisher */
  async open(bytes: Buffer): Promise<PageSource> {
    if ((await this.check(bytes)) !== 'application/pdf') {
      return { pageCount: 1, page: () => Promise.resolve(bytes), close: () => Promise.resolve() };
    }
    const pages = await this.pdf.open(bytes);
    return {
      pageCount: pages.pageCount,
      page: async (index) => {
        const { data, width, height } = await pages.render(index);
        // Lossless: the page is compressed once, where it is kept.
        return sharp(data, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ compressionLevel: 1 })
          .toBuffer();
      },
      close: () => pages.close(),
    };
  }
}
