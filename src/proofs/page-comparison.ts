/** Compares a page with the one that it became: pictures, words, how they are set, pose and size. */
import type { PdfPart, PdfWord } from '../media/pdf/pdf-messages.js';
import type { FineSettings } from '../engine-host/appearance/comparison-settings.js';
import type { Difference, FineComparison } from '../engine-host/appearance/fine-comparison.js';
import { PAGE_TOLERANCE, poseChanges, type WholeChange } from '../engine-host/appearance/whole-change.js';
import { outlineOf, UNIT_SQUARE } from '../engine-host/plane.js';
import type { FractionBox, Raster } from '../engine-host/types.js';
import { EngineError } from '../engine-host/engine-error.js';
import type { Vision } from '../engine-host/vision.js';
import { withVision } from '../engine/engine-failures.js';
import { type PageMatter, pagesAlsoDiffer, placesFromTrim, type TextEdit } from './also-differs.js';
import { areaOf, holdsMiddle, unionOf } from '../media/boxes.js';
import { withCodes } from './code-changes.js';
import type { ComparedPage } from './compared-pdfs.js';
import { FinerLook } from './finer-look.js';
import type { PageSize, UnmeasuredDifference, WholePageChange } from './page-difference.js';
import { isAt, pageDifferences } from './page-differences.js';
import { type DrawnPage, MM_PER_POINT } from './pdf-pages.js';
import { type ProofSettings, USUAL_DPI } from './proof-settings.js';
import type { TextRestyle } from './text-restyles.js';
import { english } from './words/english.js';
import { sentenceOf } from './words/sentences.js';
import { placedWords } from './placed-words.js';
import { type WordChange, wordDifferences, type WordDifferences } from './word-changes.js';

/** Of 255: what compression or another program's rounding leaves. */
const LEAST_STEP = 24;
/** The same for a color that the files themselves say. */
const LEAST_COLOR_STEP = 4;
/** Shorter side of a place, in pixels, that another way of drawing may leave. */
const DOUBTFUL_PX = 4;
/** Of pages of which one has no text layer. */
const DPI_WITHOUT_TEXT = 300;
/** Of a page that lies a little aside: more print differs for another reason. */
const MOST_DOUBTFUL_SHARE = 0.05;
/** More places are cheaper to look at all at once. */
const MOST_LOOKED_AT = 60;

export interface PageToCompare extends DrawnPage, PageMatter {
  readonly words: readonly PdfWord[];
  /** Draws it, or a part of it, more finely. */
  readonly draw: (part: PdfPart) => Promise<Raster>;
}

type Found = Pick<
  ComparedPage,
  'differences' | 'score' | 'coverage' | 'isUnlike' | 'isTextCompared' | 'alsoDiffers'
>;
type Pair = readonly [reference: PageToCompare, query: PageToCompare];

export interface PageSettings extends Pick<ProofSettings, 'dpi' | 'compares'> {
  readonly fine: FineSettings;
}

const WHOLE_PAGE: FractionBox = { left: 0, top: 0, width: 1, height: 1 };
/** How far pages may lie aside and be looked at part by part still. */
const NEARBY_MM = 1;
/** Rounding of page sizes by programs. */
const SIZE_SLACK_MM = 0.25;

