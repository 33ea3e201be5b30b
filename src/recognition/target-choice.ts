/** Which of several recognized targets a photo means. */
import type { Point, SearchHit } from '../vision/types.js';

/** What is needed of a hit, and the page that its target lies on. */
export interface Candidate extends Pick<SearchHit, 'distance' | 'queryFromReference' | 'query'> {
  readonly elementId: string;
  /** The page itself, or the page of a zone. */
  readonly imageId: string;
}

const center: Point = [0.5, 0.5];

/**
 * Orders candidates, the meant one first. The best candidate decides the page. Of several targets on that page the
 * photo means the one that its center lies in (of nested zones the smallest), else the one nearest to its center;
 * the targets of other pages follow by distance.
 *
 * @param candidates recognized targets, best first
 */
export function orderCandidates<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const best = candidates[0];
  if (best === undefined) return [];
  const samePage = candidates.filter((candidate) => candidate.imageId === best.imageId);
  const others = candidates.filter((candidate) => candidate.imageId !== best.imageId);
  if (samePage.length === 1) return candidates;
  const aimed = samePage
    .map((candidate) => ({ candidate, aim: aimAt(outlineInQuery(candidate)) }))
    .sort(
      (a, b) =>
        Number(b.aim.isCentered) - Number(a.aim.isCentered) ||
        a.aim.measure - b.aim.measure ||
        a.candidate.distance - b.candidate.distance,
    );
  return [...aimed.map(({ candidate }) => candidate), ...others];
}

/** The target's corners in the photo, from its homography, or the corners of the matched box without one. */
export function outlineInQuery({
  queryFromReference,
  query,
}: Pick<Candidate, 'queryFromReference' | 'query'>): readonly Point[] {
  if (queryFromReference === null) return query.box;
  const corners: readonly Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = queryFromReference;
  return corners.map(([x, y]) => {
    const w = g * x + h * y + i;
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
  });
}

/** Whether the photo's center lies in the outline; then its area, otherwise the distance of its middle from there. */
function aimAt(outline: readonly Point[]): { readonly isCentered: boolean; readonly measure: number } {
  if (contains(outline, center)) return { isCentered: true, measure: areaOf(outline) };
  const x = outline.reduce((sum, point) => sum + point[0], 0) / outline.length;
  const y = outline.reduce((sum, point) => sum + point[1], 0) / outline.length;
  return { isCentered: false, measure: Math.hypot(x - center[0], y - center[1]) };
}

function edgesOf(outline: readonly Point[]): readonly (readonly [Point, Point])[] {
  return outline.map((point, at) => [point, outline[(at + 1) % outline.length] ?? point]);
}

/** Even-odd rule. */
function contains(outline: readonly Point[], [x, y]: Point): boolean {
  const crossings = edgesOf(outline).filter(
    ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
  );
  return crossings.length % 2 === 1;
}

/** Shoelace formula. */
function areaOf(outline: readonly Point[]): number {
  return Math.abs(edgesOf(outline).reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0)) / 2;
}
