#include "core/search/search.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/signature/dna.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

constexpr uint32_t kPictures = 30;
constexpr uint32_t kPages = 30;

/** Picture of a key: drawings first, then pages of text that look alike. Other keys are never indexed. */
image::GrayImage PictureOf(uint32_t key) {
  return key % 100 <= kPictures ? test::MakePicture(1000 + key, 480, 640) : test::MakeTextPage(key);
}

std::vector<uint32_t> Keys(uint32_t offset = 0) {
  std::vector<uint32_t> keys;
  for (uint32_t key = 1; key <= kPictures + kPages; ++key) keys.push_back(offset + key);
  return keys;
}

std::vector<uint8_t> ReferenceDna(const image::GrayImage& image) {
  return signature::EncodeDna(features::ExtractFeatures(image.view(), features::ReferenceRequest()));
}

features::Features QueryOf(const image::GrayImage& image) {
  return features::ExtractFeatures(image.view(), features::QueryRequest());
}

const std::shared_ptr<const index::Vocabulary>& ShippedVocabulary() {
  static const std::shared_ptr<const index::Vocabulary> vocabulary =
      index::Vocabulary::Load("native/assets/vocabulary.bin");
  return vocabulary;
}

std::unique_ptr<index::ReferenceIndex> MakeIndex(const std::vector<uint32_t>& keys) {
  auto index = std::make_unique<index::ReferenceIndex>(ShippedVocabulary());
  for (const uint32_t key : keys) index->Add(key, ReferenceDna(PictureOf(key)), {});
  return index;
}

/** The index that most tests search; building it takes most of their time. */
const index::ReferenceIndex& SharedIndex() {
  static const std::unique_ptr<index::ReferenceIndex> index = MakeIndex(Keys());
  return *index;
}

std::vector<SearchHit> Recognized(const index::ReferenceIndex& index, const features::Features& query,
                                  const SearchRequest& request = {}, const SearchOptions& options = {}) {
  Searcher searcher;
  const index::ReferenceIndex* indexes[] = {&index};
  std::vector<SearchHit> hits = searcher.Search({indexes, 1}, query, request, options).hits;
  hits.erase(
      std::remove_if(hits.begin(), hits.end(),
                     [](const SearchHit& hit) { return !verification::IsRecognized(hit.match.decision); }),
      hits.end());
  return hits;
}

TEST_CASE("photos of indexed pictures and pages are recognized, those of others are not") {
  int right = 0, accepted = 0;
  for (const uint32_t key : Keys()) {
    const std::vector<SearchHit> hits =
        Recognized(SharedIndex(), QueryOf(test::PhotographPicture(PictureOf(key), key)));
    right += !hits.empty() && hits[0].key == key ? 1 : 0;
    accepted +=
        std::any_of(hits.begin(), hits.end(), [&](const SearchHit& h) { return h.key != key; }) ? 1 : 0;
  }
  for (const uint32_t key : Keys(100)) {
    const features::Features query = QueryOf(test::PhotographPicture(PictureOf(key), key));
    accepted += Recognized(SharedIndex(), query).empty() ? 0 : 1;
  }
  CHECK(right >= 58);
  CHECK(accepted == 0);
}

TEST_CASE("the strongest keypoints alone find most photos, and all are looked up when they do not") {
  Searcher searcher;
  const index::ReferenceIndex* indexes[] = {&SharedIndex()};
  int found_early = 0, searched_by_all = 0;
  for (const uint32_t key : {2u, 6u, 10u, 35u, 45u, 101u, 135u}) {
    const features::Features query = QueryOf(test::PhotographPicture(PictureOf(key), key));
    SearchOptions strongest_first;
    strongest_first.strongest_first_from = 1;
    const SearchResult expected = searcher.Search({indexes, 1}, query, {}, {});
    const SearchResult found = searcher.Search({indexes, 1}, query, {}, strongest_first);
    const auto best = [](const SearchResult& result) {
      const bool is_any = !result.hits.empty() && verification::IsRecognized(result.hits[0].match.decision);
      return is_any ? result.hits[0].key : 0;
    };
    CHECK(best(found) == best(expected));
    const uint64_t all = expected.statistics.retrieval.scan.postings;
    const uint64_t looked_up = found.statistics.retrieval.scan.postings;
    CHECK(looked_up <= all);
    CHECK(expected.statistics.retrieval.scan.hits > 0);
    if (key < 100) found_early += 3 * looked_up < 2 * all ? 1 : 0;
    if (key > 100) searched_by_all += looked_up == all ? 1 : 0;
  }
  CHECK(found_early >= 4);
  CHECK(searched_by_all == 2);
}

