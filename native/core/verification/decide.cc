#include "core/verification/decide.h"

#include <algorithm>
#include <cmath>

namespace loupe::verification {
namespace {

/**
 * Weights of the evidence score: a logistic regression on candidates of photos of DVD covers, paintings,
 * creased pages and manual pages, rounded. Among candidates like those the score is about the logarithm of
 * the odds that one is right; elsewhere it only orders them.
 */
constexpr float kScoreOffset = -18.0f;
constexpr float kWeightOfLogZ = 3.6f;
constexpr float kWeightOfGlobalCorrelation = 12.0f;
constexpr float kWeightOfBlockCorrelation = 4.0f;
constexpr float kWeightOfPreciseShare = 6.4f;
constexpr float kUsualPreciseShare = 0.5f;
/** Where chance explains more than this share of the guided inliers, each further share costs so much. */
constexpr float kUsualChanceShare = 0.3f;
constexpr float kWeightOfChanceShare = 5.0f;

/**
 * Score of a match at the shipped threshold. What it lets through is measured in
 * docs/benchmarks/engine-figures.md.
 */
constexpr float kMatchScore = 0.5f;
/** How far the score moves when the threshold goes to 0 or to 1. */
constexpr float kLooserScore = -1.5f;
constexpr float kStricterScore = 4.0f;

/** Floors that no other evidence outweighs; nearly all right candidates of the tuning photos are above them.
 */
constexpr int kMinInlierCells = 12;
constexpr float kMinZ = 6.0f;
/** Where gray values agree so well, whole and in the blocks, less than that is no accident, either. */
constexpr float kMinZOfSamePixels = 3.5f;
constexpr float kSamePixels = 0.8f;
/**
 * Floors of poses that were free to follow what they are judged by: sheets bend to shared headings, and
 * gray values that were followed agree by 0.15 more where nothing is right.
 */
constexpr float kScoreForBending = 0.4f;
constexpr int kMinInlierCellsOfBent = 20;
constexpr float kMinCorrelationOfBent = 0.5f;
constexpr float kMinCorrelationOfRegistered = 0.6f;
constexpr float kMaxChanceShareOfRegistered = 0.2f;
constexpr float kMinCoveredSurface = 0.2f;
constexpr int kMinCoveredCells = 4;

/** A match with inliers in fewer cells needs more score for each that is missing: a few strokes agree with
 * many drawings.
 */
constexpr int kManyInlierCells = 20;
constexpr float kScoreForMissingCell = 0.65f;

/**
 * So many inliers in so many cells need no agreement of gray values, which glare, inverted prints
 * and colored light destroy. Drawings of few strokes reach a z of 60 by chance, but in few cells.
 */
constexpr float kCertainZ = 36.0f;
/** Where they are precise, fewer suffice: along the lines of another page they are not. */
constexpr float kCertainZOfPrecise = 20.0f;
constexpr float kCertainPreciseShare = 0.55f;
constexpr int kCertainInlierCells = 30;
constexpr float kCertainCoveredSurface = 0.5f;

/** Less evidence than this is chance. */
constexpr float kSimilarScore = -5.0f;
constexpr float kSimilarZ = 5.0f;
constexpr int kRejectionInliers = 12;

/**
 * A clone shows the same picture throughout. Forms filled in by another hand reach a worst block of .30 and a
 * median of .84; digital copies (recompressed, resized, filtered, recolored) stay above .75 and .89.
 */
constexpr float kClonePlainCorrelation = 0.9f;
constexpr float kCloneCoveredSurface = 0.9f;
constexpr float kCloneBlockCorrelation = 0.88f;
constexpr float kCloneWorstBlockCorrelation = 0.7f;
constexpr float kCloneFoundAgainShare = 0.5f;
/** Copies that were much reduced keep fewer points, and must agree the more in every block. */
constexpr float kReducedCloneBlockCorrelation = 0.92f;
constexpr float kReducedCloneWorstBlockCorrelation = 0.8f;

float RequiredScore(float threshold) {
  const float t = std::clamp(std::isfinite(threshold) ? threshold : 0.5f, 0.0f, 1.0f);
  return kMatchScore + (t < 0.5f ? kLooserScore * (1.0f - 2.0f * t) : kStricterScore * (2.0f * t - 1.0f));
}

bool IsClone(const CandidateFacts& f) {
  if (!f.is_same_frame || f.plain_correlation < kClonePlainCorrelation ||
      f.scores.box_covered_surface < kCloneCoveredSurface) {
    return false;
  }
  const MatchEvidence& e = f.evidence;
  const bool full = f.found_again_share >= kCloneFoundAgainShare &&
                    e.block_correlation >= kCloneBlockCorrelation &&
                    e.worst_block_correlation >= kCloneWorstBlockCorrelation;
  const bool reduced = e.block_correlation >= kReducedCloneBlockCorrelation &&
                       e.worst_block_correlation >= kReducedCloneWorstBlockCorrelation;
  return full || reduced;
}

bool IsCertain(const CandidateFacts& f, float threshold) {
  const float strictness = 1.0f + std::max(0.0f, RequiredScore(threshold)) / kStricterScore;
  const bool is_precise = f.evidence.precise_share >= kCertainPreciseShare;
  return f.evidence.z_score >= (is_precise ? kCertainZOfPrecise : kCertainZ) * strictness &&
         f.inlier_cells >= kCertainInlierCells && f.scores.box_covered_surface >= kCertainCoveredSurface;
}

/** Whether the agreement is more than the freedom of the motion model explains. */
bool JustifiesItsMotionModel(const CandidateFacts& f) {
  if (f.motion_model == MotionModel::kHomography) return true;
  const bool is_bent = f.motion_model == MotionModel::kBent;
  return f.inlier_cells >= kMinInlierCellsOfBent &&
         f.evidence.global_correlation >= (is_bent ? kMinCorrelationOfBent : kMinCorrelationOfRegistered) &&
         f.evidence.chance_share <= (is_bent ? kUsualChanceShare : kMaxChanceShareOfRegistered);
}

bool IsMatch(const CandidateFacts& f, float threshold) {
  if (IsCertain(f, threshold)) return true;
  const bool same_pixels =
      std::min(f.evidence.global_correlation, f.evidence.block_correlation) >= kSamePixels;
  const float min_z = same_pixels ? kMinZOfSamePixels : kMinZ;
  const float missing_cells = static_cast<float>(std::max(0, kManyInlierCells - f.inlier_cells));
  const float needed = RequiredScore(threshold) + kScoreForMissingCell * missing_cells +
                       (f.motion_model == MotionModel::kHomography ? 0.0f : kScoreForBending);
  return JustifiesItsMotionModel(f) && f.inlier_cells >= kMinInlierCells && f.evidence.z_score >= min_z &&
         f.scores.box_covered_surface >= kMinCoveredSurface && EvidenceScore(f.evidence) >= needed;
}

}  // namespace

float EvidenceScore(const MatchEvidence& e) {
  return kScoreOffset + kWeightOfLogZ * std::log(std::max(0.0f, e.z_score) + 1.0f) +
         kWeightOfGlobalCorrelation * e.global_correlation + kWeightOfBlockCorrelation * e.block_correlation +
         kWeightOfPreciseShare * (e.precise_share - kUsualPreciseShare) -
         kWeightOfChanceShare * std::max(0.0f, e.chance_share - kUsualChanceShare);
}

Decision Decide(const CandidateFacts& f, float threshold) {
  if (!f.has_homography) return Decision::kDifferent;
  if (!f.is_plausible_view) {
    return f.evidence.guided_count >= kRejectionInliers ? Decision::kRejectedGeometry : Decision::kDifferent;
  }
  const bool is_more_than_chance =
      f.evidence.z_score >= kSimilarZ && EvidenceScore(f.evidence) >= kSimilarScore;
  if (f.covered_cells < kMinCoveredCells) {
    return is_more_than_chance ? Decision::kRejectedBoxShape : Decision::kDifferent;
  }
  if (IsMatch(f, threshold)) return IsClone(f) ? Decision::kClone : Decision::kMatch;
  return is_more_than_chance ? Decision::kSimilar : Decision::kDifferent;
}

float MatchDistance(const CandidateFacts& f, Decision decision) {
  if (decision == Decision::kDifferent) return 1.0f;
  const float certainty = 1.0f / (1.0f + std::exp(-0.35f * EvidenceScore(f.evidence)));
  const float completeness = 0.6f + 0.4f * f.scores.box_covered_surface;
  const float distance = std::clamp(1.0f - certainty * completeness, 0.0f, 1.0f);
  return decision == Decision::kClone ? 0.1f * distance : distance;
}

}  // namespace loupe::verification
