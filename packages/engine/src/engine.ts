/** The recognition engine: everything heavy runs on its own native threads, behind a bounded queue. */
import { runAbortable } from '../../../src/engine-host/abort.js';
import { describeColors, type PictureColor } from '../../../src/engine-host/appearance/color.js';
import type { FineSettings } from '../../../src/engine-host/appearance/comparison-settings.js';
import {
  compareAndHighlight,
  compareFinely,
  type FineComparison,
  type HighlightedComparison,
} from '../../../src/engine-host/appearance/fine-comparison.js';
import { DescriptorTable } from '../../../src/engine-host/appearance/similarity.js';
import type { RecognitionRole } from '../../../src/engine-host/decode-size.js';
import {
  APPEARANCE_SIDE_PX,
  colorOf,
  isRaster,
  lumaOf,
  onPicture,
  onPictures,
} from '../../../src/engine-host/encoded-picture.js';
import { addon, type NativeEngine, VOCABULARY_PATH } from '../../../src/engine-host/native.js';
import { matchByOrb } from '../../../src/engine-host/baseline.js';
import type { OrbMatch } from '../../../src/engine-host/native-baseline.js';
import type { ExplainedMatch, LocalMatch, Raster } from '../../../src/engine-host/types.js';
import { toEngineError } from '../../../src/engine-host/engine-error.js';
import {
  requireCount,
  requireFine,
  requireFlag,
  requireFolder,
  requireKeypoints,
  requireOptions,
  requireRole,
} from './arguments.js';
import { queued } from './job-queue.js';
import {
  BASELINE_OPTIONS,
  type BaselineOptions,
  JOB_OPTIONS,
  type JobOptions,
  MATCH_OPTIONS,
  type MatchOptions,
} from './options.js';
import { type PictureInput, toPicture } from './picture.js';
import { type ExtractReference, ReferenceIndex } from './reference-index.js';
import { isSignature, type Signature } from './signature.js';

export interface EngineOptions {
  /**
   * Native threads. Take fewer when other programs need the cores, or when several engines share the machine.
   *
   * @default one for each core
   */
  readonly threads?: number;
  /**
   * Jobs that the native engine holds at a time, with their pictures. Take fewer where memory is short.
   *
   * @default 256
   */
  readonly queueLimit?: number;
  /**
   * Calls that wait for one of these places before more are refused with QUEUE_FULL. Take 0, which refuses at once, when callers can
   * go to another machine or come back later.
   *
   * @default 10_000
   */
  readonly waitLimit?: number;
}

const ENGINE_OPTIONS = [
  'threads',
  'queueLimit',
  'waitLimit',
] as const satisfies readonly (keyof EngineOptions)[];
const FINE_OPTIONS = ['sensitivity', 'minDeltaE', 'minSize', 'ignore', ...JOB_OPTIONS] as const;
const QUEUE_LIMIT = 256;
const WAIT_LIMIT = 10_000;

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
  constructor(options: EngineOptions = {}) {
    requireOptions(options, ENGINE_OPTIONS);
    const { threads, queueLimit = QUEUE_LIMIT, waitLimit = WAIT_LIMIT } = options;
    requireCount('waitLimit', waitLimit);
    try {
      const native = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads, queueLimit });
      this.native = queued(native, { places: queueLimit, waiting: waitLimit });
    } catch (error) {
      throw toEngineError(error);
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
  async openIndex(folder: string, options: JobOptions = {}): Promise<ReferenceIndex> {
    requireFolder(folder);
    requireOptions(options, JOB_OPTIONS);
    return ReferenceIndex.open(this.extractReference, this.native, folder, options.signal);
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
    options: JobOptions = {},
  ): Promise<Signature> {
    requireRole(role);
    requireOptions(options, JOB_OPTIONS);
    const { signal } = options;
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

  /** The same by OpenCV's ORB and `findHomography`, as its tutorials set them: no part of recognition. @throws EngineError as `extract` */
  async baseline(
    query: PictureInput,
    reference: PictureInput,
    options: BaselineOptions = {},
  ): Promise<OrbMatch> {
    requireOptions(options, BASELINE_OPTIONS);
    const { maxKeypoints, signal } = options;
    if (maxKeypoints !== undefined) requireKeypoints(maxKeypoints);
    return matchByOrb(this.native, toPicture(reference), toPicture(query), signal, maxKeypoints);
  }

  /**
   * Finds what really differs between two pictures of the same print.
   *
   * @throws EngineError IMAGES_DO_NOT_MATCH, and as `extract`
   */
  async fineComparison(
    reference: PictureInput,
    query: PictureInput,
    options: FineSettings & JobOptions = {},
  ): Promise<FineComparison> {
    requireOptions(options, FINE_OPTIONS);
    const { signal, ...settings } = options;
    requireFine(settings);
    return compareFinely(this.native, toPicture(reference), toPicture(query), signal, settings);
  }

  /** The same, with the differences drawn on both pictures. @throws EngineError as `fineComparison` */
  async highlightDifferences(
    reference: PictureInput,
    query: PictureInput,
    options: FineSettings & JobOptions = {},
  ): Promise<HighlightedComparison> {
    requireOptions(options, FINE_OPTIONS);
    const { signal, ...settings } = options;
    requireFine(settings);
    return compareAndHighlight(this.native, toPicture(reference), toPicture(query), signal, settings);
  }

  /** The dominant colors of a picture, largest share first, at most 10. @throws EngineError as `extract` */
  async colors(picture: PictureInput, options: JobOptions = {}): Promise<readonly PictureColor[]> {
    requireOptions(options, JOB_OPTIONS);
    return describeColors(this.native, toPicture(picture), options.signal);
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
    options: JobOptions & { readonly colorWeight?: number } = {},
  ): Promise<Likeness> {
    requireOptions(options, ['colorWeight', ...JOB_OPTIONS]);
    const { colorWeight = 0.5, signal } = options;
    const [asked, known] = await Promise.all([
      this.signatureOf(query, 'query', signal),
      this.signatureOf(reference, 'reference', signal),
    ]);
    const table = new DescriptorTable(this.native);
    table.put(1, known);
    const { hits } = await table.rankBySimilarity(asked, { colorWeight, signal });
    const [hit] = hits;
    if (hit === undefined) throw toEngineError(new Error('A table of one picture ranked none.'));
    const { distance, shapeDistance, colorDistance } = hit;
    return { distance, shapeDistance, colorDistance };
  }

  /**
   * RGB pixels of a picture, upright, the longer side at most `maxSidePx`.
   *
   * @throws EngineError as `extract`
   */
  async decode(picture: PictureInput, maxSidePx = 4096, options: JobOptions = {}): Promise<Raster> {
    requireCount('maxSidePx', maxSidePx);
    requireOptions(options, JOB_OPTIONS);
    const { signal } = options;
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
    options: MatchOptions,
    withPoints: boolean,
  ): Promise<ExplainedMatch> {
    requireOptions(options, MATCH_OPTIONS);
    const { threshold, findMirrored, signal } = options;
    requireFlag('findMirrored', findMirrored);
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
