#include "core/search/recognizer.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/retrieval/local_references.h"
#include "core/retrieval/search_filter.h"
#include "test/index_fixtures.h"
#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

/** References whose keypoints pair with those of one query, or are wrong altogether. */
class Line {
 public:
  Line() : query_(test::SynthesizePair(160, 0, 1).query), index_(test::SharedVocabulary()) {}

  const features::Features& query() const { return query_; }
  /** Those of the last Ranked(). */
  retrieval::ReferenceSource* references() { return &references_; }

  /** A reference that the query shows. */
  void AddTrue() { Add(test::SynthesizePair(160, 0, 1)); }
  /** One with enough keypoints in common to be verified and too few to be recognized. */
  void AddWrong() {
    test::SyntheticPair pair = test::SynthesizePair(160, 0, 1);
    // Every other keypoint lies elsewhere, so that what is left agrees with no other place of the sheet.
    test::Random random(++seed_);
    for (size_t i = 0; i < pair.reference.keypoints.size(); ++i) {
      if (i % 16 != 0) pair.reference.descriptors[i] = test::RandomDescriptor(&random);
    }
    Add(pair);
  }

  /** The candidates in the order in which they were added, each with the true similarity as its agreement. */
  std::vector<retrieval::Candidate> Ranked() {
    index_.Compact(index::MergeEffort::kEverything);
    const index::ReferenceIndex* indexes[] = {&index_};
    scope_ = std::make_unique<retrieval::SearchScope>(
        base::Span<const index::ReferenceIndex* const>(indexes, 1), retrieval::SearchFilter{});
    references_.Open(*scope_);
    std::vector<retrieval::Candidate> ranked;
    const index::Segment* segment = scope_->views()[0].segment;
    for (uint32_t i = 0; i < count_; ++i) {
      retrieval::Candidate candidate;
      candidate.key = i + 1;
      candidate.voted.image = static_cast<uint32_t>(segment->LocalOf(i + 1));
      const cv::Matx33d h = test::SynthesizePair(0, 0, 1).query_from_reference;
      candidate.agreement = {400 - i,
                             10,
                             static_cast<float>(h(0, 0)),
                             static_cast<float>(h(1, 0)),
                             static_cast<float>(h(0, 2)),
                             static_cast<float>(h(1, 2)),
                             320,
                             320};
      ranked.push_back(candidate);
    }
    return ranked;
  }

 private:
  void Add(const test::SyntheticPair& pair) {
    index_.Add(++count_, signature::EncodeDna(pair.reference), {});
  }

  features::Features query_;
  index::ReferenceIndex index_;
  std::unique_ptr<retrieval::SearchScope> scope_;
  retrieval::LocalReferences references_;
  uint32_t count_ = 0;
  uint64_t seed_ = 0;
};

/** Without what follows a ranking: refinement ends where nothing is promising, and nothing is tried again. */
SearchOptions RankingAlone() {
  SearchOptions options;
  options.verification.refinement.promising_score = 1e6f;
  options.verification.refinement.many_inliers = 1000;
  options.descriptor_retry.min_evidence = 1e9;
  // Whatever its evidence, a candidate that is examined is verified.
  options.budget.verify_evidence = 0.0;
  options.budget.verify_best_evidence = 0.0;
  options.budget.obvious_evidence = 1e18;
  options.budget.usual.min_sampled_evidence = 1;
  options.budget.in_noise.min_sampled_evidence = 1;
  return options;
}

size_t VerifiedOf(Line* line, const SearchOptions& options, size_t* recognized = nullptr) {
  Recognizer recognizer(line->references(), line->query(), {}, options, 10);
  const std::vector<retrieval::Candidate> ranked = line->Ranked();
  recognizer.VerifyBest(ranked);
  recognizer.RefineAndRetry();
  if (recognized != nullptr) *recognized = recognizer.recognized_count();
  return recognizer.verified_count();
}

TEST_CASE("a step ends after a number of wrong candidates in a row") {
  for (const int most : {1, 3, 7}) {
    Line line;
    for (int i = 0; i < 12; ++i) line.AddWrong();
    SearchOptions options = RankingAlone();
    options.budget.usual.max_wrong_in_a_row = most;
    options.budget.examined_in_noise = 1;
    options.budget.first_examined = 12;
    size_t recognized = 1;
    CHECK(VerifiedOf(&line, options, &recognized) == static_cast<size_t>(most));
    CHECK(recognized == 0);
  }
}

