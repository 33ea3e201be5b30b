#include <algorithm>
#include <functional>
#include <opencv2/imgproc.hpp>

#include "core/search/search.h"
#include "core/search/search_run.h"
#include "core/signature/dna.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

constexpr uint32_t kSmallPages = 24;

image::GrayImage SmallPage(uint32_t key) { return test::MakePicture(1000 + key, 480, 640); }

const index::ReferenceIndex& Index() {
  static const std::unique_ptr<index::ReferenceIndex> index = [] {
    auto built =
        std::make_unique<index::ReferenceIndex>(index::Vocabulary::Load("native/assets/vocabulary.bin"));
    for (uint32_t key = 1; key <= kSmallPages; ++key) {
      const image::GrayImage page = SmallPage(key);
      built->Add(key,
                 signature::EncodeDna(features::ExtractFeatures(page.view(), features::ReferenceRequest())),
                 {});
    }
    return built;
  }();
  return *index;
}

/** A large photo, full of something else, with a page of this height at a place that the key gives. */
image::GrayImage PhotoWithSmallPage(uint32_t key, int page_height) {
  cv::Mat photo = test::Wrap(test::MakePicture(500 + key, 1440, 1080, 700)).clone();
  cv::Mat small;
  cv::resize(test::Wrap(SmallPage(key)), small, {page_height * 3 / 4, page_height}, 0, 0, cv::INTER_AREA);
  const int x = key % 2 == 0 ? 60 : 1000, y = key % 3 == 0 ? 90 : 600;
  small.copyTo(photo(cv::Rect(x, y, small.cols, small.rows)));
  return test::Unwrap(photo);
}

features::Features Look(const image::GrayImage& photo, const features::ExtractRequest& request) {
  return features::ExtractFeatures(photo.view(), request);
}

/** A photo of a page `degrees` off its front, from above or from the side depending on the key. */
image::GrayImage PhotoFromTheSide(uint32_t key, double degrees) {
  const double squash = std::cos(degrees * CV_PI / 180.0), turn = key % 2 == 0 ? 0.15 : -0.2;
  const cv::Matx33d center(1, 0, -240, 0, 1, -320, 0, 0, 1);
  const cv::Matx33d rotation(std::cos(turn), -std::sin(turn), 0, std::sin(turn), std::cos(turn), 0, 0, 0, 1);
  const bool is_from_above = key % 2 == 0;
  const cv::Matx33d slant(is_from_above ? 1 : squash, 0, 0, 0, is_from_above ? squash : 1, 0,
                          is_from_above ? 0 : 3e-4, is_from_above ? 3e-4 : 0, 1);
  const cv::Matx33d place(1.3, 0, 480, 0, 1.3, 480, 0, 0, 1);
  return test::Warp(SmallPage(key), place * slant * rotation * center, 960, 960);
}

/** Key of the nearest recognized reference; 0 for none. Counts closer looks. */
uint32_t RecognizedSmall(const image::GrayImage& photo, bool has_second_try, int* looks,
                         const SearchOptions& options = {}) {
  features::Features closer;
  SearchRequest request;
  if (has_second_try) {
    request.closer_look = [&]() -> const features::Features* {
      ++*looks;
      closer = Look(photo, features::CloserQueryRequest());
      return &closer;
    };
  }
  const index::ReferenceIndex* indexes[] = {&Index()};
  const SearchResult result =
      Searcher().Search({indexes, 1}, Look(photo, features::QueryRequest()), request, options);
  CHECK(result.statistics.has_looked_closer == (*looks > 0));
  const bool is_any = !result.hits.empty() && result.hits[0].match.is_recognized;
  return is_any ? result.hits[0].key : 0;
}

TEST_CASE(
    "a closer look recognizes works that are small among other things, and is taken only where needed") {
  int once = 0, twice = 0;
  for (uint32_t key = 1; key <= kSmallPages; ++key) {
    const image::GrayImage photo = PhotoWithSmallPage(key, 300);
    int looks = 0, none = 0;
    const uint32_t first = RecognizedSmall(photo, false, &none),
                   second = RecognizedSmall(photo, true, &looks);
    CHECK((first == 0 || first == key));
    CHECK((second == 0 || second == key));
    CHECK(looks == (first == 0 ? 1 : 0));
    once += first == key ? 1 : 0;
    twice += second == key ? 1 : 0;
  }
  CHECK(once < 16);
  CHECK(twice >= 20);
}

TEST_CASE("a closer look at what is not indexed recognizes nothing") {
  for (uint32_t key = 200; key < 206; ++key) {
    int looks = 0;
    CHECK(RecognizedSmall(PhotoWithSmallPage(key, 400), true, &looks) == 0);
    CHECK(looks == 1);
  }
}

