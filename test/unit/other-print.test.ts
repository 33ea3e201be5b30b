/** What other print on a page says where no relative of it is known, or none that differs. */
import { expect, it } from 'vitest';
import { verdictOf } from '../../src/engine-host/content/content-verdict.js';
import type { ContentFacts, DistinguishingBlocks } from '../../src/engine-host/content/evidence.js';

const facts: ContentFacts = {
  inkedBlocks: 100,
  agreeingBlocks: 80,
  contradictingBlocks: 10,
  largestContradiction: 5,
  addedBlocks: 0,
  emptyBlocks: 50,
  medianCorrelation: 0.97,
  lowCorrelation: 0.1,
  highCorrelation: 0.99,
  frameSidePx: 768,
  visibleShare: 1,
  worstDifference: 1,
  detailDifference: 0,
  otherPrintShare: 0,
  unevennessPx: 0.1,
};

const shown: DistinguishingBlocks = {
  blocks: 20,
  agreeing: 20,
  contradicting: 0,
  empty: 0,
  added: 0,
  shared: 80,
  sharedAgreeing: 80,
  meanCorrelation: 0.95,
  meanSharedCorrelation: 0.95,
  differsInFull: true,
};

const verdict = (
  otherPrintShare: number,
  unevennessPx: number,
  relatives: readonly DistinguishingBlocks[] = [],
) => verdictOf({ facts: { ...facts, otherPrintShare, unevennessPx }, relatives });

it('some of it on flat paper is other content, next to none is not', () => {
  expect(verdict(0.1, 0.1)).toBe('other content');
  expect(verdict(0.01, 0.1)).toBe('undecided');
  expect(verdict(0, 0)).toBe('undecided');
});

it('on uneven paper more of it is needed, and on creased paper it says nothing', () => {
  expect(verdict(0.05, 0.1)).toBe('other content');
  expect(verdict(0.05, 0.7)).toBe('undecided');
  expect(verdict(0.5, 0.7)).toBe('other content');
  expect(verdict(0.5, 0.9)).toBe('undecided');
});

it('says nothing against a reference whose own blocks the photo shows, and decides where relatives do not differ', () => {
  expect(verdict(0.2, 0.1, [shown])).toBe('shown');
  expect(verdict(0.2, 0.1, [{ ...shown, blocks: 0, agreeing: 0, differsInFull: false }])).toBe(
    'other content',
  );
});
