#include "core/registration/correlation.h"

#include <opencv2/imgproc.hpp>

#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

cv::Mat GraySheet(uint64_t seed) {
  cv::Mat gray;
  cv::cvtColor(test::Page(seed, 320, 240), gray, cv::COLOR_RGB2GRAY);
  return gray;
}

BlockAgreement Agreement(const cv::Mat& a, const cv::Mat& b) {
  return MeasureAgreement(a, b, cv::Mat(a.size(), CV_8U, cv::Scalar(255)), 16, {});
}

TEST_CASE("a picture agrees with itself everywhere, also darker and with less contrast") {
  const cv::Mat page = GraySheet(1);
  cv::Mat dark;
  page.convertTo(dark, CV_8U, 0.5, 20);
  for (const cv::Mat& copy : {page, dark}) {
    const BlockAgreement own = Agreement(page, copy);
    CHECK(own.valid_blocks == 20 * 15);
    CHECK(own.detailed_blocks > 100);
    CHECK(own.share == 1);
    CHECK(own.mean_correlation > 0.95);
  }
}

TEST_CASE("agreement does not ask which picture is which, and a negative agrees nowhere") {
  const cv::Mat page = GraySheet(1), other = GraySheet(2);
  const BlockAgreement there = Agreement(page, other), back = Agreement(other, page);
  CHECK(there.share == back.share);
  CHECK(there.mean_correlation == back.mean_correlation);
  CHECK(there.share < 0.2);
  CHECK(Agreement(page, 255 - page).share == 0);
  CHECK(Agreement(page, 255 - page).mean_correlation < -0.9);
}

TEST_CASE("blocks without detail tell nothing, and blocks that are not known are left out") {
  const cv::Mat flat(240, 320, CV_8U, cv::Scalar(120)), page = GraySheet(3);
  CHECK(Agreement(flat, flat).detailed_blocks == 0);
  CHECK(Agreement(flat, flat).share == 0);
  cv::Mat half(page.size(), CV_8U, cv::Scalar(255));
  half.colRange(153, 320).setTo(0);
  const BlockAgreement known = MeasureAgreement(page, page, half, 16, {});
  CHECK(known.valid_blocks == 9 * 15);
  CHECK(known.share == 1);
  CHECK(MeasureAgreement(page, page, cv::Mat::zeros(page.size(), CV_8U), 16, {}).valid_blocks == 0);
}

}  // namespace
}  // namespace loupe::registration
