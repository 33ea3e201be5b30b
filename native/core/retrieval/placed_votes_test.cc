#include "core/retrieval/placed_votes.h"

#include <algorithm>
#include <vector>

#include "core/retrieval/candidates.h"
#include "core/retrieval/local_references.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr uint32_t kPages = 150;
constexpr size_t kShared = 60, kOwn = 12;

/** Pages that share most of their corners. */
features::Features PageOf(uint32_t key) {
  features::Features page = test::RandomFeatures(1, kShared);
  const features::Features own = test::RandomFeatures(100 + key, kOwn);
  page.keypoints.insert(page.keypoints.end(), own.keypoints.begin(), own.keypoints.end());
  page.descriptors.insert(page.descriptors.end(), own.descriptors.begin(), own.descriptors.end());
  return page;
}

std::unique_ptr<index::ReferenceIndex> Pages(bool is_compact) {
  auto index = std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  for (uint32_t key = 1; key <= kPages; ++key) index->Add(key, signature::EncodeDna(PageOf(key)), {});
  if (is_compact) index->Compact(index::MergeEffort::kEverything);
  return index;
}

/** Every keypoint where it is, moved to the right. */
std::vector<ExpectedPlace> PlacesOf(const features::Features& page, float right = 0.0f) {
  std::vector<ExpectedPlace> places;
  for (const features::Keypoint& k : page.keypoints) {
    const float scale = 1023.0f / 512.0f;
    places.push_back({scale * k.x() + right, scale * k.y(), (k.angle_q16 + 128) >> 8 & 255, k.level, true});
  }
  return places;
}

struct Ranked {
  std::vector<uint32_t> crowd, alike, votes;
  bool is_crowd_at = false;
};

Ranked Rank(const index::ReferenceIndex& index, const features::Features& query,
            const std::vector<ExpectedPlace>& places, const SearchFilter& filter = {}) {
  const index::ReferenceIndex* indexes[] = {&index};
  const SearchScope scope({indexes, 1}, filter);
  const RetrievalOptions options;
  CandidateFinder finder;
  LocalReferences references;
  references.Open(scope);
  finder.Begin(query, *index.vocabulary(), &references, options, nullptr);
  std::vector<uint16_t> all;
  for (size_t i = 0; i < query.keypoints.size(); ++i) all.push_back(static_cast<uint16_t>(i));
  finder.LookUp(all, {});
  Ranked ranked;
  for (const Candidate& candidate : finder.RankCrowd()) ranked.crowd.push_back(candidate.key);
  ranked.is_crowd_at = finder.IsCrowdAt(places);
  for (const Candidate& candidate : finder.RankAtPlaces(places, 5)) {
    ranked.alike.push_back(candidate.key);
    ranked.votes.push_back(candidate.voted.votes);
  }
  return ranked;
}

TEST_CASE("a crowd is found by its first members, and one of it by what only it has") {
  for (const bool is_compact : {true, false}) {
    const auto index = Pages(is_compact);
    for (const uint32_t key : {3u, 77u, 150u}) {
      const features::Features query = PageOf(key);
      const Ranked ranked = Rank(*index, query, PlacesOf(query));
      REQUIRE(ranked.crowd.size() >= kCrowdHits);
      for (size_t i = 0; i < kCrowdHits; ++i) CHECK(ranked.crowd[i] <= kCrowdHits);
      REQUIRE(!ranked.alike.empty());
      CHECK(ranked.alike[0] == key);
      // What all have in common weighs nothing.
      CHECK((ranked.votes.size() == 1 || ranked.votes[1] < ranked.votes[0] / 4));
    }
  }
}

TEST_CASE("the same votes are given whatever segments hold the references") {
  const features::Features query = PageOf(77);
  const Ranked one = Rank(*Pages(true), query, PlacesOf(query));
  const Ranked many = Rank(*Pages(false), query, PlacesOf(query));
  CHECK(one.crowd == many.crowd);
  CHECK(one.alike == many.alike);
  CHECK(one.votes == many.votes);
}

TEST_CASE("what a filter leaves out is in no crowd and gets no votes") {
  const auto index = Pages(true);
  const features::Features query = PageOf(77);
  SearchFilter filter;
  filter.only_keys = true;
  for (uint32_t key = 80; key <= 140; ++key) filter.keys.push_back(key);
  const Ranked ranked = Rank(*index, query, PlacesOf(query), filter);
  REQUIRE(ranked.crowd.size() >= kCrowdHits);
  for (size_t i = 0; i < kCrowdHits; ++i) CHECK((ranked.crowd[i] >= 80 && ranked.crowd[i] < 80 + kCrowdHits));
  CHECK(std::find(ranked.alike.begin(), ranked.alike.end(), 77u) == ranked.alike.end());
  filter.keys.resize(30);
  CHECK(Rank(*index, query, PlacesOf(query), filter).crowd.empty());
}

TEST_CASE("nothing votes from another place") {
  const features::Features query = PageOf(77);
  const Ranked moved = Rank(*Pages(true), query, PlacesOf(query, 60.0f));
  CHECK(std::find(moved.alike.begin(), moved.alike.end(), 77u) == moved.alike.end());
}

TEST_CASE("a pose is that of a crowd where it puts what these share") {
  const features::Features query = PageOf(77);
  CHECK(Rank(*Pages(true), query, PlacesOf(query)).is_crowd_at);
  CHECK_FALSE(Rank(*Pages(true), query, PlacesOf(query, 60.0f)).is_crowd_at);
}

TEST_CASE("different pictures are no crowd") {
  const features::Features query = test::RandomFeatures(5);
  CHECK(Rank(*test::RandomIndex(150), query, PlacesOf(query)).crowd.empty());
}

}  // namespace
}  // namespace loupe::retrieval
