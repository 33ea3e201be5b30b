#include "core/comparison/difference.h"

#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/comparison/sharpness.h"
#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

using test::Noisy;
using test::Page;

cv::Mat AllOf(const cv::Mat& page) { return {page.size(), CV_8U, cv::Scalar(255)}; }

DifferenceMap Differences(const cv::Mat& a, const cv::Mat& b, const DifferenceOptions& options = {}) {
  return MeasureDifference(a, b, AllOf(a), options, {}, nullptr);
}

/** Pixels from which a region could begin. */
int Seeds(const DifferenceMap& map) { return cv::countNonZero(map.strength >= DifferenceMap::kUnit * 1.5); }

TEST_CASE("a page does not differ from itself, nor by noise of a few levels, nor by half a pixel") {
  const cv::Mat page = Page(1, 480, 360);
  const DifferenceMap own = Differences(page, page);
  CHECK(cv::countNonZero(own.strength) == 0);
  CHECK(cv::countNonZero(own.size) == 0);
  CHECK(own.blurred_share == 0);
  CHECK(Seeds(Differences(page, Noisy(page, 3, 7))) == 0);
  cv::Mat aside;
  cv::warpAffine(page, aside, cv::Matx23d(1, 0, 0.5, 0, 1, 0), page.size(), cv::INTER_LINEAR,
                 cv::BORDER_REPLICATE);
  CHECK(Seeds(Differences(page, aside)) == 0);
}

TEST_CASE("a known mark is found where it is, as large as it is, under noise, and the other way round") {
  const cv::Mat page = Page(2, 480, 360);
  cv::Mat changed = Noisy(page, 2, 3);
  const cv::Rect mark(200, 150, 24, 18);
  changed(mark).setTo(cv::Scalar(20, 160, 60));
  const DifferenceMap there = Differences(page, changed), back = Differences(changed, page);
  for (const DifferenceMap* map : {&there, &back}) {
    cv::Mat outside = map->strength >= DifferenceMap::kUnit * 1.5;
    CHECK(cv::countNonZero(outside(mark)) > 0.6 * mark.area());
    outside(cv::Rect(mark.x - 4, mark.y - 4, mark.width + 8, mark.height + 8)).setTo(0);
    CHECK(cv::countNonZero(outside) == 0);
  }
}

TEST_CASE("places that are not known do not differ") {
  const cv::Mat page = Page(3, 480, 360);
  cv::Mat changed = page.clone(), valid = AllOf(page);
  changed(cv::Rect(200, 150, 24, 18)).setTo(cv::Scalar(20, 160, 60));
  valid(cv::Rect(190, 140, 50, 40)).setTo(0);
  CHECK(cv::countNonZero(MeasureDifference(page, changed, valid, {}, {}, nullptr).strength) == 0);
}

TEST_CASE("where bands of rows end does not matter") {
  const cv::Mat page = Page(4, 320, 300);
  cv::Mat changed = Noisy(page, 2, 3);
  changed(cv::Rect(100, 60, 24, 18)).setTo(cv::Scalar(20, 160, 60));
  DifferenceOptions narrow;
  narrow.band_rows = 64;
  const DifferenceMap one = Differences(page, changed), many = Differences(page, changed, narrow);
  CHECK(cv::norm(one.strength, many.strength, cv::NORM_INF) == 0);
  CHECK(cv::norm(one.size, many.size, cv::NORM_INF) == 0);
}

TEST_CASE("the sharper one of two pictures is blurred, whichever it is, and neither of two equal ones") {
  const cv::Mat page = Page(5, 480, 360);
  cv::Mat blurred;
  cv::GaussianBlur(page, blurred, {0, 0}, 1.4);
  CHECK(FindSharpness(page, page, AllOf(page), {}).levels.empty());
  const Sharpness query_is_blurred = FindSharpness(page, blurred, AllOf(page), {});
  const Sharpness reference_is_blurred = FindSharpness(blurred, page, AllOf(page), {});
  REQUIRE_FALSE(query_is_blurred.levels.empty());
  REQUIRE_FALSE(reference_is_blurred.levels.empty());
  CHECK(cv::mean(query_is_blurred.levels)[0] < -0.5);
  CHECK(cv::mean(reference_is_blurred.levels)[0] > 0.5);
  cv::Mat gray, gray_blurred;
  cv::cvtColor(page, gray, cv::COLOR_RGB2GRAY);
  cv::cvtColor(blurred, gray_blurred, cv::COLOR_RGB2GRAY);
  const double before = cv::norm(gray, gray_blurred, cv::NORM_L1);
  MatchSharpness(query_is_blurred, 0, gray, gray_blurred);
  CHECK(cv::norm(gray, gray_blurred, cv::NORM_L1) < 0.4 * before);
}

TEST_CASE("a cancelled measurement ends") {
  const cv::Mat page = Page(6, 160, 120);
  base::CancellationToken token;
  token.Cancel();
  CHECK_THROWS_AS(MeasureDifference(page, page, AllOf(page), {}, {}, &token), base::Error);
}

}  // namespace
}  // namespace loupe::comparison
