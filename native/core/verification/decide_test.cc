#include "core/verification/decide.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

constexpr float kShipped = 0.5f;
const DecisionOptions kOptions;

/** The next number below, or the next whole number. */
float Below(float value) { return std::nextafter(value, -1e9f); }
float Above(float value) { return std::nextafter(value, 1e9f); }

/** A match that stands well above every floor. */
CandidateFacts Match() {
  CandidateFacts f;
  f.has_homography = true;
  f.is_plausible_view = true;
  f.covered_cells = 10;
  f.inlier_cells = 25;
  f.visible_keypoints = 100;
  f.found_again_share = 0.6f;
  f.plain_correlation = 0.7f;
  f.scores.box_covered_surface = 0.6f;
  f.evidence.guided_count = 40;
  f.evidence.z_score = 12.0f;
  f.evidence.global_correlation = 0.7f;
  f.evidence.block_correlation = 0.7f;
  f.evidence.worst_block_correlation = 0.5f;
  f.evidence.precise_share = 0.5f;
  f.evidence.chance_share = 0.1f;
  return f;
}

/** By how much the shipped threshold raises the z of a certain match. */
const float kStrictness = 1.0f + kOptions.match_score / kOptions.stricter_score;

/** A match by its inliers alone: gray values say little. */
CandidateFacts Certain() {
  CandidateFacts f = Match();
  f.inlier_cells = kOptions.certain.min_inlier_cells;
  f.scores.box_covered_surface = kOptions.certain.min_covered_surface;
  f.evidence.z_score = kOptions.certain.min_z * kStrictness;
  f.evidence.global_correlation = 0.1f;
  f.evidence.block_correlation = 0.1f;
  return f;
}

CandidateFacts Clone() {
  CandidateFacts f = Match();
  f.is_same_frame = true;
  f.plain_correlation = kOptions.clone.min_plain_correlation;
  f.scores.box_covered_surface = kOptions.clone.min_covered_surface;
  f.evidence.global_correlation = 0.95f;
  f.evidence.block_correlation = kOptions.clone.min_block_correlation;
  f.evidence.worst_block_correlation = kOptions.clone.min_worst_block_correlation;
  f.found_again_share = kOptions.clone.min_found_again_share;
  return f;
}

/** The same picture at a fraction of its size: few keypoints are left, every block agrees. */
CandidateFacts ReducedClone() {
  CandidateFacts f = Clone();
  f.found_again_share = 0.1f;
  f.evidence.block_correlation = kOptions.clone.min_block_correlation_of_reduced;
  f.evidence.worst_block_correlation = kOptions.clone.min_worst_block_correlation_of_reduced;
  return f;
}

CandidateFacts Bent(MotionModel model) {
  const bool is_bent = model == MotionModel::kBent;
  CandidateFacts f = Match();
  f.motion_model = model;
  f.inlier_cells = kOptions.min_inlier_cells_of_bent;
  f.evidence.z_score = 40.0f;
  f.evidence.precise_share = 0.5f;
  f.evidence.block_correlation = 1.0f;
  f.evidence.global_correlation =
      is_bent ? kOptions.min_correlation_of_bent : kOptions.min_correlation_of_registered;
  f.evidence.chance_share =
      is_bent ? kOptions.max_chance_share_of_bent : kOptions.max_chance_share_of_registered;
  f.scores.box_covered_surface = 0.4f;
  return f;
}