TEST_CASE("every picture in a photo is returned with a box of its own") {
  cv::Mat photo(700, 1000, CV_8UC1, cv::Scalar(120));
  test::Wrap(PictureOf(3)).copyTo(photo(cv::Rect(10, 30, 480, 640)));
  test::Wrap(PictureOf(7)).copyTo(photo(cv::Rect(510, 30, 480, 640)));
  const std::vector<SearchHit> hits = Recognized(SharedIndex(), QueryOf(test::Unwrap(photo)));
  REQUIRE(hits.size() == 2);
  for (const SearchHit& hit : hits) {
    const bool is_left = hit.key == 3;
    CHECK((is_left || hit.key == 7));
    for (const verification::FractionPoint& corner : hit.match.query.box) CHECK((corner.x < 0.5f) == is_left);
  }
}

TEST_CASE("small pictures beside a large one in a photo are returned, too") {
  int found = 0;
  for (const uint32_t first : {1u, 5u, 9u, 13u}) {
    cv::Mat photo(640, 900, CV_8UC1, cv::Scalar(120));
    test::Wrap(PictureOf(first)).copyTo(photo(cv::Rect(0, 0, 480, 640)));
    for (uint32_t i = 1; i < 4; ++i) {
      cv::Mat small;
      cv::resize(test::Wrap(PictureOf(first + i)), small, {186, 248}, 0, 0, cv::INTER_AREA);
      small.copyTo(photo(cv::Rect(i == 2 ? 496 : 700, 10 + 160 * static_cast<int>(i - 1), 186, 248)));
    }
    const features::Features query = QueryOf(test::Unwrap(photo));
    for (const int strongest_first_from : {0, std::numeric_limits<int>::max()}) {
      SearchOptions options;
      options.strongest_first_from = strongest_first_from;
      const std::vector<SearchHit> hits = Recognized(SharedIndex(), query, {}, options);
      for (const SearchHit& hit : hits) CHECK((hit.key >= first && hit.key < first + 4));
      found += static_cast<int>(hits.size());
    }
  }
  CHECK(found >= 30);
}

TEST_CASE("boxes of a picture that the photo cuts end at the photo's border") {
  const image::GrayImage cut = test::Warp(PictureOf(5), {1.3, 0.1, -150, -0.1, 1.3, -200, 0, 0, 1}, 480, 480);
  const std::vector<SearchHit> hits = Recognized(SharedIndex(), QueryOf(cut));
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].key == 5);
  for (const verification::MatchSide* side : {&hits[0].match.query, &hits[0].match.reference}) {
    CHECK(side->box_area > 0.0f);
    for (const verification::FractionPoint& corner : side->box) {
      CHECK(corner.x >= 0.0f);
      CHECK(corner.x <= 1.0f);
      CHECK(corner.y >= 0.0f);
      CHECK(corner.y <= 1.0f);
    }
  }
}

TEST_CASE("a page on a bent sheet is recognized") {
  int right = 0;
  for (const uint32_t key : {32u, 36u, 40u, 44u, 48u}) {
    const features::Features query =
        QueryOf(test::PhotographPicture(test::BendPicture(PictureOf(key), 14.0), key));
    const std::vector<SearchHit> hits = Recognized(SharedIndex(), query);
    right += hits.size() == 1 && hits[0].key == key ? 1 : 0;
  }
  CHECK(right == 5);
}

TEST_CASE("a page on a folded sheet is recognized, and a page that is not indexed is not") {
  for (const uint32_t key : {33u, 37u, 41u, 45u, 49u}) {
    const image::GrayImage folded = test::FoldPicture(PictureOf(key), 9.0);
    const std::vector<SearchHit> hits =
        Recognized(SharedIndex(), QueryOf(test::PhotographPicture(folded, key)));
    REQUIRE(hits.size() == 1);
    CHECK(hits[0].key == key);
    const image::GrayImage other = test::FoldPicture(PictureOf(1000 + key), 9.0);
    CHECK(Recognized(SharedIndex(), QueryOf(test::PhotographPicture(other, key))).empty());
  }
}

TEST_CASE("mirror images are found when asked for, and are marked") {
  const features::Features query = QueryOf(test::MirrorPicture(test::PhotographPicture(PictureOf(9), 4)));
  CHECK(Recognized(SharedIndex(), query).empty());
  SearchRequest request;
  request.find_mirrored = true;
  const std::vector<SearchHit> hits = Recognized(SharedIndex(), query, request);
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].key == 9);
  CHECK(hits[0].match.is_mirrored);
}

