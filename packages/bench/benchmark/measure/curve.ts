/** Recall against false accepts, as the least score that counts as recognized moves. */
import type { CurvePoint } from '../report/result.js';

export interface ScoredAnswer {
  /** Score of the best reference; -Infinity when there was none. */
  readonly score: number;
  readonly isRight: boolean;
}

const POINT_LIMIT = 60;

/**
 * One point for each score at which something changes, thinned to at most 60.
 *
 * @param positives  answers to pictures that show a reference
 * @param negatives  answers to pictures that show none
 */
export function traceCurve(
  method: string,
  positives: readonly ScoredAnswer[],
  negatives: readonly ScoredAnswer[],
): CurvePoint[] {
  if (positives.length === 0 || negatives.length === 0) return [];
  const scores = [...positives, ...negatives].map(({ score }) => score).filter(Number.isFinite);
  const distinct = [...new Set(scores)].sort((a, b) => b - a);
  const step = Math.max(1, Math.ceil(distinct.length / POINT_LIMIT));
  return distinct
    .filter((_, rank) => rank % step === 0 || rank === distinct.length - 1)
    .map((least) => ({
      method,
      recall: positives.filter(({ score, isRight }) => isRight && score >= least).length / positives.length,
      falseAccepts: negatives.filter(({ score }) => score >= least).length / negatives.length,
    }));
}
