#include "decide.h"

#include <algorithm>
#include <cmath>

namespace loupe {
namespace {

constexpr int kMinInliers = 8;
constexpr float kMatchZ = 12.0f;
constexpr float kMatchGlobalCorrelation = 0.2f;
constexpr float kMatchBlockCorrelation = 0.28f;
constexpr float kMatchCoveredSurface = 0.3f;
constexpr int kMinConfirmedCells = 4;
/**
 * So many points confirmed over so much of the picture need no agreement of gray values, which glare,
 * inverted prints and colored light destroy. The strongest unrelated candidates have a z of 29 at a covered
 * surface of 0.3.
 */
constexpr float kCertainZ = 40.0f;
constexpr float kCertainCoveredSurface = 0.5f;
constexpr float kSimilarZ = 6.0f;
constexpr int kRejectionInliers = 12;

constexpr float kClonePlainCorrelation = 0.95f;
constexpr float kCloneBlockCorrelation = 0.9f;
constexpr float kCloneWorstBlockCorrelation = 0.5f;
constexpr float kCloneFoundAgainShare = 0.5f;

/** Factor on the limits: 1 at 0.5, 0.75 at 0, 1.5 at 1. */
float Strictness(float threshold) {
  const float t = std::clamp(std::isfinite(threshold) ? threshold : 0.5f, 0.0f, 1.0f);
  return t < 0.5f ? 0.75f + 0.5f * t : 1.0f + (t - 0.5f);
}

bool IsClone(const CandidateFacts& f) {
  return f.is_same_frame && f.plain_correlation >= kClonePlainCorrelation &&
         f.evidence.block_correlation >= kCloneBlockCorrelation &&
         f.evidence.worst_block_correlation >= kCloneWorstBlockCorrelation &&
         f.found_again_share >= kCloneFoundAgainShare;
}

bool IsMatch(const CandidateFacts& f, float strictness) {
  return f.evidence.shifted_null_z >= kMatchZ * strictness &&
         f.evidence.global_correlation >= kMatchGlobalCorrelation * strictness &&
         f.evidence.block_correlation >= kMatchBlockCorrelation * strictness &&
         f.scores.box_covered_surface >= kMatchCoveredSurface * strictness;
}

bool IsCertain(const CandidateFacts& f, float strictness) {
  return f.evidence.shifted_null_z >= kCertainZ * strictness &&
         f.scores.box_covered_surface >= kCertainCoveredSurface * strictness;
}

}  // namespace

Decision Decide(const CandidateFacts& f, float threshold) {
  if (!f.has_homography || f.evidence.inlier_count < kMinInliers) return Decision::kDifferent;
  if (!f.is_plausible_view) {
    return f.evidence.inlier_count >= kRejectionInliers ? Decision::kRejectedGeometry : Decision::kDifferent;
  }
  const float strictness = Strictness(threshold);
  if (f.confirmed_cells < kMinConfirmedCells) {
    return f.evidence.shifted_null_z >= kSimilarZ ? Decision::kRejectedBoxShape : Decision::kDifferent;
  }
  if (IsMatch(f, strictness) || IsCertain(f, strictness))
    return IsClone(f) ? Decision::kClone : Decision::kMatch;
  return f.evidence.shifted_null_z >= kSimilarZ ? Decision::kSimilar : Decision::kDifferent;
}

float MatchDistance(const CandidateFacts& f, Decision decision) {
  if (decision == Decision::kDifferent) return 1.0f;
  const float completeness = 0.5f + 0.5f * f.scores.box_covered_surface;
  const float distance = 1.0f - f.scores.match_strength * completeness;
  return std::clamp(decision == Decision::kClone ? distance * 0.1f : distance, 0.0f, 1.0f);
}

}  // namespace loupe
