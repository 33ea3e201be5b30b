#include "core/index/reference_index.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/base/error.h"
#include "core/search/search.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

using test::PhotoOf;
using test::RandomDna;
using test::RandomFeatures;
using test::RandomIndex;
using test::SharedVocabulary;

template <typename Call>
base::ErrorCode CodeOf(Call call) {
  try {
    call();
  } catch (const base::Error& error) {
    return error.code();
  }
  return base::ErrorCode::kInternal;
}

/** Keys in the order in which retrieval proposes them. */
std::vector<uint32_t> KeysFor(const std::vector<const ReferenceIndex*>& indexes,
                              const features::Features& query, const retrieval::SearchFilter& filter = {}) {
  const retrieval::SearchScope scope(indexes, filter);
  std::vector<uint32_t> keys;
  for (const retrieval::Candidate& c : test::CandidatesFor(query, *SharedVocabulary(), scope))
    keys.push_back(c.key);
  return keys;
}

uint32_t FirstKeyFor(const ReferenceIndex& index, const features::Features& query,
                     const retrieval::SearchFilter& filter = {}) {
  const std::vector<uint32_t> keys = KeysFor({&index}, query, filter);
  return keys.empty() ? 0 : keys[0];
}

TEST_CASE("an empty index finds nothing") {
  const ReferenceIndex index(SharedVocabulary());
  CHECK(index.size() == 0);
  CHECK(KeysFor({&index}, RandomFeatures(1)).empty());
  CHECK(CodeOf([] { ReferenceIndex none(nullptr); }) == base::ErrorCode::kInvalidArgument);
}

TEST_CASE("a reference is found as soon as it is added and no more once it is removed") {
  ReferenceIndex index(SharedVocabulary());
  for (uint32_t key = 1; key <= 90; ++key) {
    index.Add(key, RandomDna(key), {});
    CHECK(index.size() == key);
    CHECK(FirstKeyFor(index, PhotoOf(RandomFeatures(key), key)) == key);
  }
  for (uint32_t key = 1; key <= 90; key += 3) {
    index.Remove(key);
    CHECK_FALSE(index.Contains(key));
    for (const uint32_t found : KeysFor({&index}, PhotoOf(RandomFeatures(key), key))) CHECK(found != key);
  }
  CHECK(index.size() == 60);
  CHECK(FirstKeyFor(index, PhotoOf(RandomFeatures(2), 2)) == 2);
}

TEST_CASE("a key can be held once, and only held keys can be removed") {
  ReferenceIndex index(SharedVocabulary());
  index.Add(5, RandomDna(5), {});
  CHECK(CodeOf([&] { index.Add(5, RandomDna(6), {}); }) == base::ErrorCode::kDuplicateKey);
  CHECK(CodeOf([&] { index.Remove(6); }) == base::ErrorCode::kUnknownKey);
  CHECK(CodeOf([&] { index.DnaOf(6); }) == base::ErrorCode::kUnknownKey);
  std::vector<uint8_t> damaged = RandomDna(7);
  damaged[damaged.size() / 2] ^= 1;
  CHECK(CodeOf([&] { index.Add(7, damaged, {}); }) == base::ErrorCode::kDnaCorrupt);
  CHECK(CodeOf([&] { index.Add(7, {}, {}); }) == base::ErrorCode::kDnaCorrupt);
  CHECK(CodeOf([&] { index.Add(7, RandomDna(7), {std::string(5000, 'x')}); }) ==
        base::ErrorCode::kInvalidArgument);
  CHECK(index.size() == 1);
  CHECK(FirstKeyFor(index, PhotoOf(RandomFeatures(5), 5)) == 5);
}

TEST_CASE("putting a reference replaces the one with its key") {
  auto index = RandomIndex(20);
  index->Put(7, RandomDna(107), {"new"});
  CHECK(index->size() == 20);
  CHECK(FirstKeyFor(*index, PhotoOf(RandomFeatures(107), 1)) == 7);
  CHECK(FirstKeyFor(*index, PhotoOf(RandomFeatures(7), 1)) != 7);
  index->Put(21, RandomDna(21), {});
  CHECK(index->size() == 21);
  const base::Span<const uint8_t> stored = index->DnaOf(7).bytes;
  CHECK(std::vector<uint8_t>(stored.begin(), stored.end()) == RandomDna(107));
}

