#include "core/verification/decide.h"

#include <algorithm>
#include <cmath>

namespace loupe::verification {
namespace {

float RequiredScore(float threshold, const DecisionOptions& o) {
  const float t = std::clamp(std::isfinite(threshold) ? threshold : 0.5f, 0.0f, 1.0f);
  return o.match_score +
         (t < 0.5f ? o.looser_score * (1.0f - 2.0f * t) : o.stricter_score * (2.0f * t - 1.0f));
}

bool IsClone(const CandidateFacts& f, const CloneOptions& o) {
  if (!f.is_same_frame || f.plain_correlation < o.min_plain_correlation ||
      f.scores.box_covered_surface < o.min_covered_surface) {
    return false;
  }
  const MatchEvidence& e = f.evidence;
  const bool full = f.found_again_share >= o.min_found_again_share &&
                    e.block_correlation >= o.min_block_correlation &&
                    e.worst_block_correlation >= o.min_worst_block_correlation;
  const bool reduced = e.block_correlation >= o.min_block_correlation_of_reduced &&
                       e.worst_block_correlation >= o.min_worst_block_correlation_of_reduced;
  return full || reduced;
}

bool IsCertain(const CandidateFacts& f, float threshold, const DecisionOptions& o) {
  const float strictness = 1.0f + std::max(0.0f, RequiredScore(threshold, o)) / o.stricter_score;
  const bool is_precise = f.evidence.precise_share >= o.certain.min_precise_share;
  return f.evidence.z_score >= (is_precise ? o.certain.min_z_of_precise : o.certain.min_z) * strictness &&
         f.inlier_cells >= o.certain.min_inlier_cells &&
         f.scores.box_covered_surface >= o.certain.min_covered_surface;
}

/** Whether the agreement is more than the freedom of the motion model explains. */
bool JustifiesItsMotionModel(const CandidateFacts& f, const DecisionOptions& o) {
  if (f.motion_model == MotionModel::kHomography) return true;
  const bool is_bent = f.motion_model == MotionModel::kBent;
  return f.inlier_cells >= o.min_inlier_cells_of_bent &&
         f.evidence.global_correlation >=
             (is_bent ? o.min_correlation_of_bent : o.min_correlation_of_registered) &&
         f.evidence.chance_share <= (is_bent ? o.max_chance_share_of_bent : o.max_chance_share_of_registered);
}

bool IsMatch(const CandidateFacts& f, float threshold, const DecisionOptions& o) {
  if (IsCertain(f, threshold, o)) return true;
  const bool same_pixels =
      std::min(f.evidence.global_correlation, f.evidence.block_correlation) >= o.same_pixels_correlation;
  const float min_z = same_pixels ? o.min_z_of_same_pixels : o.min_z;
  const float missing_cells = static_cast<float>(std::max(0, o.many_inlier_cells - f.inlier_cells));
  const float needed = RequiredScore(threshold, o) + o.score_for_missing_cell * missing_cells +
                       (f.motion_model == MotionModel::kHomography ? 0.0f : o.score_for_bending);
  return JustifiesItsMotionModel(f, o) && f.inlier_cells >= o.min_inlier_cells &&
         f.evidence.z_score >= min_z && f.scores.box_covered_surface >= o.min_covered_surface &&
         EvidenceScore(f.evidence, o.score) >= needed;
}

}  // namespace

float EvidenceScore(const MatchEvidence& e, const ScoreOptions& o) {
  return o.offset + o.of_log_z * std::log(std::max(0.0f, e.z_score) + 1.0f) +
         o.of_global_correlation * e.global_correlation + o.of_block_correlation * e.block_correlation +
         o.of_precise_share * (e.precise_share - o.usual_precise_share) -
         o.of_chance_share * std::max(0.0f, e.chance_share - o.usual_chance_share);
}

Decision Decide(const CandidateFacts& f, float threshold, const DecisionOptions& o) {
  if (!f.has_homography) return Decision::kDifferent;
  if (!f.is_plausible_view) {
    return f.evidence.guided_count >= o.min_rejected_inliers ? Decision::kRejectedGeometry
                                                             : Decision::kDifferent;
  }
  const bool is_more_than_chance =
      f.evidence.z_score >= o.similar_z && EvidenceScore(f.evidence, o.score) >= o.similar_score;
  if (f.covered_cells < o.min_covered_cells) {
    return is_more_than_chance ? Decision::kRejectedBoxShape : Decision::kDifferent;
  }
  if (IsMatch(f, threshold, o)) return IsClone(f, o.clone) ? Decision::kClone : Decision::kMatch;
  return is_more_than_chance ? Decision::kSimilar : Decision::kDifferent;
}

float MatchDistance(const CandidateFacts& f, const DecisionOptions& o) {
  constexpr float kLoosest = 0.0f;
  if (Decide(f, kLoosest, o) == Decision::kDifferent) return 1.0f;
  const float certainty = 1.0f / (1.0f + std::exp(-0.35f * EvidenceScore(f.evidence, o.score)));
  const float completeness = 0.6f + 0.4f * f.scores.box_covered_surface;
  const float distance = std::clamp(1.0f - certainty * completeness, 0.0f, 1.0f);
  return Decide(f, kShippedThreshold, o) == Decision::kClone ? 0.1f * distance : distance;
}

}  // namespace loupe::verification
