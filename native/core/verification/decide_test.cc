#include "core/verification/decide.h"

#include <cmath>
#include <limits>
#include <string>

#include "test/candidate_facts.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

using test::Below;
using test::Clone;
using test::kGlobalCorrelation;
using test::kOptions;
using test::kShipped;
using test::Match;
using test::Options;
using test::Similar;

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

TEST_CASE("a slanted look needs more than another one of the same facts") {
  CandidateFacts seen = Match();
  seen.look = Look::kSlanted;
  const float needed = Options().slanted_log_odds;
  CHECK(needed > 0.0f);
  CHECK(LogOdds(seen, WithLogOdds(needed)) == doctest::Approx(0.0f));
  CHECK(Decide(seen, kShipped, WithLogOdds(needed)) == Decision::kMatch);
  CHECK(Decide(seen, kShipped, WithLogOdds(Below(needed))) == Decision::kSimilar);
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
  no_clone.same_frame = 0.0f;
  CHECK(MatchDistance(Clone(), kOptions) < 0.5f * MatchDistance(no_clone, kOptions));
  CandidateFacts different = Match();
  different.evidence.z_score = 1.0f;
  CHECK(MatchDistance(different, kOptions) == 1.0f);
  for (const CandidateFacts& facts : {Match(), Similar(), Clone(), CandidateFacts()}) {
    CHECK(MatchDistance(facts, kOptions) >= 0.0f);
    CHECK(MatchDistance(facts, kOptions) <= 1.0f);
  }
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
