#pragma once

#include "core/verification/match.h"

namespace loupe::verification {

/** What a placement was free to follow, and so what agrees with it more than chance would have it. */
enum class Freedom {
  /** A homography. */
  kFlat,
  /** Pairs of keypoints, as bent paper lies. */
  kBent,
  /** Gray values, too. */
  kRegistered,
};

/** Measured facts about one candidate, before the decision. */
struct CandidateFacts {
  MatchEvidence evidence;
  MatchScores scores;
  bool has_homography = false;
  bool is_plausible_view = false;
  /** Correlation of gray values before slow changes of light are removed. */
  float plain_correlation = 0.0f;
  /** Number of grid cells of the reference that hold confirmed points. */
  int confirmed_cells = 0;
  /** Number of places, a small step apart, that hold confirmed points: one corner may be found on many
   * levels. */
  int confirmed_spots = 0;
  /** Share of the visible reference keypoints that were found again, 0..1. */
  float found_again_share = 0.0f;
  /** Mean Hamming distance of the points found again. */
  float mean_hamming = 256.0f;
  /** Whether the reference fills the query, uncropped and unslanted. */
  bool is_same_frame = false;
  int visible_keypoints = 0;
  Freedom freedom = Freedom::kFlat;
};

/** About the logarithm of the odds that a candidate is right: a weighted sum of its evidence. */
float EvidenceScore(const MatchEvidence& evidence);

/** Chooses the decision word; `threshold` is VerifyOptions::threshold. */
Decision Decide(const CandidateFacts& facts, float threshold);

/** 0 (same) to 1 (nothing in common); smaller for a stronger and more completely confirmed match. */
float MatchDistance(const CandidateFacts& facts, Decision decision);

}  // namespace loupe::verification
