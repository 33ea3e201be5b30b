/** Fine comparison: what really differs between two pictures of the same thing. */
import { runAbortable } from '../abort.js';
import type { Coverage, DifferenceKind, FineSettings } from './comparison-settings.js';
import { colorToHandOver, onPictures, type Picture } from '../encoded-picture.js';
import type { NativeFineComparison, NativeAppearance } from './native-appearance.js';
import type { FractionBox, Raster } from '../types.js';
import { EngineError } from '../engine-error.js';

/** Pictures are compared as they are given, up to this many pixels on the longer side. */
const MAX_COMPARED_SIDE_PX = 12_000;

/** One place where the pictures really differ; each box is in its own picture's frame. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Of a moved mark: where it was. */
  readonly inReference: FractionBox;
  /** Of a moved mark: where it is now. */
  readonly inQuery: FractionBox;
  /** Mean difference beyond what noise and edges explain, in CIELAB units (2 is just visible, 100 black against white). */
  readonly meanDifference: number;
  /** Mean color difference of the differing pixels, CIE 1976. */
  readonly deltaE: number;
  /** Share of the compared area that differs here, 0..1. */
  readonly areaShare: number;
}

export interface FineComparison {
  /** 0 when nothing differs; else percent of the compared area, each pixel weighted by its difference; at most 100. */
  readonly score: number;
  /** Share of the reference that the query shows, 0..1; only this part is compared. */
  readonly visibleShare: number;
  readonly coverage: Coverage;
  /** Those that differ most first, at most 500; the labels in the drawings count from 1 in this order. */
  readonly differences: readonly Difference[];
  /** Row-major 3x3 homography on fractions, last entry 1. */
  readonly queryFromReference: readonly number[];
}

export interface HighlightedComparison extends FineComparison {
  /** The pictures in RGB with the differences drawn on them, at most 4096 pixels long. */
  readonly highlightedReference: Raster;
  readonly highlightedQuery: Raster;
}

/**
 * Compares two pictures that already match, and draws the differences.
 *
 * @throws EngineError IMAGES_DO_NOT_MATCH, INVALID_IMAGE, ABORTED, QUEUE_FULL, CLOSED
 */
export async function compareAndHighlight(
  engine: NativeAppearance,
  reference: Picture,
  query: Picture,
  signal?: AbortSignal,
  settings: FineSettings = {},
): Promise<HighlightedComparison> {
  const { highlightedReference, highlightedQuery, ...comparison } = await compare(
    engine,
    reference,
    query,
    { ...settings, drawHighlights: true },
    signal,
  );
  if (highlightedReference === undefined || highlightedQuery === undefined) {
    throw new EngineError('INTERNAL', 'The native engine is of another version. Run: npm run setup');
  }
  return { ...comparison, highlightedReference, highlightedQuery };
}

/** The same without the drawings, which saves their memory. */
export async function compareFinely(
  engine: NativeAppearance,
  reference: Picture,
  query: Picture,
  signal?: AbortSignal,
  settings: FineSettings = {},
): Promise<FineComparison> {
  return compare(engine, reference, query, { ...settings, drawHighlights: false }, signal);
}

async function compare(
  engine: NativeAppearance,
  reference: Picture,
  query: Picture,
  { minSize, ignore, ...rest }: FineSettings & { readonly drawHighlights: boolean },
  signal: AbortSignal | undefined,
): Promise<NativeFineComparison> {
  const options = { ...rest, minSizePx: minSize, ignored: ignore };
  return onPictures(
    await colorToHandOver(reference, MAX_COMPARED_SIDE_PX),
    await colorToHandOver(query, MAX_COMPARED_SIDE_PX),
    (first, second) =>
      runAbortable(signal, (cancellation) => engine.compareFinely(first, second, options, cancellation)),
  );
}