TEST_CASE("a DNA with words of another vocabulary is quantized again") {
  features::Features features = RandomFeatures(3);
  const auto other = test::RandomVocabulary(99);
  features.words = other->WordsOf(features.descriptors);
  features.vocabulary_id = other->id();
  ReferenceIndex index(SharedVocabulary()), expected(SharedVocabulary());
  index.Add(1, signature::EncodeDna(features), {});
  features.words = SharedVocabulary()->WordsOf(features.descriptors);
  features.vocabulary_id = SharedVocabulary()->id();
  expected.Add(1, signature::EncodeDna(features), {});
  const auto segment = index.state()->segments[0].segment;
  const auto expected_segment = expected.state()->segments[0].segment;
  for (int word = 0; word < kWordCount; ++word) {
    const PostingRange a = segment->PostingsOf(static_cast<uint16_t>(word));
    const PostingRange b = expected_segment->PostingsOf(static_cast<uint16_t>(word));
    REQUIRE(a.end - a.begin == b.end - b.begin);
  }
}

TEST_CASE("the ranking does not depend on the order of insertion or on compaction") {
  constexpr uint32_t kCount = 150;
  const auto ascending = RandomIndex(kCount);
  ReferenceIndex shuffled(SharedVocabulary());
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint32_t key = 1 + (i * 67) % kCount;
    shuffled.Add(key, RandomDna(key), {});
  }
  ReferenceIndex compacted(SharedVocabulary());
  for (uint32_t key = 1; key <= kCount + 40; ++key) compacted.Add(key, RandomDna(key), {});
  for (uint32_t key = kCount + 1; key <= kCount + 40; ++key) compacted.Remove(key);
  compacted.Compact(MergeEffort::kEverything);
  CHECK(compacted.state()->segments.size() == 1);
  for (uint32_t key = 1; key <= 30; ++key) {
    const features::Features query = PhotoOf(RandomFeatures(key), key, 40);
    const std::vector<uint32_t> expected = KeysFor({ascending.get()}, query);
    CHECK(expected.size() > 10);
    CHECK(KeysFor({&shuffled}, query) == expected);
    CHECK(KeysFor({&compacted}, query) == expected);
  }
}

TEST_CASE("many copies of one picture are still found, the lowest keys first") {
  ReferenceIndex index(SharedVocabulary());
  for (uint32_t key = 80; key >= 1; --key) index.Add(key, RandomDna(1), {});
  const std::vector<uint32_t> keys = KeysFor({&index}, PhotoOf(RandomFeatures(1), 1));
  REQUIRE(keys.size() >= 50);
  for (uint32_t i = 0; i < 50; ++i) CHECK(keys[i] == i + 1);
}

TEST_CASE("a filter finds what a search over only the allowed references finds") {
  test::Random random(11);
  ReferenceIndex all(SharedVocabulary());
  std::vector<std::vector<std::string>> keywords(200);
  for (uint32_t key = 0; key < 200; ++key) {
    for (const char* word : {"red", "green", "blue"}) {
      if (random.Below(2) == 0) keywords[key].push_back(word);
    }
    all.Add(key, RandomDna(key), keywords[key]);
  }
  for (uint32_t key = 190; key < 200; ++key) all.Remove(key);
  ReferenceIndex red_and_blue(SharedVocabulary()), chosen(SharedVocabulary());
  retrieval::SearchFilter by_keyword, by_key;
  by_keyword.keywords = {"blue", "red"};
  by_key.only_keys = true;
  for (uint32_t key = 0; key < 190; ++key) {
    const bool is_red = std::count(keywords[key].begin(), keywords[key].end(), "red") > 0;
    const bool is_blue = std::count(keywords[key].begin(), keywords[key].end(), "blue") > 0;
    if (is_red && is_blue) red_and_blue.Add(key, RandomDna(key), {});
    if (key % 7 != 3) continue;
    chosen.Add(key, RandomDna(key), {});
    by_key.keys.push_back(key);
  }
  by_key.keys.insert(by_key.keys.end(), {3, 195, 100000});
  for (uint32_t key = 0; key < 40; ++key) {
    const features::Features query = PhotoOf(RandomFeatures(key), key);
    CHECK(KeysFor({&all}, query, by_keyword) == KeysFor({&red_and_blue}, query));
    CHECK(KeysFor({&all}, query, by_key) == KeysFor({&chosen}, query));
  }
  retrieval::SearchFilter nothing;
  nothing.only_keys = true;
  CHECK(KeysFor({&all}, PhotoOf(RandomFeatures(1), 1), nothing).empty());
  nothing = {};
  nothing.keywords = {"violet"};
  CHECK(KeysFor({&all}, PhotoOf(RandomFeatures(1), 1), nothing).empty());
}

