/** Facts of candidates as tests of the decision begin with them. */
#pragma once

#include <cmath>
#include <cstddef>

#include "core/verification/decide.h"

namespace loupe::test {

using verification::CandidateFacts;
using verification::DecisionOptions;

/** The shipped threshold. */
inline constexpr float kShipped = 0.5f;

/** Its place among the facts. */
inline constexpr size_t kGlobalCorrelation = 4;

/** A model of its own, so that what is tested here does not move when the decision is fitted again. */
inline DecisionOptions Options() {
  DecisionOptions options;
  options.model.weights.fill(0.0f);
  options.model.weights[kGlobalCorrelation] = 10.0f;
  options.model.offset = -5.0f;
  options.match_log_odds = 0.0f;
  return options;
}
inline const DecisionOptions kOptions = Options();

/** The next number below, or the next whole number. */
inline float Below(float value) { return std::nextafter(value, -1e9f); }

/** A match that stands well above every floor. */
inline CandidateFacts Match() {
  CandidateFacts f;
  f.has_homography = true;
  f.is_plausible_view = true;
  f.covered_cells = 10;
  f.inlier_cells = 25;
  f.visible_keypoints = 100;
  f.found_again_share = 0.6f;
  f.mean_hamming = 38.0f;
  f.plain_correlation = 0.7f;
  f.scores.box_covered_surface = 0.6f;
  f.evidence.guided_count = 40;
  f.evidence.z_score = 12.0f;
  f.evidence.global_correlation = 0.7f;
  f.evidence.block_correlation = 0.7f;
  f.evidence.lower_block_correlation = 0.6f;
  f.evidence.worst_block_correlation = 0.5f;
  f.overlapping = {0.15f, 0.65f, 0.2f};
  f.evidence.precise_share = 0.5f;
  f.evidence.chance_share = 0.1f;
  f.evidence.spread_share = 0.9f;
  f.evidence.unrivalled_share = 0.75f;
  f.evidence.scale = 0.8f;
  return f;
}

inline CandidateFacts Clone() {
  CandidateFacts f = Match();
  f.plain_correlation = kOptions.clone.min_plain_correlation;
  f.scores.box_covered_surface = kOptions.clone.min_covered_surface;
  f.evidence.global_correlation = 0.95f;
  f.evidence.block_correlation = kOptions.clone.min_block_correlation;
  f.evidence.worst_block_correlation = kOptions.clone.min_worst_block_correlation;
  f.overlapping = {0.0f, 0.9f, 0.7f};
  f.same_frame = 0.9f;
  f.found_again_share = kOptions.clone.min_found_again_share;
  return f;
}

/** The same picture at a fraction of its size: few keypoints are left, every block agrees. */
inline CandidateFacts ReducedClone() {
  CandidateFacts f = Clone();
  f.found_again_share = 0.1f;
  f.evidence.block_correlation = kOptions.clone.min_block_correlation_of_reduced;
  f.evidence.worst_block_correlation = kOptions.clone.min_worst_block_correlation_of_reduced;
  return f;
}

/** Less than a match, more than chance. */
inline CandidateFacts Similar() {
  CandidateFacts f = Match();
  f.evidence.z_score = 20.0f;
  f.evidence.global_correlation = 0.3f;
  return f;
}

}  // namespace loupe::test
