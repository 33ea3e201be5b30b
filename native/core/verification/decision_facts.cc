#include "core/verification/decision_facts.h"

#include <algorithm>
#include <cmath>

#include "core/verification/decide.h"

namespace loupe::verification {
namespace {

/** From here on more of it says less, or more. */
constexpr float kUsualLogZ = 3.1f;
constexpr float kUsualLogCells = 3.4f;
/** Usual share of the inliers that chance explains. */
constexpr float kUsualChanceShare = 0.3f;
constexpr float kSmallestScale = 0.01f;
/** Mean Hamming distances of right candidates; what lies beyond says no more. */
constexpr float kLeastHamming = 25.0f;
constexpr float kMostHamming = 60.0f;

}  // namespace

const std::array<const char*, kDecisionFactCount>& DecisionFactNames() {
  static constexpr std::array<const char*, kDecisionFactCount> kNames = {
      "logZ",
      "logZBeyondUsual",
      "logCells",
      "logCellsBeyondUsual",
      "globalCorrelation",
      "blockCorrelation",
      "lowerBlockCorrelation",
      "preciseShare",
      "chanceShare",
      "chanceShareBeyondUsual",
      "unconfirmedShare",
      "spreadShare",
      "logScale",
      "isBent",
      "isRegistered",
      "followedCorrelation",
      "followedChance",
      "followedPrecise",
      "unrivalledShare",
      "meanHamming",
      "disagreeingShare",
      "meanCorrelation",
      "leastCorrelation",
      "framedDisagreeing",
      "framedUnconfirmed",
      "isCloserLook",
  };
  return kNames;
}

DecisionFacts DecisionFactsOf(const CandidateFacts& f) {
  const MatchEvidence& e = f.evidence;
  // What a pose was free to follow agrees with it more than chance would have it.
  const float followed = f.motion_model == MotionModel::kHomography ? 0.0f : 1.0f;
  const float log_z = std::log(std::max(0.0f, e.z_score) + 1.0f);
  const float log_cells = std::log(static_cast<float>(f.inlier_cells) + 1.0f);
  // A copy that fills the frame of its original agrees throughout; another edition fills it, too, and does
  // not.
  const float framed_disagreeing = f.same_frame * f.overlapping.disagreeing_share;
  const float framed_unconfirmed = f.same_frame * e.unconfirmed_share;
  return {log_z,
          std::max(0.0f, log_z - kUsualLogZ),
          log_cells,
          std::max(0.0f, log_cells - kUsualLogCells),
          e.global_correlation,
          e.block_correlation,
          e.lower_block_correlation,
          e.precise_share,
          e.chance_share,
          std::max(0.0f, e.chance_share - kUsualChanceShare),
          e.unconfirmed_share,
          e.spread_share,
          std::log(std::max(kSmallestScale, e.scale)),
          f.motion_model == MotionModel::kBent ? 1.0f : 0.0f,
          f.motion_model == MotionModel::kRegistered ? 1.0f : 0.0f,
          followed * e.global_correlation,
          followed * e.chance_share,
          followed * e.precise_share,
          e.unrivalled_share,
          std::clamp(f.mean_hamming, kLeastHamming, kMostHamming),
          f.overlapping.disagreeing_share,
          f.overlapping.mean_correlation,
          f.overlapping.least_correlation,
          framed_disagreeing,
          framed_unconfirmed,
          f.look == Look::kCloser ? 1.0f : 0.0f};
}

}  // namespace loupe::verification
