#include "core/verification/decide.h"

#include <algorithm>
#include <cmath>

namespace loupe::verification {
namespace {

/** Log odds that a match needs. */
float RequiredLogOdds(float threshold, const DecisionOptions& o) {
  const float t = std::clamp(std::isfinite(threshold) ? threshold : 0.5f, 0.0f, 1.0f);
  return o.match_log_odds +
         (t < 0.5f ? o.looser_log_odds * (1.0f - 2.0f * t) : o.stricter_log_odds * (2.0f * t - 1.0f));
}

bool IsClone(const CandidateFacts& f, const CloneOptions& o) {
  if (f.same_frame <= 0.0f || f.plain_correlation < o.min_plain_correlation ||
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

/** Whether a bent pose put points where they belong, and not only nearer. */
bool IsPrecise(const CandidateFacts& f, const DecisionOptions& o) {
  return f.motion_model == MotionModel::kHomography ||
         f.evidence.precise_share >= o.min_precise_share_of_bent;
}

/** Whether there is enough of it that the model may speak: it was fitted on whole poses, not on strips and a
 * few strokes. */
bool MaySpeak(const CandidateFacts& f, const DecisionOptions& o) {
  return f.has_homography && f.is_plausible_view && f.covered_cells >= o.min_covered_cells &&
         f.inlier_cells >= o.min_inlier_cells && f.evidence.z_score >= o.min_z &&
         f.scores.box_covered_surface >= o.min_covered_surface &&
         f.evidence.spread_share >= o.min_spread_share && IsPrecise(f, o);
}

}  // namespace

float EvidenceScore(const MatchEvidence& e, const ScoreOptions& o) {
  return o.offset + o.of_log_z * std::log(std::max(0.0f, e.z_score) + 1.0f) +
         o.of_global_correlation * e.global_correlation + o.of_block_correlation * e.block_correlation +
         o.of_precise_share * (e.precise_share - o.usual_precise_share) -
         o.of_chance_share * std::max(0.0f, e.chance_share - o.usual_chance_share);
}

float LogOdds(const CandidateFacts& f, const DecisionOptions& o) {
  const DecisionFacts facts = DecisionFactsOf(f);
  float sum = o.model.offset;
  for (size_t i = 0; i < facts.size(); ++i) sum += o.model.weights[i] * facts[i];
  if (f.look == Look::kSlanted) sum -= o.slanted_log_odds;
  if (IsClone(f, o.clone)) return std::max(sum, o.clone_log_odds);
  if (MaySpeak(f, o)) return sum;
  // Below what the loosest threshold asks for.
  return std::min(sum, o.match_log_odds + o.looser_log_odds - o.refused_log_odds);
}

Decision Decide(const CandidateFacts& f, float threshold, const DecisionOptions& o) {
  if (!f.has_homography) return Decision::kDifferent;
  if (!f.is_plausible_view) {
    return f.evidence.guided_count >= o.min_rejected_inliers ? Decision::kRejectedGeometry
                                                             : Decision::kDifferent;
  }
  const float log_odds = LogOdds(f, o);
  const bool is_more_than_chance =
      f.evidence.z_score >= o.similar_z && log_odds >= o.match_log_odds + o.similar_log_odds;
  if (f.covered_cells < o.min_covered_cells) {
    return is_more_than_chance ? Decision::kRejectedBoxShape : Decision::kDifferent;
  }
  if (log_odds >= RequiredLogOdds(threshold, o))
    return IsClone(f, o.clone) ? Decision::kClone : Decision::kMatch;
  return is_more_than_chance ? Decision::kSimilar : Decision::kDifferent;
}

float MatchDistance(const CandidateFacts& f, const DecisionOptions& o) {
  constexpr float kLoosest = 0.0f;
  if (Decide(f, kLoosest, o) == Decision::kDifferent) return 1.0f;
  const float above = LogOdds(f, o) - o.match_log_odds;
  const float distance = 1.0f / (1.0f + std::exp(o.distance_slope * above));
  return Decide(f, kShippedThreshold, o) == Decision::kClone ? o.clone_distance * distance : distance;
}

}  // namespace loupe::verification
