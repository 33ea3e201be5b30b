/** Recognition on files, without a server and without a database: references live in memory. */
import type { PictureColor } from '../engine-host/appearance/color.js';
import { isRecognized, type Extraction, type LocalMatch } from '../engine-host/types.js';
import type { RecognitionRole } from '../engine-host/decode-size.js';
import type {
  FeedStatus,
  AppearanceChange,
  ReferenceChange,
  ReferenceFeed,
} from '../engine-host/indexes/reference-feed.js';
import type { Vision } from '../engine-host/vision.js';
import type { GivenSettings } from '../engine/search/comparison.rules.js';
import type { FineComparisonView } from '../engine/search/comparison.service.js';
import type { PairComparison, PairOptions } from '../engine/search/pair-comparison.js';
import type { PdfComparisonService } from '../proofs/pdf-comparison.service.js';
import type { PictureSignatures } from '../engine/references/pictures/picture-signatures.js';
import { requireRange } from '../engine/search/search.rules.js';
import { withVision } from '../engine/engine-failures.js';

const INDEX = 'local';

export interface LocalReference {
  readonly id: string;
  readonly dna: Buffer;
}

export interface LocalHit {
  readonly id: string;
  readonly distance: number;
  /** null when pictures are ranked by their appearance. */
  readonly match: LocalMatch | null;
}

/** The feed of an index that is filled by hand. */
export class MemoryReferences implements ReferenceFeed {
  private readonly references: LocalReference[] = [];

  add(references: readonly LocalReference[]): void {
    this.references.push(...references);
  }

  idOf(key: number): string {
    return this.references[key - 1]?.id ?? '';
  }

  read(_indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]> {
    const page = this.references.slice(afterSequence, afterSequence + limit);
    return Promise.resolve(
      page.map(({ dna }, at) => {
        const key = afterSequence + at + 1;
        return { sequence: key, key, state: 'present', dna, keywords: [] } as const;
      }),
    );
  }

  async readKeys(indexId: string, keys: readonly number[]): Promise<readonly ReferenceChange[]> {
    const pages = await Promise.all(keys.map((key) => this.read(indexId, key - 1, 1)));
    return pages.flat();
  }

  async readAppearances(
    indexId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AppearanceChange[]> {
    const page = await this.read(indexId, afterSequence, limit);
    return page.map(({ sequence, key, dna }) => ({
      sequence,
      key,
      state: 'present',
      appearance: dna ?? Buffer.alloc(0),
    }));
  }

  status(): Promise<FeedStatus> {
    const count = this.references.length;
    return Promise.resolve({ latestSequence: count, referenceCount: count });
  }
}

export interface LocalSearchOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly findMirrored?: boolean;
  /** Looks closer where the first look recognizes nothing; true unless set. */
  readonly secondTry?: boolean;
  /** Lists also the nearest candidates that were not recognized, after those that were. */
  readonly includeRejected?: boolean;
}

export interface LocalRecognitionParts {
  readonly vision: Vision;
  readonly references: MemoryReferences;
  readonly signatures: PictureSignatures;
  readonly pdfs: PdfComparisonService;
  readonly compare: (reference: Buffer, query: Buffer, options: PairOptions) => Promise<PairComparison>;
  readonly compareFinely: (
    reference: Buffer,
    query: Buffer,
    settings: GivenSettings,
  ) => Promise<FineComparisonView>;
}

export class LocalRecognition {
  constructor(private readonly parts: LocalRecognitionParts) {}

  /** Compares PDFs page by page. */
  get pdfs(): PdfComparisonService {
    return this.parts.pdfs;
  }

  /** The DNA of a picture that is to be added or searched by, and its grade. @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async extract(bytes: Buffer, role: RecognitionRole = 'reference'): Promise<Extraction> {
    return this.parts.signatures.extract(bytes, role);
  }

  /** @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async colors(bytes: Buffer): Promise<readonly PictureColor[]> {
    return this.parts.signatures.colorsOf((await this.extract(bytes)).dna);
  }

  /** @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async compare(reference: Buffer, query: Buffer, options: PairOptions = {}): Promise<PairComparison> {
    return this.parts.compare(reference, query, options);
  }

  /** @throws LoupeError IMAGES_DO_NOT_MATCH, UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async compareFinely(
    reference: Buffer,
    query: Buffer,
    settings: GivenSettings = {},
  ): Promise<FineComparisonView> {
    return this.parts.compareFinely(reference, query, settings);
  }

  /** Adds references for searches that follow. */
  add(references: readonly LocalReference[]): void {
    this.parts.references.add(references);
  }

  /** Finds the references that a picture shows, best first. @throws LoupeError INVALID_IMAGE, INVALID_DNA */
  async search(
    query: { readonly image: Buffer } | { readonly dna: Buffer },
    { limit, threshold, findMirrored, secondTry, includeRejected = false }: LocalSearchOptions = {},
  ): Promise<readonly LocalHit[]> {
    const range = requireRange({ limit, threshold });
    const dna = 'dna' in query ? query.dna : (await this.parts.signatures.extract(query.image, 'query')).dna;
    const options = { limit: range.limit, threshold, findMirrored, secondTry };
    const { hits } = await withVision(() => this.parts.vision.search([INDEX], { dna }, options));
    return hits
      .filter((hit) => includeRejected || isRecognized(hit))
      .map((match) => ({ id: this.parts.references.idOf(match.key), distance: match.distance, match }));
  }

  /** Ranks the references by how much they look like a picture. @param colorWeight 0..1 */
  async rank(image: Buffer, limit: number, colorWeight: number): Promise<readonly LocalHit[]> {
    const { limit: count } = requireRange({ limit, colorWeightPercent: Math.round(colorWeight * 100) });
    const { dna } = await this.parts.signatures.extract(image, 'query');
    return withVision(async () => {
      const table = await this.parts.vision.descriptorTable(INDEX);
      const { hits } = await table.rankBySimilarity(dna, { limit: count, colorWeight });
      return hits.map(({ key, distance }) => ({
        id: this.parts.references.idOf(key),
        distance,
        match: null,
      }));
    });
  }

  async close(): Promise<void> {
    await this.parts.vision.close();
  }
}
