#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "core/search/search.h"
#include "core/shards/answer_shard.h"
#include "core/shards/sharded_references.h"
#include "core/signature/dna.h"
#include "test/index_fixtures.h"
#include "test/near_line.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::shards {
namespace {

using search::SearchHit;
using search::SearchRequest;
using test::NearLine;

/** Indexes of a search, each whole and divided. */
struct Divided {
  std::vector<std::unique_ptr<index::ReferenceIndex>> whole, divided;
  std::vector<Shard> shards;

  /** Keys say which shard holds a reference. */
  void Add(uint32_t key, const std::vector<uint8_t>& dna, const std::vector<std::string>& keywords = {},
           uint32_t index = 0) {
    whole[index]->Add(key, dna, keywords);
    for (size_t i = 0; i < shards.size(); ++i) {
      const Shard& shard = shards[i];
      if (shard.index == index && key % shard.count == shard.number) divided[i]->Add(key, dna, keywords);
    }
  }
  void Remove(uint32_t key) {
    whole[0]->Remove(key);
    for (size_t i = 0; i < shards.size(); ++i) {
      if (shards[i].index == 0 && divided[i]->Contains(key)) divided[i]->Remove(key);
    }
  }
};

Divided DividedInto(const std::vector<uint32_t>& counts,
                    const std::shared_ptr<const index::Vocabulary>& vocabulary) {
  Divided all;
  for (uint32_t index = 0; index < counts.size(); ++index) {
    all.whole.push_back(std::make_unique<index::ReferenceIndex>(vocabulary));
    for (uint32_t number = 0; number < counts[index]; ++number) {
      all.divided.push_back(std::make_unique<index::ReferenceIndex>(vocabulary));
      all.shards.push_back({index, number, counts[index]});
    }
  }
  return all;
}

template <typename T>
std::vector<const T*> Pointers(const std::vector<std::unique_ptr<T>>& owned) {
  std::vector<const T*> pointers;
  for (const auto& one : owned) pointers.push_back(one.get());
  return pointers;
}

std::vector<SearchHit> SearchWhole(const Divided& all, const features::Features& query,
                                   const SearchRequest& request, const search::SearchOptions& options) {
  search::Searcher searcher;
  return searcher.Search(Pointers(all.whole), query, request, options).hits;
}

std::vector<SearchHit> SearchShards(NearLine* line, const Divided& all, const features::Features& query,
                                    const SearchRequest& request, const search::SearchOptions& options) {
  const index::Vocabulary& vocabulary = *all.whole[0]->vocabulary();
  search::Searcher searcher;
  ShardedReferences references(line, all.shards, request.filter, vocabulary.id());
  return searcher.SearchThrough(&references, vocabulary, query, request, options).hits;
}

bool IsSame(const SearchHit& a, const SearchHit& b) {
  return a.index == b.index && a.key == b.key && a.match.decision == b.match.decision &&
         a.match.distance == b.match.distance && a.match.evidence.score == b.match.evidence.score &&
         a.match.evidence.guided_count == b.match.evidence.guided_count &&
         a.match.query_from_reference == b.match.query_from_reference;
}

/** As many as shards: each answers by itself. */
constexpr uint32_t kEachAlone = 64;

NearLine LineTo(const Divided& all, uint32_t groups) { return {Pointers(all.divided), all.shards, groups}; }

/** Searches whole indexes, and shards some or none of which answer together. @return the hits of the former
 */
std::vector<SearchHit> CheckSame(const Divided& all, const features::Features& query,
                                 const SearchRequest& request = {},
                                 const search::SearchOptions& options = {}) {
  std::vector<SearchHit> expected = SearchWhole(all, query, request, options);
  for (const uint32_t groups : {1U, 2U, 3U, kEachAlone}) {
    NearLine line = LineTo(all, groups);
    const std::vector<SearchHit> found = SearchShards(&line, all, query, request, options);
    CHECK(expected.size() == found.size());
    CHECK(std::equal(expected.begin(), expected.end(), found.begin(), found.end(), IsSame));
  }
  return expected;
}

bool IsFirst(const std::vector<SearchHit>& hits, uint32_t key) {
  return !hits.empty() && hits[0].key == key && hits[0].match.is_recognized;
}

const std::shared_ptr<const index::Vocabulary>& ShippedVocabulary() {
  static const std::shared_ptr<const index::Vocabulary> vocabulary =
      index::Vocabulary::Load("native/assets/vocabulary.bin");
  return vocabulary;
}

features::Features QueryOf(const image::GrayImage& picture) {
  return features::ExtractFeatures(picture.view(), features::QueryRequest());
}

constexpr uint32_t kPictures = 24;

image::GrayImage PictureOf(uint32_t key) {
  return key % 2 == 0 ? test::MakePicture(1000 + key, 480, 640) : test::MakeTextPage(key);
}

const Divided& Pictures(uint32_t shards) {
  static std::vector<std::unique_ptr<Divided>> made(16);
  std::unique_ptr<Divided>& divided = made[shards];
  if (divided == nullptr) {
    divided = std::make_unique<Divided>(DividedInto({shards}, ShippedVocabulary()));
    for (uint32_t key = 1; key <= kPictures; ++key)
      divided->Add(key, signature::EncodeDna(
                            features::ExtractFeatures(PictureOf(key).view(), features::ReferenceRequest())));
  }
  return *divided;
}

TEST_CASE("photos are answered by shards as by one index, digit by digit") {
  for (const uint32_t shards : {1u, 2u, 3u, 8u}) {
    size_t recognized = 0;
    for (uint32_t key = 1; key <= kPictures; key += 3) {
      const features::Features photo = QueryOf(test::PhotographPicture(PictureOf(key), key));
      recognized += IsFirst(CheckSame(Pictures(shards), photo), key) ? 1 : 0;
    }
    CHECK(recognized >= 7);
    for (const uint32_t unknown : {100u, 101u})
      CheckSame(Pictures(shards), QueryOf(test::PhotographPicture(PictureOf(unknown), unknown)));
  }
}

TEST_CASE("what is looked up in several steps, closer looks and mirror images are the same by shards") {
  search::SearchOptions options;
  options.strongest_first_from = 0;
  options.codes_from = 0;
  SearchRequest request;
  request.find_mirrored = true;
  size_t closer_looks = 0;
  for (const uint32_t key : {2u, 7u, 100u}) {
    const image::GrayImage photo = test::PhotographPicture(PictureOf(key), key);
    const features::Features closer = features::ExtractFeatures(photo.view(), features::CloserQueryRequest());
    request.closer_look = [&] {
      ++closer_looks;
      return &closer;
    };
    CheckSame(Pictures(3), QueryOf(photo), request, options);
  }
  CHECK(closer_looks >= 2);
}

TEST_CASE("a search that finds nothing asks for signatures once for each look, and once for all parts") {
  search::SearchOptions options;
  options.strongest_first_from = 0;
  Divided all = DividedInto({3}, test::SharedVocabulary());
  for (uint32_t key = 1; key <= 400; ++key) all.Add(key, test::RandomDna(key));
  const features::Features closer = test::RandomFeatures(1001, 900);
  SearchRequest request;
  request.closer_look = [&] { return &closer; };
  NearLine line = LineTo(all, kEachAlone);
  std::set<size_t> rounds;
  line.before_answer = [&](const ShardQuestion& question) {
    if (question.message[1] == static_cast<uint8_t>(QuestionKind::kDnas)) rounds.insert(line.rounds());
  };
  for (const SearchHit& hit : SearchShards(&line, all, test::RandomFeatures(1000, 400), request, options))
    CHECK_FALSE(hit.match.is_recognized);
  // The strongest keypoints, all of them, the closer look, its parts.
  CHECK(rounds.size() == 4);
  CheckSame(all, test::RandomFeatures(1000, 400), request, options);
}

TEST_CASE("of many copies of one picture shards keep the same as one index") {
  for (const uint32_t shards : {2u, 5u}) {
    Divided copies = DividedInto({shards}, test::SharedVocabulary());
    for (uint32_t key = 1; key <= 260; ++key) copies.Add(key, test::RandomDna(key % 3));
    for (const uint64_t seed : {0u, 1u, 2u}) CheckSame(copies, test::PhotoOf(test::RandomFeatures(seed), 5));
  }
}

TEST_CASE("similar references by the hundred are answered by shards as by one index") {
  Divided similar = DividedInto({4}, test::SharedVocabulary());
  for (uint32_t key = 1; key <= 400; ++key)
    similar.Add(key, signature::EncodeDna(test::PhotoOf(test::RandomFeatures(key % 5), key, 20)));
  for (uint32_t key = 1; key <= 10; ++key)
    CheckSame(similar, test::PhotoOf(test::RandomFeatures(key % 5), 1000 + key));
}

/** A page of a template: most of what it shows is on all of them. */
features::Features PageOf(uint32_t key) {
  features::Features page = test::RandomFeatures(1, 100);
  const features::Features own = test::RandomFeatures(100 + key, 25);
  page.keypoints.insert(page.keypoints.end(), own.keypoints.begin(), own.keypoints.end());
  page.descriptors.insert(page.descriptors.end(), own.descriptors.begin(), own.descriptors.end());
  return page;
}

TEST_CASE("pages of one template are ranked at its pose by shards as by one index") {
  Divided pages = DividedInto({3}, test::SharedVocabulary());
  for (uint32_t key = 1; key <= 300; ++key) pages.Add(key, signature::EncodeDna(PageOf(key)));
  for (const uint32_t key : {5u, 77u, 300u}) {
    NearLine line = LineTo(pages, kEachAlone);
    bool is_ranked_at_pose = false;
    line.before_answer = [&](const ShardQuestion& question) {
      is_ranked_at_pose =
          is_ranked_at_pose || question.message[1] == static_cast<uint8_t>(QuestionKind::kPlacedVotes);
    };
    const features::Features photo = test::PhotoOf(PageOf(key), key);
    SearchShards(&line, pages, photo, {}, {});
    CHECK(is_ranked_at_pose);
    CheckSame(pages, photo);
  }
}

TEST_CASE("filters, removed references and other indexes in one search are the same by shards") {
  Divided all = DividedInto({3, 1, 2}, test::SharedVocabulary());
  for (uint32_t key = 1; key <= 90; ++key) {
    for (const uint32_t index : {0u, 1u, 2u})
      all.Add(key, test::RandomDna(key % 30), {key % 2 == 0 ? "even" : "odd"}, index);
  }
  for (const uint32_t key : {3u, 33u, 60u}) all.Remove(key);
  for (const uint64_t seed : {3u, 4u, 60u}) {
    const features::Features query = test::PhotoOf(test::RandomFeatures(seed % 30), seed);
    CheckSame(all, query);
    SearchRequest request;
    request.filter.keywords = {"odd"};
    CheckSame(all, query, request);
    request.filter.only_keys = true;
    for (uint32_t key = 20; key <= 70; ++key) request.filter.keys.push_back(key);
    CheckSame(all, query, request);
    SearchRequest without_one;
    without_one.filter.excluded = {0U, 63U};
    CheckSame(all, query, without_one, search::ConflictOptionsOf({}));
  }
}

TEST_CASE("a reference that is removed during a search is no hit, and the search goes on") {
  Divided all = DividedInto({2}, test::SharedVocabulary());
  for (uint32_t key = 1; key <= 20; ++key) all.Add(key, test::RandomDna(key));
  NearLine line = LineTo(all, kEachAlone);
  bool is_removed = false;
  line.before_answer = [&](const ShardQuestion& question) {
    if (question.message[1] != static_cast<uint8_t>(QuestionKind::kDnas) || is_removed) return;
    all.Remove(7);
    is_removed = true;
  };
  const features::Features query = test::PhotoOf(test::RandomFeatures(7), 1);
  CHECK(IsFirst(SearchWhole(all, query, {}, {}), 7));
  const std::vector<SearchHit> hits = SearchShards(&line, all, query, {}, {});
  CHECK(is_removed);
  CHECK(std::none_of(hits.begin(), hits.end(), [](const SearchHit& hit) { return hit.key == 7; }));
}

TEST_CASE(
    "questions of another version, cut off or senseless are refused, and shards of another vocabulary") {
  const std::unique_ptr<index::ReferenceIndex> shard = test::RandomIndex(3);
  ShardAnswerer answerer;
  const auto is_refused = [&](const std::vector<uint8_t>& question) {
    try {
      const HeldShard held[] = {{shard.get(), 0, 1}};
      answerer.Answer({held, 1}, shard->vocabulary()->id(), question, {}, nullptr);
      return false;
    } catch (const base::Error& error) {
      return error.code() == base::ErrorCode::kInvalidArgument;
    }
  };
  ByteWriter writer;
  writer.Put(kMessageVersion);
  writer.Put(static_cast<uint8_t>(QuestionKind::kNearest));
  PutFilter({}, &writer);
  NearestQuestion{false, 1, 3, 1}.Write(&writer);
  PutProbes(test::SharedVocabulary()->ProbesOf(test::RandomFeatures(1, 4).descriptors), &writer);
  const std::vector<uint8_t> whole = writer.Take();
  CHECK_FALSE(is_refused(whole));
  for (size_t length = 0; length < whole.size(); ++length)
    CHECK(is_refused({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)}));
  std::vector<uint8_t> other = whole;
  other[0] = kMessageVersion + 1;
  CHECK(is_refused(other));
  other = whole;
  other[1] = 77;
  CHECK(is_refused(other));
  NearLine line({shard.get()}, {{0, 0, 1}}, 1);
  CHECK_THROWS_AS(ShardedReferences(&line, {{0, 0, 1}}, {}, shard->vocabulary()->id() + 1), base::Error);
}

}  // namespace
}  // namespace loupe::shards