export async function comparePages(
  vision: Pick<Vision, 'compareFinelyUndrawn'>,
  pair: Pair,
  { fine: asked, dpi, compares }: PageSettings,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const [reference, query] = pair;
  const coarse = await unlessUnlike(() =>
    vision.compareFinelyUndrawn(reference.raster, query.raster, signal, asked),
  );
  const isFile = asked.sensitivity === 'proof';
  const whole = coarse === null || !isFile ? [] : wholeChangesOf(coarse, pair);
  const pose = whole.filter(({ kind }) => kind !== 'recolored');
  const mayLookFiner = isFile && coarse !== null && liesWithin(coarse, pair, NEARBY_MM) && areOfOneSize(pair);
  const look = mayLookFiner
    ? new FinerLook(vision, pair, { pose: coarse.queryFromReference, settings: asked, signal })
    : null;
  const isText = reference.words.length > 0 && query.words.length > 0;
  // Small print without a text layer shows at more pixels only.
  const wanted = dpi ?? (isText ? USUAL_DPI : DPI_WITHOUT_TEXT);
  const fine = look !== null && wanted > USUAL_DPI ? await look.whole(wanted / USUAL_DPI) : coarse;
  const words = wordsBetween(pair, coarse, asked.ignore ?? []);
  const shares = (fine?.differences ?? []).map(({ inReference }) => areaOf(inReference));
  const liesAside =
    coarse !== null &&
    !liesWithin(coarse, pair, SIZE_SLACK_MM / 2) &&
    shares.reduce((sum, share) => sum + share, 0) <= MOST_DOUBTFUL_SHARE;
  const regions = await believed(fine?.differences ?? [], words, look, [reference.raster, liesAside]);
  const shows = await changesThatShow(pair, words, regions, look);
  // Pages that lie otherwise or look quite different have their words still.
  const seen = compares === 'text' && look === null ? () => true : shows;
  const text = words.restyles.everywhere.filter(seen).flatMap(({ changes }) => changes);
  const found = [
    ...(fine === null ? [differenceOf({ kind: 'look' })] : []),
    ...sizeDifference(pair, pose),
    ...whole.filter(({ kind }) => kind !== 'recolored' || text.length === 0).map(differenceOf),
    ...(text.length > 0 ? [differenceOf({ kind: 'text', changes: text })] : []),
    ...pageDifferences(regions, words, seen),
  ];
  const all = compares === 'text' ? found : await withCodes(pair, found);
  const shown = new Set(all.flatMap((difference) => difference.words.map(keyOf)));
  const unseen = look === null ? [] : words.changes.filter((change) => !shown.has(keyOf(change)));
  const differences = compares === 'text' ? differencesOfText(all, pair, words) : all;
  const geometry = { reference: reference.geometry, query: query.geometry };
  return {
    differences: differences.map((difference, at) => ({
      ...difference,
      number: at + 1,
      fromTrim: placesFromTrim(difference, geometry),
    })),
    alsoDiffers: pagesAlsoDiffer(reference, query, unseen),
    score: fine === null ? null : Math.max(fine.score, coarse?.score ?? 0),
    coverage: fine?.coverage ?? null,
    isUnlike: fine === null,
    isTextCompared: isText && words.isComplete,
  };
}

/** Words alone; where they cannot be compared though there are some, the page differs as a whole. */
function differencesOfText(
  all: readonly UnmeasuredDifference[],
  [reference, query]: Pair,
  { isComplete }: WordDifferences,
): readonly UnmeasuredDifference[] {
  const hasWords = reference.words.length > 0 || query.words.length > 0;
  return hasWords && !isComplete
    ? [differenceOf({ kind: 'look' })]
    : all.filter((difference) => difference.words.length > 0);
}

const keyOf = ({ before, after }: TextEdit): string => JSON.stringify([before, after]);

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

/** Poses in millimeters. */
function wholeChangesOf(fine: FineComparison, [reference, query]: Pair): readonly WholeChange[] {
  const colors = fine.wholeChanges.filter(({ kind }) => kind === 'recolored');
  const sizes = [mmOf(reference), mmOf(query)] as const;
  return [...poseChanges(fine.queryFromReference, ...sizes, PAGE_TOLERANCE), ...colors];
}

/** Whether no corner of the page lies farther aside. */
function liesWithin(
  { queryFromReference }: FineComparison,
  [{ widthMm, heightMm }]: Pair,
  mostMm: number,
): boolean {
  return outlineOf(queryFromReference).every(([x, y], at) => {
    const [u, v] = UNIT_SQUARE[at] ?? [0, 0];
    return Math.hypot((x - u) * widthMm, (y - v) * heightMm) <= mostMm;
  });
}

const mmOf = ({ widthMm, heightMm }: PageSize) => ({ width: widthMm, height: heightMm });

function areOfOneSize([{ raster: first }, { raster: second }]: Pair): boolean {
  return first.width === second.width && first.height === second.height;
}

/** Words of a page that is a picture are not known: they are not added or missing. */
function wordsBetween(
  [reference, query]: Pair,
  fine: FineComparison | null,
  ignore: readonly FractionBox[],
): WordDifferences {
  if (reference.words.length === 0 || query.words.length === 0) {
    return { changes: [], moves: [], restyles: { everywhere: [], runs: [] }, isComplete: false };
  }
  const isSameWidth = Math.abs(reference.widthMm - query.widthMm) <= SIZE_SLACK_MM;
  const { changes, restyles, ...rest } = wordDifferences(
    placedWords(reference.words, null),
    placedWords(query.words, fine?.queryFromReference ?? null),
    isSameWidth ? reference.widthMm / MM_PER_POINT : null,
  );
  const isIgnored = (box: FractionBox | null): boolean =>
    ignore.some((ignored) => holdsMiddle(ignored, box ?? WHOLE_PAGE));
  return {
    ...rest,
    changes: changes.filter(({ inReference, inQuery }) => !isIgnored(inReference ?? inQuery)),
    restyles: {
      ...restyles,
      runs: restyles.runs.filter(({ inReference }) => !isIgnored(unionOf(inReference))),
    },
  };
}

/**
 * Regions without those that vanish at a closer look: another program draws the same outlines a little thicker, and in
 * other pixels where the whole page lies a fraction of one aside.
 */
