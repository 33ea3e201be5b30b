/** Compares two pictures for publishers: pages of their own, or files that are not kept. */
import { requireIdentity, hasRoleFor } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import { requireFineSettings, type GivenSettings } from '../../engine/search/comparison.rules.js';
import type { ComparisonService, FineComparisonView } from '../../engine/search/comparison.service.js';
import type { ExplanationService } from '../../engine/search/explanation.service.js';
import type { PairComparison, PairOptions } from '../../engine/search/pair-comparison.js';
import type { Database } from '../../db/database.js';
import { badInput, forbidden, LoupeError, notFound } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';

/** Exactly one of both. */
export interface ComparedPicture {
  readonly file?: UploadedFile | null;
  /** A page. */
  readonly imageId?: string | null;
}

export interface ComparedPictures {
  readonly pair: PairComparison;
  /** null when they do not show the same. */
  readonly fine: FineComparisonView | null;
}

export interface ComparedOptions extends Pick<PairOptions, 'baseline' | 'signal'> {
  readonly settings?: GivenSettings;
}

export interface PictureComparisonServiceParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly files: FileStore;
  readonly explanations: ExplanationService;
  readonly comparisons: ComparisonService;
}

export class PictureComparisonService {
  constructor(private readonly parts: PictureComparisonServiceParts) {}

  /**
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, INVALID_IMAGE, UNSUPPORTED_MEDIA,
   *   PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async compare(
    viewer: Viewer,
    reference: ComparedPicture,
    query: ComparedPicture,
    { settings = {}, ...options }: ComparedOptions,
  ): Promise<ComparedPictures> {
    requireIdentity(viewer);
    if (!hasRoleFor(viewer, 'content:read')) throw forbidden('compare pictures');
    requireFineSettings(settings);
    const first = await this.bytesOf(viewer, 'reference', reference);
    const second = await this.bytesOf(viewer, 'query', query);
    const { explanations, comparisons } = this.parts;
    const pair = await explanations.compareBytes({ kind: 'mobile' }, first, second, options);
    try {
      return { pair, fine: await comparisons.compareBytes(first, second, options.signal, settings) };
    } catch (error) {
      if (error instanceof LoupeError && error.code === 'IMAGES_DO_NOT_MATCH') return { pair, fine: null };
      throw error;
    }
  }

  private async bytesOf(viewer: Viewer, field: string, { file, imageId }: ComparedPicture): Promise<Buffer> {
    if ((file == null) === (imageId == null)) throw badInput(field, 'give either a file or the id of a page');
    if (file != null) return file.bytes();
    const { database, guarded, files } = this.parts;
    const em = database.reader();
    const page = await guarded.requireOfType(em, viewer, 'content:read', imageId ?? '', 'Image');
    const [original] = await files.ownedBy(em, [page.id], ['Original']);
    if (original === undefined) throw notFound(`The picture of image ${page.id}`);
    return files.read(original);
  }
}
