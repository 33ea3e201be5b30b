/** Compares the pages of a corrected file with those of the document, by what they show. */
import { Reference } from '../../engine/references/reference.entity.js';
import { withVision } from '../../engine/engine-failures.js';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import { isRecognized } from '../../engine-host/decision.js';
import type { Vision } from '../../engine-host/vision.js';
import { type AssignedPage, assignPages } from './page-assignment.js';
import { type ComparablePage, PageLikeness } from './page-likeness.js';
import { PagePrint } from './page-print.js';
import type { JudgedPicture, PageSignatures } from './page-signatures.js';
import type { PageSource } from './page-source.js';
import type { TargetService } from '../targets/target.service.js';

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
      after.push({ print: await PagePrint.of(decoder, bytes), dna: page.signature?.dna ?? null });
    }
    const before = await this.pagesOf(em, organizationId, pageIds, signal);
    const likeness = new PageLikeness(after, before, async (newDna, oldDna) => {
      const match = await withVision(() => vision.match(newDna, oldDna));
      return isRecognized(match) ? match : null;
    });
    await likeness.compare(signal);
    const isBlank = (pages: readonly ComparablePage[]) => pages.map(({ print }) => print?.isBlank() === true);
    const [blankAfter, blankBefore] = [isBlank(after), isBlank(before)];
    const pages = assignPages(after.length, before.length, {
      likeness: (i, j) => likeness.between(i, j),
      isOfOneKind: (i, j) => blankAfter[i] === blankBefore[j],
    });
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
      return await PagePrint.of(decoder, await files.read(picture));
    } catch (error) {
      if (error instanceof LoupeError && error.code === 'INVALID_IMAGE') return null;
      throw error;
    }
  }
}
