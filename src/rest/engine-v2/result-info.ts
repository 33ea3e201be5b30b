/** The `result_info` member of search results: JSON text of category LOCALMATCHING or SIMILARITY. */
import type { ApplicationKind } from '../../engine/application.entity.js';
import type { SimilarityScores } from '../../engine/views.js';
import type { LocalMatch, MatchSide, Point, Size } from '../../engine-host/types.js';

/** Coordinates are fractions of the image, to four decimals; the coefficients map fractions to fractions. */
export function localMatching(kind: ApplicationKind, match: LocalMatch): string {
  const side = kind === 'media' ? mediaSide : mobileSide;
  return JSON.stringify({
    category: 'LOCALMATCHING',
    query: side(match.query),
    reference: side(match.reference),
    distance: round(match.distance, 4),
    ...(kind === 'media' ? {} : { scores: scoresOf(match) }),
    homography: {
      source: 'reference',
      destination: 'query',
      coefficients: (match.queryFromReference ?? []).map((value) => round(value, 6)),
    },
    decision: match.decision,
  });
}

/** The result's score is `(1 - colorweight) * shapeScore + colorweight * colorScore`. */
export function similarity({ shapeDistance, colorDistance, colorWeight }: SimilarityScores): string {
  return JSON.stringify({
    category: 'SIMILARITY',
    colorScore: round(colorDistance, 6),
    shapeScore: round(shapeDistance, 6),
    colorweight: colorWeight,
  });
}

function scoresOf({ scores }: LocalMatch) {
  return {
    boxCoveredSurface: round(scores.boxCoveredSurface, 4),
    boxPointsRatio: round(scores.boxPointsRatio, 4),
    boxPointsRatioHomography: round(scores.boxPointsRatioHomography, 4),
    matchStrength: round(scores.matchStrength, 4),
  };
}

function mobileSide(side: MatchSide) {
  return {
    originalDimensions: side.originalSize,
    resizedDimensions: resizedSize(side),
    matchingBox: { points: side.box.map(roundPoint), area: round(side.boxArea, 4) },
  };
}

/** The size that the engine worked on; for small pictures, which it enlarges, their own size. */
function resizedSize({ originalSize, resizedSize: resized }: MatchSide): Size {
  return resized[0] > originalSize[0] || resized[1] > originalSize[1] ? originalSize : resized;
}

/** A box without rotation: the bounds of the four corners, within the image. */
function mediaSide(side: MatchSide) {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const xs = side.box.map(([x]) => within(x));
  const ys = side.box.map(([, y]) => within(y));
  return {
    originalDimensions: side.originalSize,
    resizedDimensions: resizedSize(side),
    matchingBox: {
      topLeftPoint: roundPoint([Math.min(...xs), Math.min(...ys)]),
      bottomRightPoint: roundPoint([Math.max(...xs), Math.max(...ys)]),
    },
  };
}

function roundPoint([x, y]: Point): Point {
  return [round(x, 4), round(y, 4)];
}

/** Rounds to some decimals; never gives -0. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor + 0;
}
