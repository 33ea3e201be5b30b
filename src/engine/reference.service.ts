/** References of an application: adding, removing, reading and searching. */
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError } from '../errors.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import type { UploadedFile } from '../media/uploaded-file.js';
import type { GradeReason, Raster, SearchHit } from '../vision/types.js';
import type { Vision } from '../vision/vision.js';
import type { Application } from './application.entity.js';
import { demandKeywords } from './keywords.rules.js';
import { ReferenceKeyword } from './reference-keyword.entity.js';
import { Reference } from './reference.entity.js';
import type { ReferenceStore, Signature } from './reference-store.js';
import { demandImageId, demandRange, MAX_RESULTS } from './search.rules.js';
import type { ReferenceHit, ReferenceView, SearchPage } from './views.js';
import { withVision } from './vision-failures.js';

/** Exactly one of the two. */
export interface PictureSource {
  readonly image?: UploadedFile;
  readonly dna?: Buffer;
}

export interface NewReference extends PictureSource {
  readonly imageId: string;
  readonly keywords?: readonly string[];
}

/** Several references of one application that are searched by the same rules. */
export interface SearchRange {
  /** Only references that hold all of these. */
  readonly keywords?: readonly string[];
  /** Only these references; at most 10,000. */
  readonly ids?: readonly string[];
  /** Results on the page, 1..1000; 10 by default. */
  readonly limit?: number;
  /** Place of the first result, from 0. */
  readonly offset?: number;
  /** Strictness of the decision, 0..1; 0.5 by default. */
  readonly threshold?: number;
}

export interface ReferenceServiceParts {
  readonly database: Database;
  readonly store: ReferenceStore;
  readonly vision: Vision;
  readonly decoder: ImageDecoder;
}

export class ReferenceService {
  constructor(private readonly parts: ReferenceServiceParts) {}

  /**
   * Adds a reference, or replaces the one of the same id. Searches that start after this resolves see it.
   *
   * @throws LoupeError MISSING_PARAMETER, BAD_USER_INPUT, INVALID_KEYWORD, INVALID_IMAGE, UNSUPPORTED_MEDIA,
   *   PAYLOAD_TOO_LARGE, IMAGE_TOO_SIMPLE, INVALID_DNA, OVERLOADED
   */
  async add(application: Application, input: NewReference): Promise<ReferenceView> {
    const externalId = demandImageId(input.imageId);
    const keywords = demandKeywords(input.keywords ?? []);
    const signature = await this.signatureOf(input);
    return this.parts.database.transaction(async (transaction) => {
      const write = { kind: 'put', externalId, signature, keywords, isPresent: true } as const;
      await this.parts.store.write(transaction, application.id, [write]);
      return toView(await this.demand(transaction.em, application, externalId, 'UNKNOWN_IMAGE_ID'));
    });
  }

