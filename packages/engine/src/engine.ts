/** The recognition engine: everything heavy runs on its own native threads, behind a bounded queue. */
import { runAbortable } from '../../../src/vision/abort.js';
import { describeColors, type PictureColor } from '../../../src/vision/appearance/color.js';
import type { FineSettings } from '../../../src/vision/appearance/comparison-settings.js';
import {
  compareAndHighlight,
  compareFinely,
  type FineComparison,
  type HighlightedComparison,
} from '../../../src/vision/appearance/fine-comparison.js';
import { DescriptorTable } from '../../../src/vision/appearance/similarity.js';
import type { RecognitionRole } from '../../../src/vision/decode-size.js';
import {
  APPEARANCE_SIDE_PX,
  colorOf,
  isRaster,
  lumaOf,
  onPicture,
  onPictures,
} from '../../../src/vision/encoded-picture.js';
import { addon, type NativeEngine, VOCABULARY_PATH } from '../../../src/vision/native.js';
import type { ExplainedMatch, LocalMatch, Raster } from '../../../src/vision/types.js';
import { toVisionError } from '../../../src/vision/vision-error.js';
import type { JobOptions, MatchOptions } from './options.js';
import { type PictureInput, toPicture } from './picture.js';
import { type ExtractReference, ReferenceIndex } from './reference-index.js';
import { isSignature, type Signature } from './signature.js';

export interface EngineOptions {
  /** Native threads; one for each core unless given. */
  readonly threads?: number;
  /** Jobs that may wait before new ones are refused with QUEUE_FULL; 256 unless given. */
  readonly queueLimit?: number;
}

/** How much two pictures look alike as a whole, 0 (the same) to 1. */
export interface Likeness {
  readonly distance: number;
  readonly shapeDistance: number;
  readonly colorDistance: number;
}

/**
 * One engine serves a whole program, also in worker threads, each of which may have its own.
 *
 * @example
 * const engine = new Engine();
 * const index = engine.createIndex();
 * await index.add('cover', await readFile('cover.jpg'));
 * const { hits } = await index.search(await readFile('photo.jpg'));
 * console.log(hits[0]?.id, hits[0]?.decision);
 * engine.close();
 */
export class Engine {
  private readonly native: NativeEngine;

