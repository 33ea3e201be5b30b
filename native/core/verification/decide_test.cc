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

/** Its place among the facts. */
constexpr size_t kGlobalCorrelation = 4;

/** A model of its own, so that what is tested here does not move when the decision is fitted again. */
DecisionOptions Options() {
  DecisionOptions options;
  options.model.weights.fill(0.0f);
  options.model.weights[kGlobalCorrelation] = 10.0f;
  options.model.offset = -5.0f;
  options.match_log_odds = 0.0f;
  return options;
}
const DecisionOptions kOptions = Options();

/** The next number below, or the next whole number. */
float Below(float value) { return std::nextafter(value, -1e9f); }

/** A match that stands well above every floor. */
CandidateFacts Match() {
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
  f.evidence.precise_share = 0.5f;
  f.evidence.chance_share = 0.1f;
  f.evidence.spread_share = 0.9f;
  f.evidence.unrivalled_share = 0.75f;
  f.evidence.scale = 0.8f;
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

/** Less than a match, more than chance. */
CandidateFacts Similar() {
  CandidateFacts f = Match();
  f.evidence.z_score = 20.0f;
  f.evidence.global_correlation = 0.3f;
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

/** A model that sees nothing has these log odds. */
DecisionOptions WithLogOdds(float log_odds) {
  DecisionOptions options = Options();
  options.model.weights.fill(0.0f);
  options.model.offset = log_odds;
  return options;
}

TEST_CASE("the log odds are the weighted sum of the named facts") {
  const CandidateFacts facts = Match();
  const DecisionFacts values = DecisionFactsOf(facts);
  float sum = 1.5f;
  DecisionOptions options = WithLogOdds(1.5f);
  for (size_t i = 0; i < values.size(); ++i) {
    options.model.weights[i] = 0.1f * static_cast<float>(i + 1);
    sum += options.model.weights[i] * values[i];
  }
  CHECK(LogOdds(facts, options) == doctest::Approx(sum));
  CHECK(std::string(DecisionFactNames()[kGlobalCorrelation]) == "globalCorrelation");
  CHECK(values[kGlobalCorrelation] == facts.evidence.global_correlation);
}

TEST_CASE("a match, and what is similar, begin exactly at their log odds") {
  const DecisionOptions o = Options();
  CHECK(Decide(Match(), kShipped, WithLogOdds(0.0f)) == Decision::kMatch);
  CHECK(Decide(Match(), kShipped, WithLogOdds(Below(0.0f))) == Decision::kSimilar);
  CHECK(Decide(Match(), kShipped, WithLogOdds(o.similar_log_odds)) == Decision::kSimilar);
  CHECK(Decide(Match(), kShipped, WithLogOdds(Below(o.similar_log_odds))) == Decision::kDifferent);
}

TEST_CASE("the threshold moves the cut down to the looser and up to the stricter one") {
  struct Row {
    float threshold, moved;
  };
  for (const Row& row :
       {Row{0.0f, -1.5f}, Row{0.25f, -0.75f}, Row{0.5f, 0.0f}, Row{0.75f, 4.0f}, Row{1.0f, 8.0f},
        Row{-3.0f, -1.5f}, Row{9.0f, 8.0f}, Row{std::numeric_limits<float>::quiet_NaN(), 0.0f}}) {
    CHECK(Decide(Match(), row.threshold, WithLogOdds(row.moved + 0.01f)) == Decision::kMatch);
    CHECK(Decide(Match(), row.threshold, WithLogOdds(row.moved - 0.01f)) == Decision::kSimilar);
  }
}

TEST_CASE("what a floor refuses no threshold recognizes, and its distance says so") {
  CandidateFacts strip = Match();
  strip.evidence.spread_share = 0.0f;
  const DecisionOptions certain = WithLogOdds(30.0f);
  CHECK(Decide(strip, 0.0f, certain) == Decision::kSimilar);
  CHECK(MatchDistance(Match(), certain) < 0.01f);
  CHECK(MatchDistance(strip, certain) > 0.5f);
}

TEST_CASE("a picture that agrees in every block of the same frame is a clone whatever else is missing") {
  CHECK(Decide(Clone(), kShipped, WithLogOdds(-3.0f)) == Decision::kClone);
  CHECK(MatchDistance(Clone(), WithLogOdds(-3.0f)) < 0.01f);
  CandidateFacts of_few_strokes = Clone();
  of_few_strokes.inlier_cells = kOptions.min_inlier_cells - 1;
  of_few_strokes.evidence.z_score = 1.0f;
  CHECK(Decide(of_few_strokes, kShipped, kOptions) == Decision::kClone);
}

TEST_CASE("every match of the shipped threshold is nearer than everything that is none") {
  const DecisionOptions o = Options();
  float last = 0.0f;
  for (float log_odds = 12.0f; log_odds > o.similar_log_odds; log_odds -= 0.25f) {
    const DecisionOptions options = WithLogOdds(log_odds);
    const float distance = MatchDistance(Match(), options);
    CHECK(distance > last);
    CHECK((distance <= 0.5f) == IsRecognized(Decide(Match(), kShipped, options)));
    last = distance;
  }
  CHECK(MatchDistance(Match(), WithLogOdds(o.similar_log_odds - 2.0f)) == 1.0f);
}

TEST_CASE("clones are nearest, and what differs is farthest") {
  CandidateFacts no_clone = Clone();
  no_clone.is_same_frame = false;
  CHECK(MatchDistance(Clone(), kOptions) < 0.5f * MatchDistance(no_clone, kOptions));
  CandidateFacts different = Match();
  different.evidence.z_score = 1.0f;
  CHECK(MatchDistance(different, kOptions) == 1.0f);
  for (const CandidateFacts& facts : {Match(), Similar(), Clone(), CandidateFacts()}) {
    CHECK(MatchDistance(facts, kOptions) >= 0.0f);
    CHECK(MatchDistance(facts, kOptions) <= 1.0f);
  }
}

TEST_CASE("what was fitted recognizes a whole page and refuses one that contradicts") {
  const DecisionOptions fitted;
  CandidateFacts page = Match();
  page.inlier_cells = 60;
  CHECK(IsRecognized(Decide(page, kShipped, fitted)));
  // The same header, another body.
  CandidateFacts header = page;
  header.inlier_cells = 20;
  header.evidence.global_correlation = 0.35f;
  header.evidence.block_correlation = 0.3f;
  header.evidence.lower_block_correlation = -0.1f;
  header.evidence.contradicting_share = 0.5f;
  header.evidence.unconfirmed_share = 0.7f;
  header.evidence.chance_share = 0.3f;
  CHECK_FALSE(IsRecognized(Decide(header, kShipped, fitted)));
}

TEST_CASE("what was fitted refuses text laid upon other text, whose letters have rivals") {
  const DecisionOptions fitted;
  CandidateFacts page = Match();
  page.motion_model = MotionModel::kBent;
  page.inlier_cells = 35;
  page.evidence.global_correlation = 0.55f;
  page.evidence.block_correlation = 0.55f;
  page.evidence.lower_block_correlation = 0.3f;
  CHECK(IsRecognized(Decide(page, kShipped, fitted)));
  page.evidence.unrivalled_share = 0.3f;
  CHECK_FALSE(IsRecognized(Decide(page, kShipped, fitted)));
}

TEST_CASE("a Hamming distance beyond those of photos speaks no louder than the last of them") {
  const DecisionOptions fitted;
  const auto log_odds_at = [&](float mean_hamming) {
    CandidateFacts f = Match();
    f.mean_hamming = mean_hamming;
    return LogOdds(f, fitted);
  };
  CHECK(log_odds_at(0.0f) == log_odds_at(25.0f));
  CHECK(log_odds_at(256.0f) == log_odds_at(60.0f));
}

TEST_CASE("the score that orders hypotheses is the weighted sum of its evidence") {
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

}  // namespace
}  // namespace loupe::verification
