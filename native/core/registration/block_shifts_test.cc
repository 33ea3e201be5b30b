#include "core/registration/block_shifts.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

TEST_CASE("a block's shift is measured to a tenth of a pixel") {
  cv::Mat gray, moved;
  cv::cvtColor(test::Page(1), gray, cv::COLOR_RGB2GRAY);
  const cv::Matx23d shift(1, 0, 0.6, 0, 1, -1.3);
  cv::warpAffine(gray, moved, shift, gray.size(), cv::INTER_CUBIC);
  const auto shifts = MeasureBlockShifts(gray, moved, cv::Mat(gray.size(), CV_8U, cv::Scalar(255)));
  REQUIRE(shifts.size() > 100);
  size_t good = 0;
  for (const auto& block : shifts) {
    if (std::abs(block.shift[0] - 0.6) < 0.1 && std::abs(block.shift[1] + 1.3) < 0.1) ++good;
  }
  CHECK(good > 0.9 * double(shifts.size()));
}

}  // namespace
}  // namespace loupe::registration
