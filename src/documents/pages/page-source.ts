/** The pages of an uploaded file, as pictures. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import { LoupeError } from '../../kernel/errors.js';
import type { ImageDecoder, PicturePages } from '../../media/pictures/image-decoder.js';
import { isImageType, type MediaType } from '../../media/uploads/file-type.js';
import { readableType } from '../../media/uploads/readable-type.js';
import type { PageContents, PdfRenderer } from '../../media/pdf/pdf-renderer.js';
import { sharp } from '../../media/pictures/sharp.js';
import type { PageSignatures } from './page-signatures.js';
import type { PdfTurns } from './pdf-turns.js';

export interface PagePicture {
  readonly bytes: Buffer;
  /** SHA-256 of a picture that was uploaded; null for one that was rendered. */
  readonly sha256: string | null;
  /** Parts of the page that are not drawn as they are printed. */
  readonly warnings: readonly DrawingWarning[];
}

export interface PageSource {
  readonly pageCount: number;
  /** Parts of the whole file that are missing. */
  readonly warnings: readonly DrawingWarning[];
  /** Picture of a page, from 0. @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  page(index: number): Promise<PagePicture>;
  /** Words, links and areas of a page of a PDF; absent for pictures. @throws LoupeError INVALID_IMAGE */
  contents?(index: number): Promise<PageContents>;
  close(): void;
}

export class PageSources {
  constructor(
    private readonly signatures: PageSignatures,
    private readonly pdf: PdfRenderer,
    private readonly turns: PdfTurns,
    private readonly decoder: Pick<ImageDecoder, 'pagesOf'>,
    /** Pages that a file may have. */
    private readonly maxPages: number,
  ) {}

  /**
   * Checks quickly whether a file can become a document: pictures are read whole; a PDF is only identified, and
   * a locked one is tried to open.
   *
   * @param sha256 of the file
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async check(organizationId: string, bytes: Buffer, sha256: string): Promise<MediaType> {
    const type = readableType(bytes, NO_PAGE);
    if (isImageType(type)) await this.signatures.judge(bytes, sha256);
    else if (bytes.includes(ENCRYPTION_MARK)) (await this.openInTurn(organizationId, bytes, sha256)).close();
    return type;
  }

  /**
   * As `open`, while a request waits: PDFs of an organization are drawn one after the other, and few of all at a time.
   *
   * @throws LoupeError as `open`; OVERLOADED when too many wait
   */
  async openInTurn(
    organizationId: string,
    bytes: Buffer,
    sha256: string,
    signal?: AbortSignal,
  ): Promise<PageSource> {
    if (readableType(bytes, NO_PAGE) !== 'application/pdf') return this.open(bytes, sha256, signal);
    const endTurn = await this.turns.take(organizationId, signal);
    try {
      const source = await this.open(bytes, sha256, signal);
      const close = () => {
        source.close();
        endTurn();
      };
      return { ...source, close };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /**
   * Opens a file. A picture that cannot be read fails when its page is read.
   *
   * @param sha256 of the file
   * @param signal ends the drawing of a PDF
   * @throws LoupeError UNSUPPORTED_MEDIA, and for a PDF INVALID_IMAGE or PAYLOAD_TOO_LARGE, with a reason for the publisher
   */
  async open(bytes: Buffer, sha256: string, signal?: AbortSignal): Promise<PageSource> {
    const type = readableType(bytes, NO_PAGE);
    if (type === 'image/tiff') {
      const pages = await this.decoder.pagesOf(bytes);
      if (pages.count > this.maxPages) throw tooManyPages(pages.count, this.maxPages);
      if (pages.count > 1) return sourceOf(pages);
    }
    if (type !== 'application/pdf') {
      return {
        pageCount: 1,
        warnings: [],
        page: () => Promise.resolve({ bytes, sha256, warnings: [] }),
        close: () => undefined,
      };
    }
    const pages = await this.pdf.open(bytes, signal);
    return {
      pageCount: pages.pageCount,
      warnings: pages.warnings,
      page: async (index) => {
        const { data, width, height, warnings } = await pages.render(index);
        // Lossless: the page is compressed once, where it is kept.
        const png = sharp(data, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ compressionLevel: 1 });
        return { bytes: await png.toBuffer(), sha256: null, warnings };
      },
      contents: (index) => pages.contents(index),
      close: () => pages.close(),
    };
  }
}

/** A picture file of several pages. */
function sourceOf(pages: PicturePages): PageSource {
  return {
    pageCount: pages.count,
    warnings: [],
    page: async (index) => ({ bytes: await pages.page(index), sha256: null, warnings: [] }),
    close: () => undefined,
  };
}

function tooManyPages(count: number, most: number): LoupeError {
  const message = `The file has ${count} pages; at most ${most} are accepted. Split it into parts.`;
  return new LoupeError('PAYLOAD_TOO_LARGE', message);
}

const NO_PAGE = 'The file is not a JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF. Send one of these.';
/** Names what unlocks a PDF, in its trailer or the dictionary of its cross-references, which are never locked themselves. */
const ENCRYPTION_MARK = '/Encrypt';