  /** @throws LoupeError IMAGE_TO_DELETE_NOT_FOUND */
  async remove(application: Application, imageId: string): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      await this.demand(transaction.em, application, imageId, 'IMAGE_TO_DELETE_NOT_FOUND');
      await this.parts.store.write(transaction, application.id, [{ kind: 'remove', externalId: imageId }]);
    });
  }

  /** @throws LoupeError UNKNOWN_IMAGE_ID */
  async get(application: Application, imageId: string): Promise<ReferenceView> {
    return toView(await this.demand(this.parts.database.reader(), application, imageId, 'UNKNOWN_IMAGE_ID'));
  }

  /** The signature of a reference. @throws LoupeError UNKNOWN_IMAGE_ID */
  async getDna(application: Application, imageId: string): Promise<Buffer> {
    const row = await this.demand(this.parts.database.reader(), application, imageId, 'UNKNOWN_IMAGE_ID');
    if (row.dna == null) throw unknownImage('UNKNOWN_IMAGE_ID', imageId);
    return Buffer.from(row.dna);
  }

  /** Number of references in the application. */
  async count(application: Application): Promise<number> {
    const where = { applicationId: application.id, externalId: { $ne: null } };
    return this.parts.database.reader().count(Reference, where);
  }

  /** References by id, in order of their addition. */
  async list(application: Application, { offset = 0, limit = 100 } = {}): Promise<readonly ReferenceView[]> {
    const rows = await this.parts.database
      .reader()
      .find(
        Reference,
        { applicationId: application.id, externalId: { $ne: null } },
        { orderBy: { key: 'asc' }, offset, limit, exclude: ['dna'] },
      );
    return rows.map(toView);
  }

  /**
   * Finds the references that a picture shows.
   *
   * @throws LoupeError as `add`, and BAD_USER_INPUT for a limit, offset or threshold out of range
   */
  async search(
    application: Application,
    source: PictureSource,
    range: SearchRange = {},
  ): Promise<SearchPage> {
    const { limit, offset } = demandRange(range);
    const query = await this.queryOf(source);
    const filter = await this.filterOf(application, range);
    if (filter === null) return { total: 0, hits: [] };
    const { hits } = await withVision(() =>
      this.parts.vision.search([application.id], query, {
        limit: MAX_RESULTS,
        filter,
        ...(range.threshold === undefined ? {} : { threshold: range.threshold }),
      }),
    );
    const recognized = hits.filter((hit) => hit.decision === 'Clone' || hit.decision === 'Match');
    const found = await this.resolve(application, recognized);
    return { total: found.length, hits: found.slice(offset, offset + limit) };
  }

  /** Finds what looks like a reference that is there already. @throws LoupeError SEARCH_BY_ID_NOT_AVAILABLE, UNKNOWN_IMAGE_ID */
  async searchById(application: Application, imageId: string, range: SearchRange = {}): Promise<SearchPage> {
    if (application.kind === 'mobile') {
      const message = 'SearchImageById is not available for mobile matching applications.';
      throw new LoupeError('SEARCH_BY_ID_NOT_AVAILABLE', message);
    }
    return this.search(application, { dna: await this.getDna(application, imageId) }, range);
  }

  /** References that hold all the keywords, in order of their addition. @throws LoupeError MISSING_PARAMETER */
  async searchByKeywords(application: Application, range: SearchRange): Promise<SearchPage> {
    const { limit, offset } = demandRange(range);
    if ((range.keywords ?? []).length === 0)
      throw new LoupeError('MISSING_PARAMETER', 'keywords is missing.');
    const filter = await this.filterOf(application, range);
    if (filter === null) return { total: 0, hits: [] };
    const em = this.parts.database.reader();
    const wanted = filter.keywords ?? [];
    const counts = new Map<number, number>();
    for (const { referenceKey } of await em.find(ReferenceKeyword, {
      applicationId: application.id,
      keyword: { $in: [...wanted] },
    })) {
      counts.set(referenceKey, (counts.get(referenceKey) ?? 0) + 1);
    }
    const allowed = filter.keys === undefined ? null : new Set(filter.keys);
    const keys = [...counts]
      .filter(([key, count]) => count === wanted.length && (allowed === null || allowed.has(key)))
      .map(([key]) => key)
      .sort((a, b) => a - b);
    const page = keys.slice(offset, offset + limit);
    const rows = await em.find(
      Reference,
      { key: { $in: page } },
      { orderBy: { key: 'asc' }, exclude: ['dna'] },
    );
    return {
      total: keys.length,
      hits: rows.map((row) => ({ id: row.externalId ?? '', keywords: row.keywords, match: null })),
    };
  }

  private async signatureOf({ image, dna }: PictureSource): Promise<Signature> {
    demandOneSource(image, dna);
    const { vision, decoder } = this.parts;
    if (image !== undefined) {
      const raster = await decoder.raster(await image.bytes(), 'reference');
      const extraction = await withVision(() => vision.extract(raster, 'reference'));
      if (!extraction.isRecognizable) throw tooSimple();
      return extraction;
    }
    return signatureOfDna(vision, dna ?? Buffer.alloc(0));
  }

  private async queryOf({ image, dna }: PictureSource): Promise<Raster | { readonly dna: Buffer }> {
    demandOneSource(image, dna);
    if (image !== undefined) return this.parts.decoder.raster(await image.bytes(), 'query');
    return { dna: dna ?? Buffer.alloc(0) };
  }

  /** null when nothing can pass. */
  private async filterOf(
    application: Application,
    range: SearchRange,
  ): Promise<{ keywords?: readonly string[]; keys?: Uint32Array } | null> {
    const keywords = demandKeywords(range.keywords ?? []);
    const byKeyword = keywords.length > 0 ? { keywords } : {};
    if (range.ids === undefined || range.ids.length === 0) return byKeyword;
    const rows = await this.parts.store.load(this.parts.database.reader(), application.id, [
      ...new Set(range.ids),
    ]);
    if (rows.size === 0) return null;
    const keys = Uint32Array.from([...rows.values()].map((row) => row.key)).sort();
    return { ...byKeyword, keys };
  }

  /** Names of hits; a reference that was removed meanwhile is left out. */
  private async resolve(application: Application, hits: readonly SearchHit[]): Promise<ReferenceHit[]> {
    const rows = await this.parts.database
      .reader()
      .find(
        Reference,
        { applicationId: application.id, key: { $in: hits.map((hit) => hit.key) } },
        { exclude: ['dna'] },
      );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return hits.flatMap((hit) => {
      const row = byKey.get(hit.key);
      if (row?.externalId == null) return [];
      return [{ id: row.externalId, keywords: row.keywords, match: hit }];
    });
  }

  private async demand(
    em: EntityManager,
    application: Application,
    imageId: string,
    code: 'UNKNOWN_IMAGE_ID' | 'IMAGE_TO_DELETE_NOT_FOUND',
  ): Promise<Reference> {
    const row = await em.findOne(Reference, { applicationId: application.id, externalId: imageId });
    if (row === null) throw unknownImage(code, imageId);
    return row;
  }
}

