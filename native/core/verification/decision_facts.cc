#include "core/verification/decision_facts.h"

#include <algorithm>
#include <cmath>

#include "core/verification/decide.h"

namespace loupe::verification {
namespace {

/** With so many cells more of them say little more. */
constexpr float kManyCells = 20.0f;
/** Usual share of the inliers that chance explains. */
constexpr float kUsualChanceShare = 0.3f;
constexpr float kSmallestScale = 0.01f;

}  // namespace

const std::array<const char*, kDecisionFactCount>& DecisionFactNames() {
  static constexpr std::array<const char*, kDecisionFactCount> kNames = {
      "logZ",
      "logCells",
      "fewCells",
      "globalCorrelation",
      "blockCorrelation",
      "lowerBlockCorrelation",
      "contradictingShare",
      "preciseShare",
      "chanceShare",
      "chanceShareBeyondUsual",
      "coveredSurface",
      "foundAgainShare",
      "meanHamming",
      "unconfirmedShare",
      "spreadShare",
      "slant",
      "logScale",
      "isBent",
      "isRegistered",
  };
  return kNames;
}

DecisionFacts DecisionFactsOf(const CandidateFacts& f) {
  const MatchEvidence& e = f.evidence;
  const auto cells = static_cast<float>(f.inlier_cells);
  return {std::log(std::max(0.0f, e.z_score) + 1.0f),
          std::log(cells + 1.0f),
          std::max(0.0f, 1.0f - cells / kManyCells),
          e.global_correlation,
          e.block_correlation,
          e.lower_block_correlation,
          e.contradicting_share,
          e.precise_share,
          e.chance_share,
          std::max(0.0f, e.chance_share - kUsualChanceShare),
          f.scores.box_covered_surface,
          f.found_again_share,
          f.mean_hamming / 100.0f,
          e.unconfirmed_share,
          e.spread_share,
          e.slant,
          std::log(std::max(kSmallestScale, e.scale)),
          f.motion_model == MotionModel::kBent ? 1.0f : 0.0f,
          f.motion_model == MotionModel::kRegistered ? 1.0f : 0.0f};
}

}  // namespace loupe::verification
