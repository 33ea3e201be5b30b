/** Explains why a picture was recognized or not, and compares two pictures without storing them. */
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { ExplainedMatch } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import type { ApplicationCounters } from '../application-counters.js';
import type { Application } from '../application.entity.js';
import { inWordsOf, requireRange } from './search.rules.js';
import { requireOffered } from '../application.rules.js';
import { drawOnQuery, OVERLAY_SIDE_PX } from './match-overlay.js';
import { comparePair, type PairComparison, type PairOptions } from './pair-comparison.js';
import type { NearDuplicates } from '../references/near-duplicates.js';
import {
  requireOneSource,
  type PictureSignatures,
  type PictureSource,
} from '../references/pictures/picture-signatures.js';
import type { ReferenceService } from '../references/reference.service.js';
import type { NearDuplicate } from '../views.js';
import { withVision } from '../engine-failures.js';

export interface Explanation {
  readonly match: ExplainedMatch;
  /** The query as a JPEG with box and matched points; null when it was given as a DNA. */
  readonly overlayJpeg: Buffer | null;
  /** Other references that are so like this one that a photo of it may be taken for theirs, nearest first; at most 10. */
  readonly nearEquals: readonly NearDuplicate[];
}

export interface ExplanationParts {
  readonly vision: Vision;
  readonly decoder: ImageDecoder;
  readonly signatures: PictureSignatures;
  readonly references: ReferenceService;
  readonly counters: ApplicationCounters;
  readonly nearDuplicates: NearDuplicates;
}

export class ExplanationService {
  constructor(private readonly parts: ExplanationParts) {}

  /**
   * Compares a picture with one reference of an application; with several images of it, with the best.
   *
   * @throws LoupeError EXPLANATION_NOT_AVAILABLE, UNKNOWN_IMAGE_ID, IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA,
   *   INVALID_IMAGE, INVALID_DNA and their kin, BAD_USER_INPUT for the threshold
   */
  async explain(
    application: Application,
    imageId: string,
    source: PictureSource,
    options: PairOptions = {},
  ): Promise<Explanation> {
    requireOffered(application, 'explanation');
    const { threshold } = requireRange({ threshold: options.threshold }, application.settings);
    const given = requireOneSource(source);
    const references = await this.parts.references.getDnas(application, imageId);
    const bytes = 'image' in given ? await given.image.bytes() : null;
    const dna = 'dna' in given ? given.dna : await this.dnaOf(bytes ?? Buffer.alloc(0), options.signal);
    const match = inWordsOf(application.kind, await this.best(dna, references, { ...options, threshold }));
    this.parts.counters.note(application.id, 'comparisons');
    const { decoder, vision, nearDuplicates } = this.parts;
    const nearEquals = await nearDuplicates.equals(application, references, imageId);
    if (bytes === null) return { match, nearEquals, overlayJpeg: null };
    const shown = await withVision(() =>
      vision.decodeColor(decoder.picture(bytes), OVERLAY_SIDE_PX, options.signal),
    );
    return { match, nearEquals, overlayJpeg: await drawOnQuery(shown, match) };
  }

  /**
   * Compares two pictures without storing them, in the words of an application.
   *
   * @throws LoupeError INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async compare(
    application: Pick<Application, 'kind'>,
    reference: UploadedFile,
    query: UploadedFile,
    options: PairOptions = {},
  ): Promise<PairComparison> {
    return this.compareBytes(application, await reference.bytes(), await query.bytes(), options);
  }

  /** The same for the bytes of pictures. @throws LoupeError as `compare` */
  async compareBytes(
    { kind }: Pick<Application, 'kind'>,
    reference: Buffer,
    query: Buffer,
    options: PairOptions = {},
  ): Promise<PairComparison> {
    const pair = await comparePair(this.parts, reference, query, options);
    return { ...pair, match: inWordsOf(kind, pair.match) };
  }

  private async dnaOf(bytes: Buffer, signal: AbortSignal | undefined): Promise<Buffer> {
    return (await this.parts.signatures.extract(bytes, 'query', signal)).dna;
  }

  private async best(
    dna: Buffer,
    references: readonly Buffer[],
    options: PairOptions,
  ): Promise<ExplainedMatch> {
    const matches = await withVision(() =>
      Promise.all(references.map((reference) => this.parts.vision.match(dna, reference, options))),
    );
    const [first, ...others] = matches;
    if (first === undefined) throw new RangeError('There is no reference to compare with.');
    return others.reduce((best, match) => (match.distance < best.distance ? match : best), first);
  }
}
