/** Compares the pages of a corrected file with those of the document, by what they show. */
import { Reference } from '../../engine/references/reference.entity.js';
import { withVision } from '../../engine/engine-failures.js';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import { isRecognized } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import { PageLikeness } from '../../page-pairing/page-likeness.js';
import { type PairedPage, pairPages } from '../../page-pairing/page-pairing.js';
import { FRAME_PX, PagePrint } from '../../page-pairing/page-print.js';
import type { JudgedPicture, PageSignatures } from './page-signatures.js';
import type { PageSource } from './page-source.js';
import { type ComparablePage, replacementMeasure } from './replacement-measure.js';
import type { TargetService } from '../targets/target.service.js';

export const pageFates = ['Same', 'Moved', 'Changed', 'New'] as const;
export type PageFate = (typeof pageFates)[number];

interface AssignedPage {
  /** Place among the old pages, from 0; null for a new page. */
  readonly from: number | null;
  readonly fate: PageFate;
}

export interface MatchedPages {
  readonly pages: readonly AssignedPage[];
  /** Of the new pages. */
  readonly judged: readonly JudgedPicture[];
}

export interface PageMatcherParts {
  readonly vision: Pick<Vision, 'match'>;
  readonly signatures: PageSignatures;
  readonly targets: TargetService;
  readonly files: FileStore;
  readonly decoder: Pick<ImageDecoder, 'grayFrame'>;
}

export class PageMatcher {
  constructor(private readonly parts: PageMatcherParts) {}

  /**
   * @param pageIds of the document's pages, in order
   * @param signal  ends the work between two pages
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async match(
    em: EntityManager,
    organizationId: string,
    pageIds: readonly string[],
    source: PageSource,
    signal: AbortSignal,
  ): Promise<MatchedPages> {
    const { vision, signatures, decoder } = this.parts;
    const judged: JudgedPicture[] = [];
    const after: ComparablePage[] = [];
    for (let at = 0; at < source.pageCount; at += 1) {
      signal.throwIfAborted();
      const { bytes, sha256 } = await source.page(at);
      const page = sha256 === null ? await signatures.of(bytes) : await signatures.peek(bytes, sha256);
      judged.push(page);
      after.push({ print: await printOf(decoder, bytes), dna: page.signature?.dna ?? null });
    }
    const before = await this.pagesOf(em, organizationId, pageIds, signal);
    const measure = replacementMeasure(after, before, async (newDna, oldDna) => {
      const match = await withVision(() => vision.match(newDna, oldDna));
      return isRecognized(match) ? match : null;
    });
    const prints = (pages: readonly ComparablePage[]) => pages.map(({ print }) => print);
    const likeness = new PageLikeness(prints(after), prints(before), measure);
    await likeness.compare(signal);
    const isBlank = (pages: readonly ComparablePage[]) => pages.map(({ print }) => print?.isBlank() === true);
    const [blankAfter, blankBefore] = [isBlank(after), isBlank(before)];
    const paired = pairPages(after.length, before.length, {
      likeness: (i, j) => likeness.between(i, j),
      // The same page with other content; where numbers differ, blank pages go with blank ones.
      leftOver: (i, j, isEven) => (isEven || blankAfter[i] === blankBefore[j] ? 0 : null),
    });
    const pages = paired.map((page): AssignedPage => ({ from: page.from, fate: fateOf(page) }));
    return { pages, judged };
  }

  private async pagesOf(
    em: EntityManager,
    organizationId: string,
    pageIds: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ComparablePage[]> {
    const applicationId = await this.parts.targets.applicationOf(em, organizationId);
    const rows = await em.find(
      Reference,
      { applicationId, externalId: { $in: [...pageIds] } },
      { fields: ['externalId', 'dna'], disableIdentityMap: true },
    );
    const signatureOf = new Map(rows.map(({ externalId, dna }) => [externalId, dna]));
    const pictures = await this.parts.files.ownedBy(em, pageIds, ['Original']);
    const pictureOf = new Map(pictures.map((picture) => [picture.ownerId, picture]));
    const pages: ComparablePage[] = [];
    for (const id of pageIds) {
      signal.throwIfAborted();
      const picture = pictureOf.get(id);
      const dna = signatureOf.get(id);
      pages.push({
        print: picture === undefined ? null : await this.printOf(picture),
        dna: dna == null ? null : Buffer.from(dna),
      });
    }
    return pages;
  }

  /** A kept picture that is damaged must not keep anybody from replacing it. */
  private async printOf(picture: { readonly id: string }): Promise<PagePrint | null> {
    const { files, decoder } = this.parts;
    try {
      return await printOf(decoder, await files.read(picture));
    } catch (error) {
      if (error instanceof LoupeError && error.code === 'INVALID_IMAGE') return null;
      throw error;
    }
  }
}

/** @param bytes a picture of the page @throws LoupeError as `ImageDecoder.raster` */
async function printOf(decoder: PageMatcherParts['decoder'], bytes: Buffer): Promise<PagePrint> {
  return new PagePrint(await decoder.grayFrame(bytes, FRAME_PX));
}

function fateOf({ from, isSame, isMoved }: PairedPage): PageFate {
  if (from === null) return 'New';
  if (!isSame) return 'Changed';
  return isMoved ? 'Moved' : 'Same';
}