TEST_CASE("a recognized candidate starts the count of wrong ones again") {
  Line line;
  line.AddTrue();
  for (int i = 0; i < 8; ++i) line.AddWrong();
  SearchOptions options = RankingAlone();
  // Nothing is left out beside the recognized one.
  options.budget.least_share_there = options.budget.least_share_elsewhere = 0.0;
  options.budget.usual.max_wrong_in_a_row = 2;
  options.budget.first_examined = 9;
  size_t recognized = 0;
  CHECK(VerifiedOf(&line, options, &recognized) == 3);
  CHECK(recognized == 1);
}

TEST_CASE("candidates that are dominated by a recognized one are left out") {
  Line line;
  line.AddTrue();
  for (int i = 0; i < 8; ++i) line.AddWrong();
  SearchOptions options = RankingAlone();
  options.budget.least_share_there = 0.5;
  options.budget.usual.max_wrong_in_a_row = 8;
  options.budget.first_examined = 9;
  size_t recognized = 0;
  CHECK(VerifiedOf(&line, options, &recognized) == 1);
  CHECK(recognized == 1);
}

TEST_CASE("less evidence than is worth verifying is enough for the best alone") {
  Line line;
  for (int i = 0; i < 6; ++i) line.AddWrong();
  SearchOptions options = RankingAlone();
  options.budget.verify_evidence = 1e9;
  options.budget.usual = {2, 5, 1};
  options.budget.examined_in_noise = 1;
  CHECK(VerifiedOf(&line, options) == 2);
  options.budget.verify_best_evidence = 1e9;
  CHECK(VerifiedOf(&line, options) == 0);
}

TEST_CASE("nothing is examined beyond the noise while the ranking stands out") {
  Line line;
  for (int i = 0; i < 20; ++i) line.AddWrong();
  SearchOptions options = RankingAlone();
  options.budget.usual.max_wrong_in_a_row = 100;
  options.budget.in_noise.max_wrong_in_a_row = 100;
  // Agreement falls from 400 by 1: the candidate of this rank has 395, and so nothing stands 15 % above it.
  options.budget.noise_rank = 5;
  options.budget.examined_in_noise = 2;
  CHECK(VerifiedOf(&line, options) == 2);
  options.budget.examined_in_noise = 9;
  options.budget.in_noise.best_always_verified = 9;
  CHECK(VerifiedOf(&line, options) == 9);
}

TEST_CASE("a candidate with obvious evidence is verified first, and kept only when it is recognized") {
  Line right, wrong;
  right.AddTrue();
  wrong.AddWrong();
  SearchOptions options = RankingAlone();
  Recognizer first(right.references(), right.query(), {}, options, 10);
  CHECK(first.VerifyFirst(right.Ranked()));
  CHECK(first.TakeHits().size() == 1);
  Recognizer second(wrong.references(), wrong.query(), {}, options, 10);
  CHECK_FALSE(second.VerifyFirst(wrong.Ranked()));
  CHECK(second.verified_count() == 1);
  CHECK(second.TakeHits().empty());
  CHECK_FALSE(second.VerifyFirst({}));
}

TEST_CASE("keypoints that a recognized reference covers are explained, others are not") {
  Line line;
  line.AddTrue();
  const SearchOptions options = RankingAlone();
  Recognizer recognizer(line.references(), line.query(), {}, options, 10);
  const std::vector<uint8_t> before = recognizer.ExplainedKeypoints();
  CHECK(std::count(before.begin(), before.end(), 1) == 0);
  REQUIRE(recognizer.VerifyFirst(line.Ranked()));
  const std::vector<uint8_t> after = recognizer.ExplainedKeypoints();
  CHECK(std::count(after.begin(), after.end(), 1) > static_cast<int>(after.size() * 9 / 10));
}

TEST_CASE("where nothing is recognized, the pose from all descriptors is the last resort") {
  Line line;
  line.AddTrue();
  SearchOptions options = RankingAlone();
  // The pairs of retrieval are refused, so that only the descriptors can tell.
  options.budget.verify_evidence = options.budget.verify_best_evidence = 1e9;
  size_t recognized = 1;
  VerifiedOf(&line, options, &recognized);
  CHECK(recognized == 0);
  options.descriptor_retry.min_evidence = 0.0;
  VerifiedOf(&line, options, &recognized);
  CHECK(recognized == 1);
  options.descriptor_retry.min_cluster = 161;
  VerifiedOf(&line, options, &recognized);
  CHECK(recognized == 0);
}

}  // namespace
}  // namespace loupe::search
