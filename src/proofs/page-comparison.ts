/** Compares a page with the one that it became: pictures, words and size. */
import type { PdfWord } from '../media/pdf/pdf-messages.js';
import type { FineSettings } from '../engine-host/appearance/comparison-settings.js';
import type { FineComparison } from '../engine-host/appearance/fine-comparison.js';
import type { FractionBox, Raster } from '../engine-host/types.js';
import { EngineError } from '../engine-host/engine-error.js';
import type { Vision } from '../engine-host/vision.js';
import { withVision } from '../engine/engine-failures.js';
import { holdsMiddle } from './boxes.js';
import type { ComparedPage } from './compared-pdfs.js';
import type { PageDifference, PageSize } from './page-difference.js';
import { pageDifferences } from './page-differences.js';
import type { DrawnPage } from './pdf-pages.js';
import { english } from './words/english.js';
import { sentenceOf } from './words/sentences.js';
import { type WordChange, wordDifferences, type WordDifferences } from './word-changes.js';

/** Of 255: what compression or another program's rounding leaves. */
const LEAST_STEP = 24;

/** Whether a place of two pictures in RGB holds other pixels; pictures of other sizes always do. */
function looksDifferent(first: Raster, second: Raster, box: FractionBox): boolean {
  if (first.width !== second.width || first.height !== second.height) return true;
  const { width, height } = first;
  const left = Math.max(0, Math.floor(box.left * width));
  const right = Math.min(width, Math.ceil((box.left + box.width) * width));
  const top = Math.max(0, Math.floor(box.top * height));
  const bottom = Math.min(height, Math.ceil((box.top + box.height) * height));
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 1) {
      if (Math.abs((first.data[at] ?? 0) - (second.data[at] ?? 0)) >= LEAST_STEP) return true;
    }
  }
  return false;
}

export interface PageToCompare extends DrawnPage {
  readonly words: readonly PdfWord[];
}

type Found = Pick<ComparedPage, 'differences' | 'score' | 'coverage' | 'isUnlike' | 'isTextCompared'>;

const WHOLE_PAGE: FractionBox = { left: 0, top: 0, width: 1, height: 1 };
/** Rounding of page sizes by programs. */
const SIZE_SLACK_MM = 0.5;

export async function comparePages(
  vision: Pick<Vision, 'compareFinelyUndrawn'>,
  [reference, query]: readonly [PageToCompare, PageToCompare],
  settings: FineSettings,
  signal: AbortSignal | undefined,
): Promise<Found> {
  // Both are files of the same print unless the caller knows better: pages of a scan may be scans.
  const asked: FineSettings = { sensitivity: 'proof', ...settings };
  const fine = await unlessUnlike(() =>
    vision.compareFinelyUndrawn(reference.raster, query.raster, signal, asked),
  );
  const words = wordsBetween(reference, query, settings.ignore ?? []);
  const seen = (change: WordChange): boolean => isSeen(reference.raster, query.raster, change);
  const differences = [
    ...(fine === null ? [differenceOf('look')] : []),
    ...sizeDifference(reference, query),
    ...pageDifferences(fine?.differences ?? [], words, seen),
  ];
  return {
    differences: differences.map((difference, at) => ({ ...difference, number: at + 1 })),
    score: fine?.score ?? null,
    coverage: fine?.coverage ?? null,
    isUnlike: fine === null,
    isTextCompared: reference.words.length > 0 && query.words.length > 0 && words.isComplete,
  };
}

async function unlessUnlike(work: () => Promise<FineComparison>): Promise<FineComparison | null> {
  return withVision(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineError && error.code === 'IMAGES_DO_NOT_MATCH') return null;
      throw error;
    }
  });
}

/** Words of a page that is a picture are not known: they are not added or missing. */
function wordsBetween(
  reference: PageToCompare,
  query: PageToCompare,
  ignore: readonly FractionBox[],
): WordDifferences {
  if (reference.words.length === 0 || query.words.length === 0) {
    return { changes: [], moves: [], isComplete: false };
  }
  const { changes, ...rest } = wordDifferences(reference.words, query.words);
  const isIgnored = ({ inReference, inQuery }: WordChange): boolean =>
    ignore.some((box) => holdsMiddle(box, inReference ?? inQuery ?? WHOLE_PAGE));
  return { ...rest, changes: changes.filter((change) => !isIgnored(change)) };
}

/** Files may hold other letters for the same look, and text that is not printed. */
function isSeen(reference: Raster, query: Raster, { inReference, inQuery }: WordChange): boolean {
  return [inReference, inQuery].some((box) => box !== null && looksDifferent(reference, query, box));
}

function sizeDifference(reference: PageToCompare, query: PageToCompare): readonly PageDifference[] {
  const isSame =
    Math.abs(reference.widthMm - query.widthMm) <= SIZE_SLACK_MM &&
    Math.abs(reference.heightMm - query.heightMm) <= SIZE_SLACK_MM;
  return isSame ? [] : [differenceOf({ before: sizeOf(reference), after: sizeOf(query) })];
}

const sizeOf = ({ widthMm, heightMm }: PageSize): PageSize => ({ widthMm, heightMm });

function differenceOf(asAWhole: NonNullable<PageDifference['asAWhole']>): PageDifference {
  const described = { kind: 'changed', deltaE: null, words: [], movedText: '', asAWhole } as const;
  const boxes = { inReference: WHOLE_PAGE, inQuery: WHOLE_PAGE };
  return { number: 1, ...described, ...boxes, sentence: sentenceOf(described, english) };
}
