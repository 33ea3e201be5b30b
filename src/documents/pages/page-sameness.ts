/** Whether a page looks exactly as before: what the engine takes for the same page may hold another opening hour. */
import { createHash } from 'node:crypto';
import type { EntityManager } from '../../db/database.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import { MOST_SIDE_PX } from '../../media/pdf/page-size.js';
import { PAGE_QUALITY } from './page-images.js';

/** At this size a letter of 6 points on A4 is some 7 pixels high. */
const COMPARED_PX = 1500;
/** Of 255: more than compression makes of a pixel. */
const DIFFERENT = 48;
const MOST_DIFFERENT_PIXELS = 5;

export class PageSameness {
  constructor(
    private readonly decoder: Pick<ImageDecoder, 'jpeg' | 'colorRaster'>,
    private readonly files: Pick<FileStore, 'ownedBy' | 'read'>,
  ) {}

  /** The mark of the picture that is kept of a page. @param bytes of the new page */
  async markOf(bytes: Buffer): Promise<string> {
    const kept = await this.decoder.jpeg(bytes, MOST_SIDE_PX, PAGE_QUALITY);
    return createHash('sha256').update(kept).digest('hex');
  }

  /**
   * @param imageId the page of the document
   * @param mark    of the new page
   * @param bytes   of the new page, asked for where the marks differ
   * @returns null where no picture of the page is kept
   */
  async isSame(
    em: EntityManager,
    imageId: string,
    mark: string,
    bytes: () => Promise<Buffer>,
  ): Promise<boolean | null> {
    const [before] = await this.files.ownedBy(em, [imageId], ['Original']);
    if (before === undefined) return null;
    if (before.sha256 === mark) return true;
    // Another version of a library may draw or compress otherwise: then the pixels decide.
    const old = await this.decoder.colorRaster(await this.files.read(before), COMPARED_PX);
    const kept = await this.decoder.jpeg(await bytes(), MOST_SIDE_PX, PAGE_QUALITY);
    const now = await this.decoder.colorRaster(kept, COMPARED_PX);
    if (old.width !== now.width || old.height !== now.height) return false;
    return countDifferent(old.data, now.data) <= MOST_DIFFERENT_PIXELS;
  }
}

/** Pixels of three bytes that differ by more than compression. */
function countDifferent(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 3) {
    const largest = Math.max(
      Math.abs((a[i] ?? 0) - (b[i] ?? 0)),
      Math.abs((a[i + 1] ?? 0) - (b[i + 1] ?? 0)),
      Math.abs((a[i + 2] ?? 0) - (b[i + 2] ?? 0)),
    );
    if (largest > DIFFERENT) count += 1;
  }
  return count;
}