TEST_CASE("slanted looks recognize what was photographed from the side") {
  SearchOptions without;
  without.slanted_look.max_keypoints = 1;
  int once = 0, twice = 0;
  for (uint32_t key = 1; key <= kSmallPages; ++key) {
    const image::GrayImage photo = PhotoFromTheSide(key, 73);
    int looks = 0;
    const uint32_t frontal = RecognizedSmall(photo, true, &looks, without);
    const uint32_t slanted = RecognizedSmall(photo, true, &looks);
    CHECK((frontal == 0 || frontal == key));
    CHECK((slanted == 0 || slanted == key));
    CHECK((frontal == 0 || slanted == key));
    once += frontal == key ? 1 : 0;
    twice += slanted == key ? 1 : 0;
  }
  CHECK(once < 12);
  CHECK(twice >= 18);
}

TEST_CASE("looks from the side are left out where a caller wants none") {
  const uint32_t key = 2;
  const image::GrayImage photo = PhotoFromTheSide(key, 73);
  const index::ReferenceIndex* indexes[] = {&Index()};
  const features::Features closer = Look(photo, features::CloserQueryRequest());
  SearchRequest request;
  request.closer_look = [&] { return &closer; };
  const auto found = [&] {
    const SearchResult result =
        Searcher().Search({indexes, 1}, Look(photo, features::QueryRequest()), request, {});
    CHECK(result.statistics.has_looked_closer);
    return !result.hits.empty() && result.hits[0].match.is_recognized;
  };
  CHECK(found());
  request.looks_from_side = false;
  CHECK_FALSE(found());
}

TEST_CASE("a closer look is not taken where the first one had room left") {
  const features::ExtractRequest usual = features::QueryRequest();
  const cv::Mat sharp = test::Wrap(test::MakePicture(900, 1440, 1080, 700)).clone();
  const auto is_looked_closer = [&](double blur_px, int most_keypoints, int width = 1440) {
    cv::Mat photo = sharp.clone();
    cv::resize(sharp, photo, {width, width * 3 / 4}, 0, 0, cv::INTER_AREA);
    if (blur_px > 0) cv::GaussianBlur(sharp, photo, {0, 0}, blur_px);
    const features::Features closer = Look(test::Unwrap(photo), features::CloserQueryRequest());
    SearchRequest request;
    request.most_keypoints = most_keypoints;
    request.closer_look = [&] { return &closer; };
    const index::ReferenceIndex* indexes[] = {&Index()};
    const SearchResult result =
        Searcher().Search({indexes, 1}, Look(test::Unwrap(photo), usual), request, {});
    CHECK(result.statistics.is_first_look_enough != result.statistics.has_looked_closer);
    return result.statistics.has_looked_closer;
  };
  CHECK(is_looked_closer(0, usual.amount.max_keypoints));
  CHECK_FALSE(is_looked_closer(14, usual.amount.max_keypoints));
  // A small picture is smooth because it is enlarged.
  CHECK(is_looked_closer(0, usual.amount.max_keypoints, 200));
  // Who does not know how many keypoints there could be gets the closer look.
  CHECK(is_looked_closer(14, 0));
}

TEST_CASE("where no closer look is known, the first one decides") {
  const index::ReferenceIndex* indexes[] = {&Index()};
  SearchRequest request;
  request.closer_look = [] { return nullptr; };
  const features::Features query = Look(SmallPage(300), features::QueryRequest());
  const SearchResult result = Searcher().Search({indexes, 1}, query, request, SearchOptions());
  CHECK_FALSE(result.statistics.has_looked_closer);
}

TEST_CASE("the parts of a picture cover all of its keypoints, and the middle comes first") {
  const features::Features query = Look(SmallPage(1), features::QueryRequest());
  SecondTryOptions options;
  options.part_share = 0.6;
  const std::vector<std::vector<uint8_t>> parts = KeypointsOutsideParts(query, options);
  REQUIRE(parts.size() == 5);
  for (size_t i = 0; i < query.keypoints.size(); ++i) {
    CHECK(
        std::any_of(parts.begin(), parts.end(), [i](const auto& is_outside) { return is_outside[i] == 0; }));
    const float x = query.keypoints[i].x() / static_cast<float>(query.working_size.width);
    const float y = query.keypoints[i].y() / static_cast<float>(query.working_size.height);
    const bool is_in_middle = x >= 0.2f && x <= 0.8f && y >= 0.2f && y <= 0.8f;
    CHECK((parts[0][i] == 0) == is_in_middle);
  }
}

}  // namespace
}  // namespace loupe::search
