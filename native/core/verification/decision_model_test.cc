#include "core/verification/decision_model.h"

#include "test/candidate_facts.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

using test::kShipped;
using test::Match;

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
  header.overlapping = {0.6f, 0.3f, -0.3f};
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

}  // namespace
}  // namespace loupe::verification
