#include "core/retrieval/candidate_votes.h"

#include <algorithm>

#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

uint32_t VotesOf(const std::vector<VotedImage>& voted, uint32_t image) {
  const auto found =
      std::find_if(voted.begin(), voted.end(), [&](const VotedImage& v) { return v.image == image; });
  return found == voted.end() ? 0 : found->votes;
}

TEST_CASE("weights add up by reference, and of one descriptor's hits in a reference the heaviest counts") {
  CandidateVotes votes;
  // Image, posting, query, weight.
  const std::vector<PostingHit> hits = {{2, 0, 0, 5}, {2, 1, 0, 9}, {2, 2, 0, 4}, {7, 3, 0, 1},
                                        {2, 4, 1, 3}, {7, 5, 4, 8}, {7, 6, 4, 8}};
  const std::vector<VotedImage> voted = votes.Count(hits, 10);
  CHECK(voted.size() == 2);
  CHECK(voted[0].image == 2);
  CHECK(VotesOf(voted, 2) == 12);
  CHECK(VotesOf(voted, 7) == 9);
}

TEST_CASE("a count leaves nothing behind for the next") {
  CandidateVotes votes;
  votes.Count({{1, 0, 0, 5}, {3, 0, 1, 6}}, 4);
  const std::vector<PostingHit> hits = {{3, 0, 0, 2}};
  const std::vector<VotedImage> again = votes.Count(hits, 4);
  CHECK(again.size() == 1);
  CHECK(VotesOf(again, 3) == 2);
  CHECK(votes.Count({}, 4).empty());
}

TEST_CASE("the hits of chosen references are read with their geometry, one for each descriptor") {
  const std::unique_ptr<index::ReferenceIndex> index = test::RandomIndex(1, 30);
  const index::Segment& segment = *index->state()->segments[0].segment;
  REQUIRE(segment.posting_count() == 30);
  const std::vector<PostingHit> hits = {{0, 4, 0, 5}, {0, 9, 0, 7}, {5, 1, 1, 3}, {0, 11, 2, 2}};
  CandidateVotes votes;
  votes.Count(hits, 6);
  votes.Group({{0, segment.geometries()}});
  const base::Span<const RetrievalHit> read = votes.HitsOf(0);
  REQUIRE(read.size() == 2);
  CHECK(read[0].query == 0);
  CHECK(read[0].weight == 7);
  CHECK(read[0].geometry.bits() == segment.geometry(9).bits());
  CHECK(read[1].query == 2);
  CHECK(read[1].geometry.bits() == segment.geometry(11).bits());
}

}  // namespace
}  // namespace loupe::retrieval
