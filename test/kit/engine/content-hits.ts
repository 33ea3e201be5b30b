/** Hits of a search, and photos whose content is asked, as small as tests need them. */
import { type AsksContent, checkContent as check } from '../../../src/engine-host/content/content-check.js';
import type {
  ContentCandidate,
  ContentFacts,
  DistinguishingBlocks,
} from '../../../src/engine-host/content/evidence.js';
import type { Posed } from '../../../src/engine-host/content/posed-hits.js';
import type { Decision, SearchHit } from '../../../src/engine-host/types.js';

export const INSIDE = [0.5, 0, 0.2, 0, 0.5, 0.2, 0, 0, 1];
export const WHOLE = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function hit(
  key: number,
  decision: Decision,
  distance: number,
  pose: readonly number[] | null = INSIDE,
): SearchHit {
  const side = {
    originalSize: [100, 100],
    resizedSize: [100, 100],
    box: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    boxArea: 1,
  } as const;
  const scores = {
    boxCoveredSurface: 1,
    boxPointsRatio: 1,
    boxPointsRatioHomography: 1,
    matchStrength: 1,
  };
  return {
    indexId: 'index',
    key,
    decision,
    distance,
    query: side,
    reference: side,
    scores,
    queryFromReference: pose,
    inlierCount: 100,
    isMirrored: false,
  };
}

export const facts: ContentFacts = {
  inkedBlocks: 100,
  agreeingBlocks: 100,
  contradictingBlocks: 0,
  largestContradiction: 0,
  addedBlocks: 0,
  emptyBlocks: 50,
  medianCorrelation: 0.97,
  lowCorrelation: 0.8,
  highCorrelation: 0.99,
  frameSidePx: 768,
  visibleShare: 1,
  worstDifference: 0.1,
  detailDifference: 1,
  otherPrintShare: 0,
  unevennessPx: 0.1,
};

export const told = (agreeing: number, blocks = 20): DistinguishingBlocks => ({
  blocks,
  agreeing,
  contradicting: blocks - agreeing,
  empty: 0,
  added: 0,
  shared: 80,
  sharedAgreeing: 80,
  meanCorrelation: 0.95 * (blocks === 0 ? 1 : agreeing / blocks),
  meanSharedCorrelation: 0.95,
  differsInFull: blocks > 0,
});

/** Every reference has a picture that names it, except those with a key of 90 and more. */
export const source = {
  read: (keys: readonly number[]) =>
    Promise.resolve(new Map(keys.filter((key) => key < 90).map((key) => [key, Buffer.from([key])]))),
};

/** A photo that shows one reference: in its blocks it agrees, in those of others it does not. */
export const photoOf =
  (shown: number, more: Partial<ContentFacts> = {}) =>
  (reference: ContentCandidate, relatives: readonly ContentCandidate[]) =>
    Promise.resolve({
      facts: { ...facts, ...more },
      relatives: relatives.map(() => told(reference.picture[0] === shown ? 20 : 2)),
    });

/** @param relatives of each reference, which the photo does not resemble */
export const checkContent = (
  hits: readonly SearchHit[],
  source: AsksContent['source'],
  weigh: AsksContent['weigh'],
  relatives: readonly Posed[] = [],
) => check(hits, { source, weigh, relativesOf: () => Promise.resolve(relatives) });

export const words = (hits: readonly SearchHit[]) => hits.map(({ key, decision }) => `${key} ${decision}`);
