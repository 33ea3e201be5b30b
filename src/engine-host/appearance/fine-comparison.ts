/** Fine comparison: what really differs between two pictures of the same thing. */
import { runAbortable } from '../abort.js';
import type { Coverage, DifferenceKind, FineSettings } from './comparison-settings.js';
import { colorToHandOver, onPictures, type Picture } from '../encoded-picture.js';
import type { NativeFineComparison, NativeAppearance } from './native-appearance.js';
import { displacementOf, pictureChanges, type WholeChange } from './whole-change.js';
import type { FractionBox, Raster } from '../types.js';
import { EngineError } from '../engine-error.js';

/** Pictures are compared as they are given, up to this many pixels on the longer side. */
const MAX_COMPARED_SIDE_PX = 12_000;

/** Of two files that somebody drew. */
export interface FileSettings {
  /** Marks that are nowhere so thick, in pixels, and short are what another program's drawing leaves. */
  readonly leastThicknessPx?: number;
  /** Both are of one size and lie upon each other: pose and light are not looked for. */
  readonly asTheyAre?: boolean;
}

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
  /** Changes all over a proof, in pixels; of scans and photos nothing. It counts in `score`. */
  readonly wholeChanges: readonly WholeChange[];
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
  settings: FineSettings & FileSettings = {},
): Promise<FineComparison> {
  return compare(engine, reference, query, { ...settings, drawHighlights: false }, signal);
}

async function compare(
  engine: NativeAppearance,
  reference: Picture,
  query: Picture,
  { minSize, ignore, ...rest }: FineSettings & FileSettings & { readonly drawHighlights: boolean },
  signal: AbortSignal | undefined,
): Promise<FineComparison & Pick<NativeFineComparison, 'highlightedReference' | 'highlightedQuery'>> {
  const options = { ...rest, minSizePx: minSize, ignored: ignore };
  const compared = await onPictures(
    await colorToHandOver(reference, MAX_COMPARED_SIDE_PX),
    await colorToHandOver(query, MAX_COMPARED_SIDE_PX),
    (first, second) =>
      runAbortable(signal, (cancellation) => engine.compareFinely(first, second, options, cancellation)),
  );
  return withWholeChanges(compared);
}

/** A pose that differs counts in the score by how far the corners lie aside, in percent of the longer side. */
function withWholeChanges({
  wholeColors,
  referenceSize,
  querySize,
  ...comparison
}: NativeFineComparison): FineComparison &
  Pick<NativeFineComparison, 'highlightedReference' | 'highlightedQuery'> {
  if (comparison.coverage.sensitivity !== 'proof') return { ...comparison, wholeChanges: [] };
  const pose = pictureChanges(comparison.queryFromReference, referenceSize, querySize);
  const colors = wholeColors.map(({ of, deltaE }) => ({ kind: 'recolored', of, deltaE }) as const);
  const aside = pose.length === 0 ? 0 : 100 * displacementOf(comparison.queryFromReference);
  return {
    ...comparison,
    wholeChanges: [...pose, ...colors],
    score: Math.min(100, comparison.score + aside),
  };
}
