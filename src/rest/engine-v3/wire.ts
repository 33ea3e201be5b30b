/** How the engine's management interface writes what the services answer. */
import type { FineComparisonView } from '../../applications/comparison.service.js';
import type { PairComparison } from '../../applications/pair-comparison.js';
import type { ApplicationView, SearchPage } from '../../applications/views.js';
import type { ExplainedMatch, LocalMatch, MatchSide } from '../../vision/types.js';

export function applicationWire({ purpose: _purpose, ...view }: ApplicationView) {
  return view;
}

const sideWire = ({ originalSize, resizedSize, box, boxArea }: MatchSide) => ({
  originalSize,
  resizedSize,
  box,
  boxArea,
});

function matchWire(match: LocalMatch) {
  const { decision, distance, query, reference, scores, queryFromReference, inlierCount, isMirrored } = match;
  return {
    decision,
    distance,
    query: sideWire(query),
    reference: sideWire(reference),
    scores: { ...scores },
    queryFromReference,
    inlierCount,
    isMirrored,
  };
}

export const explainedMatchWire = (match: ExplainedMatch) => ({ ...matchWire(match), points: match.points });

export function searchWire({ total, hits }: SearchPage) {
  return {
    total,
    hits: hits.map(({ id, keywords, distance, match, similarity }) => ({
      id,
      keywords,
      distance,
      match: match === null ? null : matchWire(match),
      similarity,
    })),
  };
}

export function comparisonWire(pair: PairComparison, fine: FineComparisonView | null) {
  const { distance, shapeDistance, colorDistance } = pair.appearance;
  return {
    match: explainedMatchWire(pair.match),
    similarity: { distance, shapeDistance, colorDistance },
    grade: pair.grade,
    overlay: pair.overlayJpeg.toString('base64'),
    fine: fine === null ? null : fineWire(fine),
  };
}

function fineWire({ score, visibleShare, differences, referenceJpeg, queryJpeg }: FineComparisonView) {
  return {
    score,
    visibleShare,
    differences,
    reference: referenceJpeg.toString('base64'),
    query: queryJpeg.toString('base64'),
  };
}
