#include "core/registration/registration.h"

#include <opencv2/imgproc.hpp>

#include "core/registration/resolution.h"
#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

TEST_CASE("a picture is registered to itself without moving a pixel") {
  const cv::Mat page = test::Page(1, 480, 360);
  const auto pair = Register(page, page, {}, nullptr);
  REQUIRE(pair.has_value());
  CHECK(pair->share_frame);
  CHECK(cv::norm(pair->query_from_reference - cv::Matx33d::eye(), cv::NORM_INF) < 1e-6);
  CHECK(cv::countNonZero(pair->valid) == 480 * 360);
  cv::Mat query;
  cv::cvtColor(pair->query, query, cv::COLOR_RGBA2RGB);
  CHECK(cv::norm(query, page, cv::NORM_INF) <= 1);
}

TEST_CASE(
    "a known pose is found to a fifth of a pixel, under noise too, and what lies out of view is not known") {
  const cv::Mat page = test::Page(2, 480, 360);
  const cv::Matx33d pose(1.01, 0.02, -14.4, -0.018, 1.005, 9.3, 0, 0, 1);
  cv::Mat photo;
  cv::warpPerspective(page, photo, pose, page.size(), cv::INTER_CUBIC, cv::BORDER_CONSTANT,
                      cv::Scalar(90, 90, 90));
  for (const double noise : {0.0, 6.0}) {
    const auto pair = Register(page, test::Noisy(photo, noise, 5), {}, nullptr);
    REQUIRE(pair.has_value());
    CHECK_FALSE(pair->share_frame);
    int good = 0, all = 0;
    for (int y = 60; y < 300; y += 40) {
      for (int x = 60; x < 420; x += 40, ++all)
        good += cv::norm(PlaceOf(pair->warp, {double(x), double(y)}) - Project(pose, x, y)) < 0.2 ? 1 : 0;
    }
    INFO(good << " of " << all << " at noise " << noise);
    CHECK(good >= 0.9 * all);
    CHECK(pair->valid.at<uchar>(180, 4) == 0);
    CHECK(pair->valid.at<uchar>(180, 240) == 255);
    CHECK(cv::countNonZero(pair->settled) < cv::countNonZero(pair->valid));
  }
}

TEST_CASE("pictures that do not show the same are not registered, and blank ones by their color alone") {
  CHECK_FALSE(Register(test::Page(3, 480, 360), test::Page(4, 480, 360), {}, nullptr).has_value());
  const cv::Mat white(120, 160, CV_8UC3, cv::Scalar(250, 250, 250)),
      red(120, 160, CV_8UC3, cv::Scalar(200, 20, 20));
  CHECK(Register(white, white, {}, nullptr).has_value());
  CHECK_FALSE(Register(white, red, {}, nullptr).has_value());
}

}  // namespace
}  // namespace loupe::registration
