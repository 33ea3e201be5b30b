#include <functional>
#include <vector>

#include "core/verification/decide.h"
#include "test/candidate_facts.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

using test::Below;
using test::Clone;
using test::kOptions;
using test::kShipped;
using test::Match;
using test::ReducedClone;
using test::Similar;

using Change = std::function<void(CandidateFacts*)>;

/** A floor, crossed both ways: facts that stand on it, and the same facts just below. */
struct Floor {
  const char* name;
  CandidateFacts on;
  Change below;
  Decision decided_on, decided_below;
};

const std::vector<Floor>& Floors() {
  static const std::vector<Floor> floors = {
      {"a homography", Match(), [](auto* f) { f->has_homography = false; }, Decision::kMatch,
       Decision::kDifferent},
      {"a plausible view", Match(), [](auto* f) { f->is_plausible_view = false; }, Decision::kMatch,
       Decision::kRejectedGeometry},
      {"inliers of an implausible view",
       [] {
         CandidateFacts f = Match();
         f.is_plausible_view = false;
         f.evidence.guided_count = kOptions.min_rejected_inliers;
         return f;
       }(),
       [](auto* f) { --f->evidence.guided_count; }, Decision::kRejectedGeometry, Decision::kDifferent},
      {"covered cells",
       [] {
         CandidateFacts f = Match();
         f.covered_cells = kOptions.min_covered_cells;
         return f;
       }(),
       [](auto* f) { --f->covered_cells; }, Decision::kMatch, Decision::kRejectedBoxShape},
      {"z of a sliver",
       [] {
         CandidateFacts f = Match();
         f.covered_cells = 1;
         f.evidence.z_score = kOptions.similar_z;
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kRejectedBoxShape,
       Decision::kDifferent},
      {"covered surface",
       [] {
         CandidateFacts f = Match();
         f.scores.box_covered_surface = kOptions.min_covered_surface;
         return f;
       }(),
       [](auto* f) { f->scores.box_covered_surface = Below(f->scores.box_covered_surface); },
       Decision::kMatch, Decision::kSimilar},
      {"inlier cells",
       [] {
         CandidateFacts f = Match();
         f.inlier_cells = kOptions.min_inlier_cells;
         return f;
       }(),
       [](auto* f) { --f->inlier_cells; }, Decision::kMatch, Decision::kSimilar},
      {"spread of the inliers",
       [] {
         CandidateFacts f = Match();
         f.evidence.spread_share = kOptions.min_spread_share;
         return f;
       }(),
       [](auto* f) { f->evidence.spread_share = Below(f->evidence.spread_share); }, Decision::kMatch,
       Decision::kSimilar},
      {"precision of a bent pose",
       [] {
         CandidateFacts f = Match();
         f.motion_model = MotionModel::kBent;
         f.evidence.precise_share = kOptions.min_precise_share_of_bent;
         return f;
       }(),
       [](auto* f) { f->evidence.precise_share = Below(f->evidence.precise_share); }, Decision::kMatch,
       Decision::kSimilar},
      {"z",
       [] {
         CandidateFacts f = Match();
         f.evidence.z_score = kOptions.min_z;
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kMatch,
       Decision::kDifferent},
      {"the same frame of a clone", Clone(), [](auto* f) { f->same_frame = 0.0f; }, Decision::kClone,
       Decision::kMatch},
      {"gray values of a clone as they are", Clone(),
       [](auto* f) { f->plain_correlation = Below(f->plain_correlation); }, Decision::kClone,
       Decision::kMatch},
      {"covered surface of a clone", Clone(),
       [](auto* f) { f->scores.box_covered_surface = Below(f->scores.box_covered_surface); },
       Decision::kClone, Decision::kMatch},
      {"blocks of a clone", Clone(),
       [](auto* f) { f->evidence.block_correlation = Below(f->evidence.block_correlation); },
       Decision::kClone, Decision::kMatch},
      {"the worst block of a clone", Clone(),
       [](auto* f) { f->evidence.worst_block_correlation = Below(f->evidence.worst_block_correlation); },
       Decision::kClone, Decision::kMatch},
      {"keypoints of a clone found again", Clone(),
       [](auto* f) { f->found_again_share = Below(f->found_again_share); }, Decision::kClone,
       Decision::kMatch},
      {"blocks of a reduced clone", ReducedClone(),
       [](auto* f) { f->evidence.block_correlation = Below(f->evidence.block_correlation); },
       Decision::kClone, Decision::kMatch},
      {"the worst block of a reduced clone", ReducedClone(),
       [](auto* f) { f->evidence.worst_block_correlation = Below(f->evidence.worst_block_correlation); },
       Decision::kClone, Decision::kMatch},
      {"z of a similar picture",
       [] {
         CandidateFacts f = Similar();
         f.evidence.z_score = kOptions.similar_z;
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kSimilar,
       Decision::kDifferent},
  };
  return floors;
}

TEST_CASE("each floor of the decision is crossed both ways") {
  for (const Floor& floor : Floors()) {
    CAPTURE(floor.name);
    CHECK(Decide(floor.on, kShipped, kOptions) == floor.decided_on);
    CandidateFacts below = floor.on;
    floor.below(&below);
    CHECK(Decide(below, kShipped, kOptions) == floor.decided_below);
  }
}

}  // namespace
}  // namespace loupe::verification
