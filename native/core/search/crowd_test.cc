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

constexpr uint32_t kPages = 160;
constexpr uint32_t kAsked = 12;
constexpr int kWidth = 480, kHeight = 640;

/** All pages have the same picture, but for a band, as a form has that is filled in. */
image::GrayImage PageOf(uint32_t key) {
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
    const image::GrayImage page = PageOf(key);
    index->Add(
        key, signature::EncodeDna(features::ExtractFeatures(page.view(), features::ReferenceRequest())), {});
  }
  return index;
}

const index::ReferenceIndex& Crowd() {
  static const std::unique_ptr<index::ReferenceIndex> index = [] {
    std::vector<uint32_t> keys;
    for (uint32_t key = 1; key <= kPages; ++key) keys.push_back(key);
    return IndexOf(keys);
  }();
  return *index;
}

SearchResult Search(const index::ReferenceIndex& index, uint32_t shown, const SearchOptions& options) {
  const index::ReferenceIndex* indexes[] = {&index};
  const image::GrayImage photo = test::PhotographPicture(PageOf(shown), shown);
  return Searcher().Search({indexes, 1}, features::ExtractFeatures(photo.view(), features::QueryRequest()),
                           {}, options);
}

/** How many photos of pages the nearest recognized reference is right for. */
int CountRight(const index::ReferenceIndex& index, const SearchOptions& options) {
  int right = 0;
  for (uint32_t i = 1; i <= kAsked; ++i) {
    const uint32_t key = i * (kPages / kAsked);
    const SearchResult result = Search(index, key, options);
    right += !result.hits.empty() && result.hits[0].match.is_recognized && result.hits[0].key == key ? 1 : 0;
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

TEST_CASE("a page is told from a crowd of pages of its template by what only it has") {
  SearchOptions without = WithLittleRoom();
  without.retrieval.crowd.min_descriptors = std::numeric_limits<int>::max();
  const int before = CountRight(Crowd(), without);
  const int right = CountRight(Crowd(), WithLittleRoom());
  CAPTURE(before);
  CHECK(right == static_cast<int>(kAsked));
  CHECK(before < right);
}

}  // namespace
}  // namespace loupe::search
