/** Corners of a page in moving pictures. */
import { describe, expect, it } from 'vitest';
import { type Corners, SmoothCorners } from '../../../packages/scan/src/smooth-corners.js';

const square = (x: number): Corners => [
  [x, 0.2],
  [x + 0.5, 0.2],
  [x + 0.5, 0.8],
  [x, 0.8],
];
const STEP_MS = 66;

describe('the corners of a page', () => {
  it('rest where their measurements tremble', () => {
    const smooth = new SmoothCorners();
    const seen = Array.from(
      { length: 60 },
      (_, i) => smooth.next(square(0.2 + (i % 2 === 0 ? 0.004 : -0.004)), i * STEP_MS)[0]![0],
    ).slice(20);
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(0.004);
    expect(Math.abs(seen.at(-1)! - 0.2)).toBeLessThan(0.003);
  });

  it('follow a page that moves, and arrive', () => {
    const smooth = new SmoothCorners();
    const at = (i: number) => 0.1 + Math.min(i, 15) * 0.03;
    let furthest = 0;
    let last = 0;
    for (let i = 0; i < 40; i++) {
      last = smooth.next(square(at(i)), i * STEP_MS)[0]![0];
      furthest = Math.max(furthest, Math.abs(last - at(i)));
    }
    expect(furthest).toBeLessThan(0.05);
    expect(Math.abs(last - at(40))).toBeLessThan(0.005);
  });

  it('begin where they are first seen', () => {
    expect(new SmoothCorners().next(square(0.3), 5)).toEqual(square(0.3));
  });
});