async function believed(
  regions: readonly Difference[],
  { changes }: WordDifferences,
  look: FinerLook | null,
  [{ width, height }, liesAside]: readonly [reference: Raster, liesAside: boolean],
): Promise<readonly Difference[]> {
  if (look === null) return regions;
  const isDoubtful = (region: Difference): boolean =>
    region.kind !== 'recolored' &&
    (liesAside ||
      Math.min(region.inReference.width * width, region.inReference.height * height) <= DOUBTFUL_PX) &&
    !changes.some((change) => isAt(region, change));
  const doubtful = regions.filter(isDoubtful);
  if (doubtful.length > MOST_LOOKED_AT) {
    const { differences } = await look.whole();
    return [...regions.filter((region) => !isDoubtful(region)), ...differences.filter(isDoubtful)];
  }
  const vanished = new Set<Difference>();
  for (const region of doubtful) {
    const isThere =
      (await look.differsAt(region.inReference)) ||
      (region.kind === 'moved' && (await look.differsAt(region.inQuery)));
    if (!isThere) vanished.add(region);
  }
  return regions.filter((region) => !vanished.has(region));
}

type TextChange = WordChange | TextRestyle;

/**
 * Files may hold other letters for the same look, text that is not printed, and other names for the same font.
 *
 * @returns whether a change of text shows
 */
async function changesThatShow(
  [{ raster: reference }, { raster: query }]: Pair,
  { changes, restyles }: WordDifferences,
  regions: readonly Difference[],
  look: FinerLook | null,
): Promise<(change: TextChange) => boolean> {
  const seen = new Set<TextChange>();
  for (const change of [...changes, ...restyles.runs, ...restyles.everywhere]) {
    const boxes = boxesOf(change);
    const isColor = 'changes' in change && change.changes.some(({ attribute }) => attribute === 'color');
    const differs = (step: number): boolean =>
      boxes.some((box) => look !== null && looksDifferent(reference, query, box, step));
    if (
      isColor ? differs(LEAST_COLOR_STEP) : 'gap' in change && regions.some((region) => isAt(region, change))
    ) {
      seen.add(change);
      continue;
    }
    if (look === null || !differs(LEAST_STEP)) continue;
    const box = unionOf(boxes);
    if (box !== null && (await look.differsAt(box))) seen.add(change);
  }
  return (change) => seen.has(change);
}

const boxesOf = ({ inReference, inQuery }: TextChange): readonly FractionBox[] =>
  [inReference ?? [], inQuery ?? []].flat();

/** Whether a place of two pictures in RGB, of one size, holds pixels that differ by `step` of 255 or more. */
function looksDifferent(first: Raster, second: Raster, box: FractionBox, step: number): boolean {
  const { width, height } = first;
  const left = Math.max(0, Math.floor(box.left * width));
  const right = Math.min(width, Math.ceil((box.left + box.width) * width));
  const top = Math.max(0, Math.floor(box.top * height));
  const bottom = Math.min(height, Math.ceil((box.top + box.height) * height));
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 1) {
      if (Math.abs((first.data[at] ?? 0) - (second.data[at] ?? 0)) >= step) return true;
    }
  }
  return false;
}

/** A page that was turned by a quarter has its sides exchanged, of course. */
function sizeDifference(
  [reference, query]: Pair,
  pose: readonly WholeChange[],
): readonly UnmeasuredDifference[] {
  const isQuarter = pose.some(
    (change) => change.kind === 'turned' && Math.round(Math.abs(change.degrees) / 90) % 2 === 1,
  );
  const [width, height] = isQuarter ? [query.heightMm, query.widthMm] : [query.widthMm, query.heightMm];
  const isSame =
    Math.abs(reference.widthMm - width) <= SIZE_SLACK_MM &&
    Math.abs(reference.heightMm - height) <= SIZE_SLACK_MM;
  return isSame ? [] : [differenceOf({ kind: 'size', before: sizeOf(reference), after: sizeOf(query) })];
}

const sizeOf = ({ widthMm, heightMm }: PageSize): PageSize => ({ widthMm, heightMm });

export function differenceOf(asAWhole: WholePageChange): UnmeasuredDifference {
  const kind = asAWhole.kind === 'recolored' || asAWhole.kind === 'moved' ? asAWhole.kind : 'changed';
  const deltaE = asAWhole.kind === 'recolored' ? asAWhole.deltaE : null;
  const described = { kind, deltaE, words: [], movedText: '', restyled: [], codes: [], asAWhole } as const;
  const boxes = { inReference: WHOLE_PAGE, inQuery: WHOLE_PAGE };
  return { number: 1, ...described, ...boxes, sentence: sentenceOf(described, english) };
}