  /** @throws EngineError INVALID_ARGUMENT, or INTERNAL when there is no engine for this system */
  constructor({ threads, queueLimit }: EngineOptions = {}) {
    try {
      this.native = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads, queueLimit });
    } catch (error) {
      throw toVisionError(error);
    }
  }

  /** An index in memory without references. */
  createIndex(): ReferenceIndex {
    return new ReferenceIndex(this.extractReference, this.native, this.native.createIndex());
  }

  /**
   * An index that was saved. Its files are mapped into memory and must stay while it is open.
   *
   * @throws EngineError SNAPSHOT_CORRUPT when the folder holds none or a damaged one
   */
  openIndex(folder: string, { signal }: JobOptions = {}): Promise<ReferenceIndex> {
    return ReferenceIndex.open(this.extractReference, this.native, folder, signal);
  }

  /**
   * Computes the signature of a picture, with its colors and looks.
   *
   * @param role references are described more sparsely than the photos that are searched with
   * @throws EngineError INVALID_ARGUMENT, INVALID_IMAGE, QUEUE_FULL, ABORTED, CLOSED
   */
  async extract(
    picture: PictureInput,
    role: RecognitionRole = 'reference',
    { signal }: JobOptions = {},
  ): Promise<Signature> {
    const given = toPicture(picture);
    const luma = await lumaOf(given, role);
    const isGray = isRaster(given) && given.channels === 1;
    if (isGray) {
      return onPicture(luma, (native) =>
        runAbortable(signal, (cancellation) => this.native.extract(native, role, cancellation)),
      );
    }
    return onPictures(luma, await colorOf(given, APPEARANCE_SIDE_PX), (native, inColor) =>
      runAbortable(signal, (cancellation) => this.native.extract(native, role, cancellation, inColor)),
    );
  }

  /**
   * Decides whether a photo shows a reference, and where.
   *
   * @throws EngineError as `extract`
   */
  async compare(
    query: PictureInput | Signature,
    reference: PictureInput | Signature,
    options: MatchOptions = {},
  ): Promise<LocalMatch> {
    return this.match(query, reference, options, false);
  }

  /** The same with the points that agree. @throws EngineError as `extract` */
  async explain(
    query: PictureInput | Signature,
    reference: PictureInput | Signature,
    options: MatchOptions = {},
  ): Promise<ExplainedMatch> {
    return this.match(query, reference, options, true);
  }

  /**
   * Finds what really differs between two pictures of the same print.
   *
   * @throws EngineError IMAGES_DO_NOT_MATCH, and as `extract`
   */
  async fineComparison(
    reference: PictureInput,
    query: PictureInput,
    { signal, ...settings }: FineSettings & JobOptions = {},
  ): Promise<FineComparison> {
    return compareFinely(this.native, toPicture(reference), toPicture(query), signal, settings);
  }

  /** The same, with the differences drawn on both pictures. @throws EngineError as `fineComparison` */
  async highlightDifferences(
    reference: PictureInput,
    query: PictureInput,
    { signal, ...settings }: FineSettings & JobOptions = {},
  ): Promise<HighlightedComparison> {
    return compareAndHighlight(this.native, toPicture(reference), toPicture(query), signal, settings);
  }

  /** The dominant colors of a picture, largest share first, at most 10. @throws EngineError as `extract` */
  async colors(picture: PictureInput, { signal }: JobOptions = {}): Promise<readonly PictureColor[]> {
    return describeColors(this.native, toPicture(picture), signal);
  }

  /**
   * How much two pictures look alike as a whole, whether or not they show the same print.
   *
   * @param options `colorWeight` 0 (shapes alone) to 1 (colors alone); 0.5 unless given
   * @throws EngineError INVALID_ARGUMENT for gray pixels, and as `extract`
   */
  async similarity(
    query: PictureInput | Signature,
    reference: PictureInput | Signature,
    { colorWeight = 0.5, signal }: JobOptions & { readonly colorWeight?: number } = {},
  ): Promise<Likeness> {
    const [asked, known] = await Promise.all([
      this.signatureOf(query, 'query', signal),
      this.signatureOf(reference, 'reference', signal),
    ]);
    const table = new DescriptorTable(this.native);
    table.put(1, known);
    const { hits } = await table.rankBySimilarity(asked, { colorWeight, signal });
    const [hit] = hits;
    if (hit === undefined) throw toVisionError(new Error('A table of one picture ranked none.'));
    const { distance, shapeDistance, colorDistance } = hit;
    return { distance, shapeDistance, colorDistance };
  }

  /**
   * RGB pixels of a picture, upright, the longer side at most `maxSidePx`.
   *
   * @throws EngineError as `extract`
   */
  async decode(picture: PictureInput, maxSidePx = 4096, { signal }: JobOptions = {}): Promise<Raster> {
    return onPicture(await colorOf(toPicture(picture), maxSidePx), async (native) =>
      'data' in native
        ? native
        : runAbortable(signal, (cancellation) => this.native.decode(native, cancellation)),
    );
  }

  /** Ends running jobs and frees the threads. Further calls are refused with CLOSED. */
  close(): void {
    this.native.close();
  }

  private readonly extractReference: ExtractReference = (picture, options) =>
    this.extract(picture, 'reference', options);

  private async match(
    query: PictureInput | Signature,
    reference: PictureInput | Signature,
    { threshold, findMirrored, signal }: MatchOptions,
    withPoints: boolean,
  ): Promise<ExplainedMatch> {
    const [asked, known] = await Promise.all([
      this.signatureOf(query, 'query', signal),
      this.signatureOf(reference, 'reference', signal),
    ]);
    return runAbortable(signal, (cancellation) =>
      this.native.match(asked, known, { threshold, findMirrored, withPoints }, cancellation),
    );
  }

  private async signatureOf(
    given: PictureInput | Signature,
    role: RecognitionRole,
    signal: AbortSignal | undefined,
  ): Promise<Buffer> {
    return isSignature(given) ? given.dna : (await this.extract(given, role, { signal })).dna;
  }
}