/** Checks a given signature by recognizing it in itself, which reads all of it. @throws LoupeError INVALID_DNA */
async function signatureOfDna(vision: Vision, dna: Buffer): Promise<Signature> {
  const self = await withVision(() => vision.match(dna, dna));
  if (self.decision !== 'Clone') throw tooSimple();
  return { dna, keypointCount: self.inlierCount, grade: null };
}

function demandOneSource(image: UploadedFile | undefined, dna: Buffer | undefined): void {
  if (image !== undefined && dna !== undefined) {
    throw new LoupeError('BAD_USER_INPUT', 'Give either image_content or dna, not both.');
  }
  if (image === undefined && dna === undefined) {
    throw new LoupeError('MISSING_PARAMETER', 'image_content or dna is missing.');
  }
}

function tooSimple(): LoupeError {
  return new LoupeError(
    'IMAGE_TOO_SIMPLE',
    'The image does not hold enough information to be recognized. Use one with more detail.',
  );
}

function unknownImage(code: 'UNKNOWN_IMAGE_ID' | 'IMAGE_TO_DELETE_NOT_FOUND', imageId: string): LoupeError {
  return new LoupeError(
    code,
    code === 'UNKNOWN_IMAGE_ID' ? 'Unknown image id' : `Image ${imageId.slice(0, 100)} was not found.`,
  );
}

function toView(row: Omit<Reference, 'dna'>): ReferenceView {
  return {
    id: row.externalId ?? '',
    keywords: row.keywords,
    keypointCount: row.keypointCount,
    grade: row.gradeValue ?? null,
    gradeReason: (row.gradeReason ?? null) as GradeReason | null,
    dateCreated: row.dateCreated,
    dateModified: row.dateModified,
  };
}
