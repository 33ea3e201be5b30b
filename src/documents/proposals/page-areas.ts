/** Areas of a page that can become zones: large pictures, and frames around some of the page. */
import type { FractionBox } from '../../engine-host/types.js';
import { areaOf, sharedArea } from '../../media/boxes.js';
import type { Finding } from './proposal.js';

/** A picture or a frame as the file places it. */
export interface PlacedArea extends FractionBox {
  readonly kind: 'picture' | 'frame';
}

/** Shares of the page: less is too little to be recognized, more is the page itself. */
const LEAST_SHARE = 0.04;
const MOST_SHARE = 0.7;
/** Two areas that share this much of the smaller one are one. */
const SAME_SHARE = 0.8;
const MOST_AREAS = 12;

/** The areas of a page, the largest first; of two that overlap the picture, else the larger. */
export function areasIn(placed: readonly PlacedArea[]): readonly FractionBox[] {
  const large = placed
    .filter((area) => areaOf(area) >= LEAST_SHARE && areaOf(area) <= MOST_SHARE)
    .toSorted((a, b) => Number(b.kind === 'picture') - Number(a.kind === 'picture') || areaOf(b) - areaOf(a));
  const areas: PlacedArea[] = [];
  for (const area of large) {
    const overlaps = areas.some(
      (other) => sharedArea(area, other) > SAME_SHARE * Math.min(areaOf(area), areaOf(other)),
    );
    if (!overlaps) areas.push(area);
  }
  return areas
    .toSorted((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MOST_AREAS)
    .map(({ left, top, width, height }) => ({ left, top, width, height }));
}

export const areaFinding = (box: FractionBox): Finding => ({
  kind: 'Area',
  origin: 'Layout',
  box,
  action: null,
  title: null,
});

/** The smallest area that holds most of a place; null where none does. */
export function areaAround(box: FractionBox, areas: readonly FractionBox[]): FractionBox | null {
  const holding = areas.filter((area) => sharedArea(box, area) >= SAME_SHARE * areaOf(box));
  return holding.toSorted((a, b) => areaOf(a) - areaOf(b))[0] ?? null;
}
