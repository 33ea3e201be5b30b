#include "core/retrieval/nearest_postings.h"

#include <algorithm>
#include <vector>

#include "core/retrieval/posting_scan.h"
#include "core/retrieval/search_filter.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr uint32_t kCopies = 120;

/** An index of copies of one picture with one keypoint, whose descriptors differ from it by more and more
 * bits. */
std::unique_ptr<index::ReferenceIndex> Copies(uint32_t count, int keypoints = 1) {
  auto index = std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  for (uint32_t key = 1; key <= count; ++key)
    index->Add(key, test::RandomDna(1, static_cast<size_t>(keypoints)), {});
  index->Compact(true);
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
  const std::vector<uint32_t> kept = KeptKeys(*Copies(kCopies), {});
  REQUIRE(kept.size() == kMaxHitsPerDescriptor);
  for (uint32_t i = 0; i < kMaxHitsPerDescriptor; ++i) CHECK(kept[i] == i + 1);
}

TEST_CASE("postings that a filter leaves out do not crowd out others") {
  SearchFilter filter;
  filter.only_keys = true;
  for (uint32_t key = 100; key <= kCopies; ++key) filter.keys.push_back(key);
  CHECK(KeptKeys(*Copies(kCopies), filter) == filter.keys);
}

TEST_CASE("an index without the word has no postings") {
  const std::unique_ptr<index::ReferenceIndex> empty =
      std::make_unique<index::ReferenceIndex>(test::SharedVocabulary());
  CHECK(KeptKeys(*empty, {}).empty());
}

}  // namespace
}  // namespace loupe::retrieval
