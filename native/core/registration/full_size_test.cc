#include "core/registration/full_size.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

TEST_CASE("a pose found on reduced pictures is carried over and holds to a fraction of a pixel") {
  const cv::Mat page = test::Page(5, 1800, 1300);
  cv::Mat places(page.size(), CV_32FC2), query, small_page, small_query;
  const auto place_in_page = [](double x, double y) {
    return cv::Point2d(x * 1.004 + 0.01 * y - 6.3 + 1.5 * std::sin(y / 190), y * 0.998 - 0.008 * x + 4.1);
  };
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) {
      const cv::Point2d p = place_in_page(x, y);
      places.at<cv::Vec2f>(y, x) = cv::Vec2f(float(p.x), float(p.y));
    }
  }
  cv::remap(page, query, places, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::resize(page, small_page, {}, 0.5, 0.5, cv::INTER_AREA);
  cv::resize(query, small_query, {}, 0.5, 0.5, cv::INTER_AREA);
  const auto reduced = Register(small_page, small_query, {}, nullptr);
  REQUIRE(reduced.has_value());
  RegistrationOptions options;
  // Several bands, so that their seams are seen.
  options.full_size.band_rows = 320;
  const FullSizePair pair = RefineAtFullSize(page, query, *reduced, options, nullptr);
  int good = 0, all = 0;
  // Where print lies; beside it nothing says how the pictures lie to each other.
  for (int y = 60; y < query.rows - 60; y += 40) {
    for (int x = 60; x < 1000; x += 40, ++all) {
      const cv::Point2d in_page = place_in_page(x, y), found = PlaceOf(pair.warp, in_page);
      const double error = cv::norm(found - cv::Point2d(x, y));
      good += error < 0.3 ? 1 : 0;
    }
  }
  INFO(good << " of " << all);
  CHECK(good > 0.95 * all);
}

}  // namespace
}  // namespace loupe::registration
