#include "core/retrieval/nearest_postings.h"

#include <algorithm>
#include <vector>

#include "core/retrieval/posting_scan.h"
#include "core/retrieval/search_filter.h"
#include "core/signature/dna.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr uint32_t kCopyCount = 120;

/** An index of copies of one picture with one keypoint, whose descriptors differ from it by more and more
 * bits. */
std::unique_ptr<index::ReferenceIndex> Copies(uint32_t count, int keypoints = 1) {
  auto index = std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  for (uint32_t key = 1; key <= count; ++key)
    index->Add(key, test::RandomDna(1, static_cast<size_t>(keypoints)), {});
  index->Compact(index::MergeEffort::kEverything);
  return index;
}

/** Keys of the postings that are kept for the picture's own descriptor. */
std::vector<uint32_t> KeptKeys(const index::ReferenceIndex& index, const SearchFilter& filter) {
  const index::ReferenceIndex* indexes[] = {&index};
  const SearchScope scope({indexes, 1}, filter);
  const features::Features query = test::RandomFeatures(1, 1);
  PostingScan scan;
  scan.Begin(1, scope.views());
  const std::vector<uint16_t> queries = {0};
  scan.Scan(queries, index.vocabulary()->ProbesOf(query.descriptors), {}, *index.vocabulary(), nullptr);
  std::vector<uint32_t> keys;
  for (const PostingHit& hit : scan.Hits()) {
    const SegmentView& view = scope.ViewOf(hit.image);
    keys.push_back(view.segment->key(hit.image - view.first_image));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST_CASE("all postings are kept while they are few enough") {
  for (const uint32_t count : {1u, 7u, kMaxHitsPerDescriptor})
    CHECK(KeptKeys(*Copies(count), {}).size() == count);
}

TEST_CASE("of too many equally near postings, those with the lowest keys are kept") {
  const std::vector<uint32_t> kept = KeptKeys(*Copies(kCopyCount), {});
  REQUIRE(kept.size() == kMaxHitsPerDescriptor);
  for (uint32_t i = 0; i < kMaxHitsPerDescriptor; ++i) CHECK(kept[i] == i + 1);
}

TEST_CASE("postings that a filter leaves out do not crowd out others") {
  SearchFilter filter;
  filter.only_keys = true;
  for (uint32_t key = 100; key <= kCopyCount; ++key) filter.keys.push_back(key);
  CHECK(KeptKeys(*Copies(kCopyCount), filter) == filter.keys);
}

/** The index of Copies(), each of which has its keypoint at one of `places` places. */
std::unique_ptr<index::ReferenceIndex> Scattered(uint32_t count, uint32_t places) {
  auto index = std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  for (uint32_t key = 1; key <= count; ++key) {
    features::Features picture = test::RandomFeatures(1, 1);
    const uint32_t place = key % places;
    picture.keypoints[0].x_q5 = static_cast<uint16_t>(32 * 48 * (place % 8));
    picture.keypoints[0].y_q5 = static_cast<uint16_t>(32 * 48 * (place / 8));
    index->Add(key, signature::EncodeDna(picture), {});
  }
  index->Compact(index::MergeEffort::kEverything);
  return index;
}

size_t CrowdedCount(const index::ReferenceIndex& index, size_t crowd_size, const SearchFilter& filter = {}) {
  const index::ReferenceIndex* indexes[] = {&index};
  const SearchScope scope({indexes, 1}, filter);
  PostingScan scan;
  scan.Begin(1, scope.views(), crowd_size);
  const std::vector<uint16_t> queries = {0};
  scan.Scan(queries, index.vocabulary()->ProbesOf(test::RandomFeatures(1, 1).descriptors), {},
            *index.vocabulary(), nullptr);
  return scan.crowded().size();
}

TEST_CASE("what many references have at one place is a crowd, what they have anywhere is none") {
  CHECK(CrowdedCount(*Copies(kCopyCount), kCopyCount) == 1);
  CHECK(CrowdedCount(*Copies(kCopyCount), kCopyCount + 1) == 0);
  CHECK(CrowdedCount(*Scattered(kCopyCount, 1), kCopyCount) == 1);
  CHECK(CrowdedCount(*Scattered(kCopyCount, 2), kCopyCount / 2) == 1);
  CHECK(CrowdedCount(*Scattered(kCopyCount, 64), kCopyCount / 2) == 0);
}

TEST_CASE("of very many references a sample decides whether they are a crowd") {
  constexpr uint32_t kMany = 3 * kCrowdSample;
  CHECK(CrowdedCount(*Scattered(kMany, 1), kMany) == 1);
  CHECK(CrowdedCount(*Scattered(kMany, 64), kMany / 8) == 0);
}

TEST_CASE("what a filter leaves out is no part of a crowd") {
  SearchFilter filter;
  filter.only_keys = true;
  for (uint32_t key = 1; key <= 80; ++key) filter.keys.push_back(key);
  CHECK(CrowdedCount(*Copies(kCopyCount), 80, filter) == 1);
  CHECK(CrowdedCount(*Copies(kCopyCount), 81, filter) == 0);
}

TEST_CASE("an index without the word has no postings") {
  const std::unique_ptr<index::ReferenceIndex> empty =
      std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  CHECK(KeptKeys(*empty, {}).empty());
}

}  // namespace
}  // namespace loupe::retrieval
