#include <algorithm>
#include <limits>
#include <opencv2/imgproc.hpp>

#include "core/search/search.h"
#include "core/signature/dna.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

constexpr uint32_t kCrowdPages = 160;
constexpr uint32_t kAsked = 12;
constexpr int kWidth = 480, kHeight = 640;

/** All pages have the same picture, but for a band, as a form has that is filled in. */
image::GrayImage CrowdPage(uint32_t key) {
  static const image::GrayImage form = test::MakePicture(1, kWidth, kHeight, 260);
  const cv::Rect band(60, 290, 360, 60);
  cv::Mat page = test::Wrap(form).clone();
  test::Wrap(test::MakePicture(5000 + key, band.width, band.height, 120)).copyTo(page(band));
  return test::Unwrap(page);
}

std::unique_ptr<index::ReferenceIndex> IndexOf(const std::vector<uint32_t>& keys) {
  auto index =
      std::make_unique<index::ReferenceIndex>(index::Vocabulary::Load("native/assets/vocabulary.bin"));
  for (const uint32_t key : keys) {
    const image::GrayImage page = CrowdPage(key);
    index->Add(
        key, signature::EncodeDna(features::ExtractFeatures(page.view(), features::ReferenceRequest())), {});
  }
  return index;
}

const index::ReferenceIndex& Crowd() {
  static const std::unique_ptr<index::ReferenceIndex> index = [] {
    std::vector<uint32_t> keys;
    for (uint32_t key = 1; key <= kCrowdPages; ++key) keys.push_back(key);
    return IndexOf(keys);
  }();
  return *index;
}

SearchResult SearchBy(const index::ReferenceIndex& index, const image::GrayImage& photo,
                      const SearchOptions& options, bool may_look_closer = false) {
  const index::ReferenceIndex* indexes[] = {&index};
  SearchRequest request;
  features::Features closer;
  if (may_look_closer) {
    request.closer_look = [&] {
      closer = features::ExtractFeatures(photo.view(), features::CloserQueryRequest());
      return &closer;
    };
  }
  return Searcher().Search({indexes, 1}, features::ExtractFeatures(photo.view(), features::QueryRequest()),
                           request, options);
}

SearchResult Search(const index::ReferenceIndex& index, uint32_t shown, const SearchOptions& options) {
  return SearchBy(index, test::PhotographPicture(CrowdPage(shown), shown), options);
}

bool IsRight(const SearchResult& result, uint32_t shown) {
  return !result.hits.empty() && result.hits[0].match.is_recognized && result.hits[0].key == shown;
}

/** How many photos of pages the nearest recognized reference is right for. */
int CountRight(const index::ReferenceIndex& index, const SearchOptions& options) {
  int right = 0;
  for (uint32_t i = 1; i <= kAsked; ++i) {
    const uint32_t key = i * (kCrowdPages / kAsked);
    right += IsRight(Search(index, key, options), key) ? 1 : 0;
  }
  return right;
}

/** Room for so few references that a crowd of hundreds fills it, as thousands fill the room that there is. */
SearchOptions WithLittleRoom() {
  SearchOptions options;
  options.retrieval.candidates.max_spatial = 4;
  options.budget.first_examined = 1;
  options.budget.further_examined = 1;
  options.budget.examined_in_noise = 1;
  return options;
}

TEST_CASE("a page stands out from a crowd of pages of its template by what only it has") {
  SearchOptions without = WithLittleRoom();
  without.retrieval.crowd.min_descriptors = std::numeric_limits<int>::max();
  const int before = CountRight(Crowd(), without);
  const int right = CountRight(Crowd(), WithLittleRoom());
  CAPTURE(before);
  CHECK(right == static_cast<int>(kAsked));
  CHECK(before < right);
}

/** A large photo, full of something else, with the page small in it. */
image::GrayImage PhotoOfCrowdPage(uint32_t key) {
  cv::Mat photo = test::Wrap(test::MakePicture(500 + key, 1440, 1080, 700)).clone();
  cv::Mat small;
  cv::resize(test::Wrap(CrowdPage(key)), small, {270, 360}, 0, 0, cv::INTER_AREA);
  small.copyTo(photo(cv::Rect(key % 2 == 0 ? 90 : 980, 300, small.cols, small.rows)));
  return test::Unwrap(photo);
}

TEST_CASE("a page that only a closer look shows stands out from its crowd, too") {
  SearchOptions without = WithLittleRoom();
  without.second_try.budget = without.budget;
  const SearchOptions with = without;
  without.retrieval.crowd.min_descriptors = std::numeric_limits<int>::max();
  int at_first = 0, before = 0, right = 0;
  for (uint32_t key = 5; key <= kCrowdPages; key += 20) {
    const image::GrayImage photo = PhotoOfCrowdPage(key);
    at_first += IsRight(SearchBy(Crowd(), photo, with), key) ? 1 : 0;
    before += IsRight(SearchBy(Crowd(), photo, without, true), key) ? 1 : 0;
    right += IsRight(SearchBy(Crowd(), photo, with, true), key) ? 1 : 0;
  }
  CAPTURE(at_first);
  CAPTURE(before);
  CHECK(right >= 7);
  CHECK(before < right);
  CHECK(at_first < right);
}

TEST_CASE("where none of a crowd stands out, a closer look decides") {
  SearchOptions options = WithLittleRoom();
  const image::GrayImage photo = test::PhotographPicture(CrowdPage(40), 40);
  const SearchResult clear = SearchBy(Crowd(), photo, options, true);
  CHECK(IsRight(clear, 40));
  CHECK_FALSE(clear.statistics.has_looked_closer);
  options.crowd.clear_lead = std::numeric_limits<double>::max();
  const SearchResult open = SearchBy(Crowd(), photo, options, true);
  CHECK(IsRight(open, 40));
  CHECK(open.statistics.has_looked_closer);
}

}  // namespace
}  // namespace loupe::search
