/**
 * Pairs pages that hold no text and that stand nowhere in order: recognition finds one in the other, however far it moved
 * and however it was scanned, and a fine comparison confirms it.
 */
import type { PdfPages } from '../media/pdf/pdf-renderer.js';
import { isRecognized, type Raster } from '../engine-host/types.js';
import { EngineError } from '../engine-host/engine-error.js';
import type { Vision } from '../engine-host/vision.js';
import { withVision } from '../engine/engine-failures.js';
import type { PagePair, PagePairing, SurveyedPage } from './page-pairs.js';
import { drawPage } from './pdf-pages.js';

/** Left over on a side; among more the look alone would take minutes. */
const MOST_LEFT_OVER = 100;
/** Score of a fine comparison, 0 to 100, up to which both are the same page. */
const MOST_SCORE = 30;

export interface SurveyedFile {
  readonly pages: PdfPages;
  readonly surveys: readonly SurveyedPage[];
}

export interface PagesByLookParts {
  readonly vision: Pick<Vision, 'extract' | 'match' | 'compareFinelyUndrawn'>;
  readonly signal: AbortSignal | undefined;
}

interface Candidate {
  readonly reference: number;
  readonly query: number;
  readonly inlierCount: number;
}

/** @param pairing of words and pixels; learns what is found beyond them */
export async function pairByLook(
  parts: PagesByLookParts,
  reference: SurveyedFile,
  query: SurveyedFile,
  pairing: PagePairing,
): Promise<void> {
  const pairs = pairing.pairs();
  const left = leftOver(reference, new Set(pairs.map((pair) => pair.reference)));
  const right = leftOver(query, new Set(pairs.map((pair) => pair.query)));
  if (left.length === 0 || right.length === 0) return;
  const isTextless = ({ surveys }: SurveyedFile, at: number): boolean => surveys[at]?.words.length === 0;
  const candidates = await candidatesAmong(
    parts,
    [reference, left],
    [query, right],
    (i, j) =>
      // Two texts that have too little in common are different pages, whatever they look like.
      isTextless(reference, i) || isTextless(query, j),
  );
  const found: Pick<PagePair, 'reference' | 'query'>[] = [];
  for (const candidate of candidates.sort((a, b) => b.inlierCount - a.inlierCount)) {
    const isTaken = found.some(
      (pair) => pair.reference === candidate.reference || pair.query === candidate.query,
    );
    if (isTaken) continue;
    const score = await scoreOf(parts, reference.pages, query.pages, candidate);
    // Pages of one design are recognized in each other: most of the print has to be the same.
    if (score === null || score > MOST_SCORE) continue;
    found.push(candidate);
    pairing.add(candidate, score / 100);
  }
}

function leftOver({ surveys }: SurveyedFile, taken: ReadonlySet<number>): readonly number[] {
  const left = surveys.flatMap(({ print }, at) => (taken.has(at) || print.isBlank() ? [] : [at]));
  return left.slice(0, MOST_LEFT_OVER);
}

type SomePages = readonly [file: SurveyedFile, pages: readonly number[]];

async function candidatesAmong(
  { vision, signal }: PagesByLookParts,
  reference: SomePages,
  query: SomePages,
  mayPair: (reference: number, query: number) => boolean,
): Promise<Candidate[]> {
  const signatures = async ([{ pages }, wanted]: SomePages, role: 'reference' | 'query') => {
    const signed: { readonly at: number; readonly dna: Buffer }[] = [];
    for (const at of wanted) {
      signal?.throwIfAborted();
      const dna = await signatureOf(vision, (await drawPage(pages, at)).raster, role, signal);
      if (dna !== null) signed.push({ at, dna });
    }
    return signed;
  };
  const references = await signatures(reference, 'reference');
  const queries = await signatures(query, 'query');
  const candidates: Candidate[] = [];
  for (const i of references) {
    for (const j of queries) {
      if (!mayPair(i.at, j.at)) continue;
      const match = await withVision(() =>
        vision.match(j.dna, i.dna, signal === undefined ? {} : { signal }),
      );
      if (isRecognized(match))
        candidates.push({ reference: i.at, query: j.at, inlierCount: match.inlierCount });
    }
  }
  return candidates;
}

/** null for a page that shows too little to be recognized. */
async function signatureOf(
  vision: PagesByLookParts['vision'],
  page: Raster,
  role: 'reference' | 'query',
  signal: AbortSignal | undefined,
): Promise<Buffer | null> {
  return withVision(async () => {
    try {
      return (await vision.extract(page, role, signal === undefined ? {} : { signal })).dna;
    } catch (error) {
      if (error instanceof EngineError && error.code === 'INVALID_IMAGE') return null;
      throw error;
    }
  });
}

/** Of a fine comparison; null for pages that do not show the same print. */
async function scoreOf(
  { vision, signal }: PagesByLookParts,
  reference: PdfPages,
  query: PdfPages,
  candidate: Candidate,
): Promise<number | null> {
  const [first, second] = [
    await drawPage(reference, candidate.reference),
    await drawPage(query, candidate.query),
  ];
  return withVision(async () => {
    try {
      const { score } = await vision.compareFinelyUndrawn(first.raster, second.raster, signal);
      return score;
    } catch (error) {
      if (error instanceof EngineError && error.code === 'IMAGES_DO_NOT_MATCH') return null;
      throw error;
    }
  });
}
