#pragma once

#include "core/verification/match.h"
#include "core/verification/options.h"

namespace loupe::verification {

/** What the transform of a pose was free to follow, and so what agrees with it more than chance would have
 * it. */
enum class MotionModel {
  /** A homography. */
  kHomography,
  /** Pairs of keypoints, as bent paper lies. */
  kBent,
  /** Gray values, too. */
  kRegistered,
};

/** How overlapping blocks of the thumbnail agree in which it or the query shows something. */
struct OverlapAgreement {
  /** Share of them that correlate little, 0..1. */
  float disagreeing_share = 0.0f;
  /** Mean of their correlations, and the least of them; -1..1. */
  float mean_correlation = 0.0f;
  float least_correlation = 0.0f;
};

/** Measured facts about one candidate, before the decision. */
struct CandidateFacts {
  MatchEvidence evidence;
  MatchScores scores;
  bool has_homography = false;
  bool is_plausible_view = false;
  /** Correlation of gray values before slow changes of light are removed. */
  float plain_correlation = 0.0f;
  /** Cells of a coarse grid over the reference that hold guided inliers. */
  int covered_cells = 0;
  /** Cells of a fine grid that hold guided inliers: the effective number of inliers, since one corner may be
   * found on many levels. */
  int inlier_cells = 0;
  /** Share of the visible reference keypoints that were found again, 0..1. */
  float found_again_share = 0.0f;
  /** Mean Hamming distance of the points found again. */
  float mean_hamming = 256.0f;
  OverlapAgreement overlapping;
  /** How exactly the reference fills the query, uncropped and unslanted: 1 where corners fall on corners, 0
   * where it does not. */
  float same_frame = 0.0f;
  int visible_keypoints = 0;
  MotionModel motion_model = MotionModel::kHomography;
  /** The look at the query that it was found in: others than the first are taken where that found nothing. */
  Look look = Look::kFirst;
};

/** How much speaks for a candidate by its points and gray values alone: what is refined, and in which order.
 */
float EvidenceScore(const MatchEvidence& evidence, const ScoreOptions& options);

/** The logarithm of the odds that a candidate is right, by the fitted model; less than any match has where
 * there is too little for the model to speak. */
float LogOdds(const CandidateFacts& facts, const DecisionOptions& options);

/** Chooses the decision word: a cut on LogOdds; `threshold` is VerifyRequest::threshold. */
Decision Decide(const CandidateFacts& facts, float threshold, const DecisionOptions& options);

/**
 * 0 (same) to 1 (nothing in common), whatever the threshold: LogOdds in another scale, on which a match by
 * the shipped threshold has at most 0.5, and a clone a tenth of what a match would have.
 */
float MatchDistance(const CandidateFacts& facts, const DecisionOptions& options);

}  // namespace loupe::verification