TEST_CASE("several indexes are searched as one") {
  const auto whole = RandomIndex(60);
  std::vector<std::unique_ptr<ReferenceIndex>> parts;
  std::vector<const ReferenceIndex*> indexes;
  for (uint32_t p = 0; p < 20; ++p) {
    parts.push_back(std::make_unique<ReferenceIndex>(SharedVocabulary()));
    for (uint32_t key = 3 * p + 1; key <= 3 * p + 3; ++key) parts.back()->Add(key, RandomDna(key), {});
    indexes.push_back(parts.back().get());
  }
  for (uint32_t key = 1; key <= 60; key += 7) {
    const features::Features query = PhotoOf(RandomFeatures(key), key, 40);
    CHECK(KeysFor(indexes, query) == KeysFor({whole.get()}, query));
  }
}

TEST_CASE("an index of ten references is small") {
  const auto index = RandomIndex(10, 500);
  CHECK(index->memory().hot_bytes < 300000);
  CHECK(index->memory().dna_heap_bytes > 0);
}

TEST_CASE("an index that grows one by one has few segments, each much larger than all smaller ones") {
  const auto index = RandomIndex(400, 20);
  std::vector<size_t> sizes;
  for (const LiveSegment& live : index->state()->segments) sizes.push_back(live.live_count());
  std::sort(sizes.begin(), sizes.end());
  CHECK(sizes.size() <= 3);
  size_t smaller = 0;
  for (const size_t size : sizes) {
    CHECK(size > 8 * smaller);
    smaller += size;
  }
  CHECK(smaller == 400);
}

TEST_CASE("compaction frees the memory of removed references") {
  auto index = RandomIndex(300);
  const size_t before = index->memory().hot_bytes;
  for (uint32_t key = 1; key <= 270; ++key) index->Remove(key);
  CHECK(index->NeedsCompaction());
  index->Compact();
  CHECK_FALSE(index->NeedsCompaction());
  CHECK(index->memory().hot_bytes < before / 4);
  CHECK(FirstKeyFor(*index, PhotoOf(RandomFeatures(280), 1)) == 280);
  for (uint32_t key = 271; key <= 300; ++key) index->Remove(key);
  CHECK(index->state()->segments.empty());
  CHECK(index->memory().hot_bytes == 0);
}

TEST_CASE("an index that is quiet merges what it would keep apart while references come") {
  IndexOptions options;
  options.largest_share = 2;
  options.quiet_largest_share = 10;
  ReferenceIndex index(SharedVocabulary(), options);
  for (uint32_t key = 1; key <= 40; ++key) index.Add(key, RandomDna(key), {});
  index.Compact(MergeEffort::kEverything);
  const auto add_until = [&](uint32_t last) {
    for (uint32_t key = static_cast<uint32_t>(index.size()) + 1; key <= last; ++key)
      index.Add(key, RandomDna(key), {});
  };
  add_until(43);
  CHECK_FALSE(index.NeedsCompaction(MergeEffort::kDue));
  CHECK_FALSE(index.NeedsCompaction(MergeEffort::kQuiet));
  CHECK(index.NeedsCompaction(MergeEffort::kEverything));
  add_until(44);
  CHECK_FALSE(index.NeedsCompaction(MergeEffort::kDue));
  CHECK(index.NeedsCompaction(MergeEffort::kQuiet));
  index.Compact(MergeEffort::kQuiet);
  CHECK(index.state()->segments.size() == 1);
  CHECK_FALSE(index.NeedsCompaction(MergeEffort::kEverything));
  CHECK(FirstKeyFor(index, PhotoOf(RandomFeatures(44), 1)) == 44);
}

TEST_CASE("searches go on while references are added, removed and compacted") {
  auto index = RandomIndex(40);
  std::atomic<bool> is_done{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> readers;
  for (uint32_t r = 0; r < 2; ++r) {
    readers.emplace_back([&, r] {
      for (uint32_t i = 0; !is_done; ++i) {
        const uint32_t key = 1 + (i * 2 + r) % 20;
        if (FirstKeyFor(*index, PhotoOf(RandomFeatures(key), key)) != key) ++failures;
      }
    });
  }
  std::thread compactor([&] {
    while (!is_done) {
      index->Compact(MergeEffort::kEverything);
      std::this_thread::yield();
    }
  });
  for (uint32_t key = 100; key < 400; ++key) {
    index->Add(key, RandomDna(key), {});
    if (key % 3 == 0) index->Remove(key - 20 >= 100 ? key - 20 : 40 - (key - 100) / 3);
  }
  is_done = true;
  for (std::thread& reader : readers) reader.join();
  compactor.join();
  CHECK(failures == 0);
  CHECK(index->size() == 40 + 300 - 100);
  index->Compact(MergeEffort::kEverything);
  CHECK(index->state()->segments[0].segment->reference_count() == 240);
}

}  // namespace
}  // namespace loupe::index