TEST_CASE(
    "the near-duplicate check finds the edited copy of a reference and leaves out the reference itself") {
  const std::unique_ptr<index::ReferenceIndex> index = MakeIndex({1, 2, 3, 40, 41});
  cv::Mat edited = test::Wrap(PictureOf(2)).clone();
  edited(cv::Rect(200, 300, 40, 30)).setTo(10);
  cv::GaussianBlur(edited, edited, {}, 0.7);
  index->Add(20, ReferenceDna(test::Unwrap(edited)), {});
  Searcher searcher;
  const index::ReferenceIndex* indexes[] = {index.get()};
  const std::vector<uint8_t> dna = ReferenceDna(PictureOf(2));
  const std::vector<SearchHit> hits = searcher.Conflicts({indexes, 1}, dna, 0, 2, {}, {}).hits;
  REQUIRE(!hits.empty());
  CHECK(hits[0].key == 20);
  CHECK(verification::IsRecognized(hits[0].match.decision));
  CHECK(std::none_of(hits.begin(), hits.end(), [](const SearchHit& h) { return h.key == 2; }));
  const std::vector<uint8_t> lone = ReferenceDna(PictureOf(41));
  for (const SearchHit& hit : searcher.Conflicts({indexes, 1}, lone, 0, 41, {}, {}).hits) {
    CHECK_FALSE(verification::IsRecognized(hit.match.decision));
  }
}

TEST_CASE("of a picture that is indexed many times, every copy is found, up to the limit") {
  const image::GrayImage part = test::Warp(PictureOf(3), {1.5, 0, -60, 0, 1.5, -80, 0, 0, 1}, 480, 480);
  SearchRequest request;
  request.limit = 50;
  for (const uint32_t copies : {20u, 80u}) {
    const std::unique_ptr<index::ReferenceIndex> index = MakeIndex({1, 2, 4, 5, 40, 41});
    const std::vector<uint8_t> dna = ReferenceDna(PictureOf(3)), part_dna = ReferenceDna(part);
    for (uint32_t i = 0; i < copies; ++i) index->Add(1000 + i, dna, {});
    index->Add(999, part_dna, {});
    const size_t expected = std::min(copies, 50u);
    const features::Features photo = QueryOf(test::PhotographPicture(PictureOf(3), 5));
    CHECK(Recognized(*index, photo, request).size() >= expected);
    Searcher searcher;
    const index::ReferenceIndex* indexes[] = {index.get()};
    CHECK(searcher.Conflicts({indexes, 1}, part_dna, 0, 999, request, {}).hits.size() >= expected);
  }
}

TEST_CASE("a whole search gives the same on every thread and for every order of insertion") {
  const std::vector<uint32_t> keys = {1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 34};
  std::vector<uint32_t> reversed(keys.rbegin(), keys.rend());
  const std::unique_ptr<index::ReferenceIndex> one = MakeIndex(keys), other = MakeIndex(reversed);
  const features::Features query =
      QueryOf(test::PhotographPicture(test::BendPicture(PictureOf(33), 10.0), 8));
  const auto answer_of = [&query](const index::ReferenceIndex& index) {
    Searcher searcher;
    const index::ReferenceIndex* indexes[] = {&index};
    std::vector<std::pair<uint32_t, float>> answer;
    for (const SearchHit& hit : searcher.Search({indexes, 1}, query, {}, {}).hits) {
      answer.push_back({hit.key, hit.match.distance});
    }
    return answer;
  };
  const auto expected = answer_of(*one);
  REQUIRE(!expected.empty());
  CHECK(expected[0].first == 33);
  CHECK(answer_of(*other) == expected);
  std::vector<std::vector<std::pair<uint32_t, float>>> answers(4);
  std::vector<std::thread> threads;
  for (auto& answer : answers) threads.emplace_back([&] { answer = answer_of(*one); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& answer : answers) CHECK(answer == expected);
}

TEST_CASE("limits out of range are refused and a cancelled search throws") {
  Searcher searcher;
  const index::ReferenceIndex* indexes[] = {&SharedIndex()};
  const features::Features query = QueryOf(PictureOf(1));
  SearchRequest request;
  for (const int limit : {0, 1001}) {
    request.limit = limit;
    CHECK_THROWS_AS(searcher.Search({indexes, 1}, query, request, {}), base::Error);
  }
  request.limit = 1;
  base::CancellationToken token;
  token.Cancel();
  request.cancellation = &token;
  CHECK_THROWS_AS(searcher.Search({indexes, 1}, query, request, {}), base::Error);
}

}  // namespace
}  // namespace loupe::search
