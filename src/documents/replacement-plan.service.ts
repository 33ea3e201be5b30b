/** Effects of replacing a document's file, before anything is done. */
import type { Viewer } from '../access/viewer.js';
import type { Recognizability } from '../engine/references/recognizability.js';
import type { Database } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import type { DocumentReader } from './document-reader.js';
import type { PageAllowance } from './pages/page-allowance.js';
import type { PageFate, PageMatcher } from './pages/page-matcher.js';
import { PageSameness } from './pages/page-sameness.js';
import type { PageSource, PageSources } from './pages/page-source.js';
import { requireSettled } from './settled.js';

const THUMBNAIL_PX = 240;
const DRAWN_PX = 4000;
const DRAWN_QUALITY = 92;

export interface PlannedPage {
  /** Place in the new file, from 1. */
  readonly order: number;
  /** The page that it continues, with its titles, actions and zones; null for a new one. */
  readonly imageId: string | null;
  /** Place of that page now; null for a new one. */
  readonly previousOrder: number | null;
  readonly fate: PageFate;
  /** Whether it looks exactly as that page does now; null for a new one. */
  readonly hasSamePicture: boolean | null;
  readonly recognizability: Recognizability;
  /** Small JPEG of the new page; null unless it was asked for. */
  readonly thumbnail: Buffer | null;
}

export interface ReplacementPlan {
  readonly documentId: string;
  readonly pages: readonly PlannedPage[];
  /** Pages that the file no longer holds: they would be thrown away. */
  readonly goneImageIds: readonly string[];
}

export interface ReplacementPlanParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly reader: DocumentReader;
  readonly sources: PageSources;
  readonly matcher: PageMatcher;
  readonly allowance: PageAllowance;
  readonly decoder: Pick<ImageDecoder, 'jpeg' | 'colorRaster'>;
  readonly files: Pick<FileStore, 'ownedBy' | 'read'>;
}

export class ReplacementPlanService {
  private readonly sameness: PageSameness;

  constructor(private readonly parts: ReplacementPlanParts) {
    this.sameness = new PageSameness(parts.decoder, parts.files);
  }

  /**
   * Compares the pages of a file with those of the document by their content. Nothing is changed: hand the pages,
   * corrected where need be, to `DocumentService.replaceFile` together with the file.
   *
   * @param withThumbnails draws the new pages small, too
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT while pages are being processed, UNSUPPORTED_MEDIA, INVALID_IMAGE,
   *   PAYLOAD_TOO_LARGE, OVERLOADED, RATE_LIMITED (pages of the day, for which these count)
   */
  async plan(
    viewer: Viewer,
    id: string,
    file: UploadedFile,
    signal: AbortSignal,
    { withThumbnails = false } = {},
  ): Promise<ReplacementPlan> {
    const { database, guarded, reader, sources, matcher, allowance } = this.parts;
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
    await requireSettled(em, node.id);
    const before = (await reader.pageNodes(em, node.id)).map((page) => page.id);
    const bytes = await file.bytes();
    const source = await sources.openInTurn(node.organizationId, bytes, file.sha256, signal);
    const seen: SeenPage[] = [];
    const read = this.looking(source, seen, withThumbnails);
    try {
      await allowance.require(node.organizationId, source.pageCount);
      await database.transaction(({ em }) => allowance.count(em, node.organizationId, source.pageCount));
      const { pages, judged } = await matcher.match(em, node.organizationId, before, read, signal);
      const kept = new Set(pages.map(({ from }) => from));
      const same: (boolean | null)[] = [];
      for (const [at, { from }] of pages.entries()) {
        signal.throwIfAborted();
        const imageId = from === null ? undefined : before[from];
        const bytes = async () => (await source.page(at)).bytes;
        same.push(
          imageId === undefined ? null : await this.sameness.isSame(em, imageId, seen[at]?.mark ?? '', bytes),
        );
      }
      return {
        documentId: node.id,
        pages: pages.map(({ from, fate }, at) => ({
          order: at + 1,
          imageId: from === null ? null : (before[from] ?? null),
          previousOrder: from === null ? null : from + 1,
          fate,
          hasSamePicture: same[at] ?? null,
          recognizability: judged[at]?.recognizability ?? {
            isRecognizable: false,
            grade: null,
            reason: null,
          },
          thumbnail: seen[at]?.thumbnail ?? null,
        })),
        goneImageIds: before.filter((_id, at) => !kept.has(at)),
      };
    } finally {
      source.close();
    }
  }

  /**
   * Draws a page of a file that is to replace the document's, so that it can be compared.
   *
   * @param page place in the file, from 1
   * @returns JPEG, at most 4,000 pixels wide and high
   * @throws LoupeError as `plan`; BAD_USER_INPUT for a page that the file does not have
   */
  async draw(
    viewer: Viewer,
    id: string,
    file: UploadedFile,
    page: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { database, guarded, sources, decoder } = this.parts;
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
    const source = await sources.openInTurn(node.organizationId, await file.bytes(), file.sha256, signal);
    try {
      if (!Number.isInteger(page) || page < 1 || page > source.pageCount) {
        throw badInput('page', `must be a whole number from 1 to ${source.pageCount}`);
      }
      return await decoder.jpeg((await source.page(page - 1)).bytes, DRAWN_PX, DRAWN_QUALITY);
    } finally {
      source.close();
    }
  }

  /** The source, every page of which is looked at on its way. */
  private looking(source: PageSource, seen: SeenPage[], withThumbnails: boolean): PageSource {
    return {
      pageCount: source.pageCount,
      warnings: source.warnings,
      page: async (index) => {
        const picture = await source.page(index);
        const { bytes } = picture;
        seen[index] = {
          mark: await this.sameness.markOf(bytes),
          thumbnail: withThumbnails ? await this.parts.decoder.jpeg(bytes, THUMBNAIL_PX) : null,
        };
        return picture;
      },
      close: () => source.close(),
    };
  }
}

interface SeenPage {
  /** The mark of its picture. */
  readonly mark: string;
  readonly thumbnail: Buffer | null;
}

/**
 * The pages that are to go on, as they are kept.
 *
 * @param before    ids of the document's pages
 * @param pageCount of the new file
 * @throws LoupeError BAD_USER_INPUT
 */
export function requirePages(
  pages: readonly (string | null)[],
  before: readonly string[],
  pageCount: number,
): readonly (string | null)[] {
  if (pages.length !== pageCount) {
    throw badInput(
      'pages',
      `must hold one entry for each of the ${pageCount} pages of the file, null for a new one`,
    );
  }
  const known = new Set(before);
  const taken = new Set<string>();
  return pages.map((given, at) => {
    const id = given === null ? null : given.toLowerCase();
    if (id === null) return null;
    if (!known.has(id))
      throw badInput(`pages[${at}]`, 'is no page of this document; plan the replacement again');
    if (taken.has(id)) throw badInput(`pages[${at}]`, 'appears twice; use each page once');
    taken.add(id);
    return id;
  });
}