/** Chance agrees about so well. */
CandidateFacts Similar() {
  CandidateFacts f = Match();
  f.inlier_cells = 3;
  f.evidence.z_score = 20.0f;
  f.evidence.global_correlation = 0.3f;
  f.evidence.block_correlation = 0.3f;
  return f;
}

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
         f.evidence.z_score = 30.0f;
         f.evidence.global_correlation = f.evidence.block_correlation = 0.95f;
         return f;
       }(),
       [](auto* f) { --f->inlier_cells; }, Decision::kMatch, Decision::kSimilar},
      {"z",
       [] {
         CandidateFacts f = Match();
         f.evidence.z_score = kOptions.min_z;
         f.evidence.global_correlation = f.evidence.block_correlation = Below(0.8f);
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kMatch,
       Decision::kSimilar},
      {"z where gray values agree",
       [] {
         CandidateFacts f = Match();
         f.evidence.z_score = kOptions.min_z_of_same_pixels;
         f.evidence.precise_share = 0.6f;
         f.evidence.global_correlation = f.evidence.block_correlation = kOptions.same_pixels_correlation;
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kMatch,
       Decision::kDifferent},
      {"agreement of gray values where z is small",
       [] {
         CandidateFacts f = Match();
         f.evidence.z_score = kOptions.min_z_of_same_pixels;
         f.evidence.precise_share = 0.6f;
         f.evidence.global_correlation = f.evidence.block_correlation = kOptions.same_pixels_correlation;
         return f;
       }(),
       [](auto* f) { f->evidence.block_correlation = Below(f->evidence.block_correlation); },
       Decision::kMatch, Decision::kDifferent},
      {"z of a certain match", Certain(), [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); },
       Decision::kMatch, Decision::kSimilar},
      {"inlier cells of a certain match", Certain(), [](auto* f) { --f->inlier_cells; }, Decision::kMatch,
       Decision::kSimilar},
      {"covered surface of a certain match", Certain(),
       [](auto* f) { f->scores.box_covered_surface = Below(f->scores.box_covered_surface); },
       Decision::kMatch, Decision::kSimilar},
      {"z of a certain, precise match",
       [] {
         CandidateFacts f = Certain();
         f.evidence.z_score = kOptions.certain.min_z_of_precise * kStrictness;
         f.evidence.precise_share = kOptions.certain.min_precise_share;
         f.evidence.global_correlation = 0.2f;
         return f;
       }(),
       [](auto* f) { f->evidence.z_score = Below(f->evidence.z_score); }, Decision::kMatch,
       Decision::kSimilar},
      {"precision of a certain match",
       [] {
         CandidateFacts f = Certain();
         f.evidence.z_score = kOptions.certain.min_z_of_precise * kStrictness;
         f.evidence.precise_share = kOptions.certain.min_precise_share;
         f.evidence.global_correlation = 0.2f;
         return f;
       }(),
       [](auto* f) { f->evidence.precise_share = Below(f->evidence.precise_share); }, Decision::kMatch,
       Decision::kSimilar},
      {"inlier cells of a bent match", Bent(MotionModel::kBent), [](auto* f) { --f->inlier_cells; },
       Decision::kMatch, Decision::kSimilar},
      {"correlation of a bent match", Bent(MotionModel::kBent),
       [](auto* f) { f->evidence.global_correlation = Below(f->evidence.global_correlation); },
       Decision::kMatch, Decision::kSimilar},
      {"chance share of a bent match", Bent(MotionModel::kBent),
       [](auto* f) { f->evidence.chance_share = Above(f->evidence.chance_share); }, Decision::kMatch,
       Decision::kSimilar},
      {"inlier cells of a registered match", Bent(MotionModel::kRegistered),
       [](auto* f) { --f->inlier_cells; }, Decision::kMatch, Decision::kSimilar},
      {"correlation of a registered match", Bent(MotionModel::kRegistered),
       [](auto* f) { f->evidence.global_correlation = Below(f->evidence.global_correlation); },
       Decision::kMatch, Decision::kSimilar},
      {"chance share of a registered match", Bent(MotionModel::kRegistered),
       [](auto* f) { f->evidence.chance_share = Above(f->evidence.chance_share); }, Decision::kMatch,
       Decision::kSimilar},
      {"the same frame of a clone", Clone(), [](auto* f) { f->is_same_frame = false; }, Decision::kClone,
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
         f.evidence.global_correlation = f.evidence.block_correlation = 0.6f;
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

/** The decision where the option is as high as the score of the facts allows, and the next number above it.
 */
template <typename Option>
void CheckScoreFloor(const CandidateFacts& facts, Option option, Decision on, Decision below) {
  DecisionOptions options;
  options.*option = EvidenceScore(facts.evidence, options.score);
  CHECK(Decide(facts, kShipped, options) == on);
  options.*option = Above(options.*option);
  CHECK(Decide(facts, kShipped, options) == below);
}

TEST_CASE("a score reaches a match, or what is similar, exactly at its floor") {
  CheckScoreFloor(Match(), &DecisionOptions::match_score, Decision::kMatch, Decision::kSimilar);
  CheckScoreFloor(Similar(), &DecisionOptions::similar_score, Decision::kSimilar, Decision::kDifferent);
  CandidateFacts sliver = Similar();
  sliver.covered_cells = 1;
  CheckScoreFloor(sliver, &DecisionOptions::similar_score, Decision::kRejectedBoxShape, Decision::kDifferent);
}

TEST_CASE("each inlier cell that is missing asks for so much more score") {
  CandidateFacts facts = Match();
  DecisionOptions options;
  for (const int missing : {0, 1, 5, 8}) {
    facts.inlier_cells = options.many_inlier_cells - missing;
    const float score = EvidenceScore(facts.evidence, options.score);
    options.match_score = score - options.score_for_missing_cell * static_cast<float>(missing) - 0.01f;
    CHECK(Decide(facts, kShipped, options) == Decision::kMatch);
    options.match_score += 0.02f;
    CHECK(Decide(facts, kShipped, options) == Decision::kSimilar);
  }
}

TEST_CASE("bending asks for more score") {
  for (const MotionModel model : {MotionModel::kBent, MotionModel::kRegistered}) {
    const CandidateFacts facts = Bent(model);
    DecisionOptions options;
    options.match_score = EvidenceScore(facts.evidence, options.score) - options.score_for_bending - 0.01f;
    CHECK(Decide(facts, kShipped, options) == Decision::kMatch);
    options.match_score += 0.02f;
    CHECK(Decide(facts, kShipped, options) == Decision::kSimilar);
  }
}

TEST_CASE("the threshold moves the score of a match down to the looser and up to the stricter one") {
  const CandidateFacts facts = Match();
  struct Row {
    float threshold, moved;
  };
  for (const Row& row :
       {Row{0.0f, -1.5f}, Row{0.25f, -0.75f}, Row{0.5f, 0.0f}, Row{0.75f, 2.0f}, Row{1.0f, 4.0f},
        Row{-3.0f, -1.5f}, Row{9.0f, 4.0f}, Row{std::numeric_limits<float>::quiet_NaN(), 0.0f}}) {
    DecisionOptions options;
    options.match_score = EvidenceScore(facts.evidence, options.score) - row.moved - 0.01f;
    CHECK(Decide(facts, row.threshold, options) == Decision::kMatch);
    options.match_score += 0.02f;
    CHECK(Decide(facts, row.threshold, options) == Decision::kSimilar);
  }
}

TEST_CASE("the threshold asks for more inliers of a certain match") {
  CandidateFacts facts = Certain();
  struct Row {
    float threshold, strictness;
  };
  for (const Row& row : {Row{0.0f, 1.0f}, Row{0.5f, 1.125f}, Row{0.75f, 1.625f}, Row{1.0f, 2.125f}}) {
    facts.evidence.z_score = kOptions.certain.min_z * row.strictness;
    // Only inliers speak for it.
    facts.evidence.global_correlation = facts.evidence.block_correlation = 0.0f;
    CHECK(Decide(facts, row.threshold, kOptions) == Decision::kMatch);
    facts.evidence.z_score = Below(facts.evidence.z_score);
    CHECK_FALSE(IsRecognized(Decide(facts, row.threshold, kOptions)));
  }
}

TEST_CASE("the score is the weighted sum of its evidence") {
  MatchEvidence e;
  e.z_score = std::exp(2.0f) - 1.0f;
  e.global_correlation = 0.5f;
  e.block_correlation = 0.25f;
  e.precise_share = 1.0f;
  e.chance_share = 0.5f;
  CHECK(EvidenceScore(e, kOptions.score) ==
        doctest::Approx(-18.0 + 3.6 * 2.0 + 12.0 * 0.5 + 4.0 * 0.25 + 6.4 * 0.5 - 5.0 * 0.2));
  const float before = EvidenceScore(e, kOptions.score);
  e.chance_share = 0.3f;
  const float without_chance = EvidenceScore(e, kOptions.score);
  CHECK(without_chance > before);
  e.chance_share = 0.0f;
  CHECK(EvidenceScore(e, kOptions.score) == without_chance);
  e.z_score = -4.0f;
  const float negative = EvidenceScore(e, kOptions.score);
  e.z_score = 0.0f;
  CHECK(EvidenceScore(e, kOptions.score) == negative);
}

TEST_CASE("stronger and more complete matches are nearer, clones nearest, and what differs is farthest") {
  CandidateFacts strong = Match(), complete = Match();
  strong.evidence.global_correlation = 0.9f;
  complete.scores.box_covered_surface = 1.0f;
  const float distance = MatchDistance(Match(), kOptions);
  CHECK(MatchDistance(strong, kOptions) < distance);
  CHECK(MatchDistance(complete, kOptions) < distance);
  CandidateFacts clone = Clone(), no_clone = Clone();
  no_clone.is_same_frame = false;
  CHECK(MatchDistance(clone, kOptions) == doctest::Approx(0.1f * MatchDistance(no_clone, kOptions)));
  CandidateFacts different = Match();
  different.evidence.z_score = 1.0f;
  CHECK(MatchDistance(different, kOptions) == 1.0f);
  for (const CandidateFacts& facts : {Match(), strong, complete, Clone(), CandidateFacts()}) {
    CHECK(MatchDistance(facts, kOptions) >= 0.0f);
    CHECK(MatchDistance(facts, kOptions) <= 1.0f);
  }
}

}  // namespace
}  // namespace loupe::verification
