import { describe, expect, test } from 'vitest';

import { cornerErrorPx } from '../benchmark/measure/corner-error.js';
import { traceCurve } from '../benchmark/measure/curve.js';
import {
  areaUnderCurve,
  clopperPearsonInterval,
  percentile,
  rankCorrelation,
  wilsonInterval,
} from '../benchmark/statistics.js';

describe('intervals of proportions', () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [0, 20, 0, 0.1611],
    [10, 10, 0.7225, 1],
  ])('Wilson of %i in %i', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test.each([
    [0, 30, 0, 0.1157],
    [4, 20, 0.0573, 0.4366],
    [1, 1000, 0.0000253, 0.005559],
    [5, 5, 0.4782, 1],
  ])('Clopper and Pearson of %i in %i', (successes, trials, low, high) => {
    const interval = clopperPearsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('none in 30,000 bounds the rate by about 1 in 8,000', () => {
    expect(1 / clopperPearsonInterval(0, 30_000).high).toBeGreaterThan(8_000);
  });
});

test('percentiles are values that occurred', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 0.5)).toBeNaN();
});

test('a rank correlation sees order alone, shares ranks between equals, and says nothing of what does not vary', () => {
  expect(rankCorrelation([1, 2, 3].map((value) => [value, value ** 3]))).toBeCloseTo(1, 12);
  expect(rankCorrelation([1, 2, 3].map((value) => [value, -value]))).toBeCloseTo(-1, 12);
  // Ranks 1.5, 1.5, 3, 4 against 1, 3, 2, 4: 3 / sqrt(4.5 * 5).
  expect(
    rankCorrelation([
      [0, 10],
      [0, 30],
      [5, 20],
      [9, 40],
    ]),
  ).toBeCloseTo(3 / Math.sqrt(4.5 * 5), 12);
  expect(
    rankCorrelation([
      [1, 2],
      [1, 3],
    ]),
  ).toBeNaN();
});

test('the corner error of a shift is its length at 512 pixels', () => {
  const truth = [2, 0, 0, 0, 2, 0, 0, 0, 1];
  const found = [0.5, 0, 0.1, 0, 0.5, 0, 0, 0, 1];
  // The reference of 256 pixels fills half of a query of 1024; it was found 102.4 pixels too far to the right.
  expect(cornerErrorPx(truth, found, [256, 256], [1024, 1024])).toBeCloseTo(51.2, 6);
});

test('a curve of recall against false accepts rises with both', () => {
  const positives = [9, 7, 5, 3].map((score) => ({ score, isRight: score !== 3 }));
  const negatives = [6, 2].map((score) => ({ score, isRight: false }));
  const points = traceCurve('any', positives, negatives);
  expect(points.find(({ falseAccepts }) => falseAccepts === 0)).toBeDefined();
  expect(points.filter(({ falseAccepts }) => falseAccepts === 0).map(({ recall }) => recall)).toEqual([
    0.25, 0.5,
  ]);
  expect(points.at(-1)).toEqual({ method: 'any', recall: 0.75, falseAccepts: 1 });
});

test('the area under the curve measures how well values separate two kinds', () => {
  expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
  expect(areaUnderCurve([1, 3], [2])).toBe(0.5);
  expect(areaUnderCurve([2], [2])).toBe(0.5);
  expect(areaUnderCurve([], [1])).toBeNaN();
});
