#include "core/registration/warping.h"

#include <opencv2/imgproc.hpp>

#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

/** Smooth colored noise of odd size, so that rows do not fill whole lanes. */
cv::Mat Clouds(int type, const cv::Size& size = {123, 77}) {
  cv::Mat noise(size, type);
  cv::RNG rng(11);
  rng.fill(noise, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(noise, noise, {0, 0}, 2);
  cv::normalize(noise, noise, 0, 255, cv::NORM_MINMAX);
  return noise;
}

TEST_CASE("a warp that moves nothing gives the same picture, and one by a fraction what OpenCV gives") {
  const cv::Mat gray = Clouds(CV_8U), rgb = Clouds(CV_8UC3);
  cv::Mat still;
  cv::cvtColor(WarpRgb(rgb, {}, rgb.size()).image, still, cv::COLOR_RGBA2RGB);
  CHECK(cv::norm(still, rgb, cv::NORM_INF) == 0);
  CHECK(cv::norm(WarpGray(gray, {}, gray.size()).image, gray, cv::NORM_INF) == 0);

  Warp warp;
  warp.homography = {1.01, 0.02, 3.3, -0.015, 0.99, 2.6, 1e-5, 2e-5, 1};
  cv::Mat expected;
  const Warped linear = WarpGray(gray, warp, gray.size());
  cv::warpPerspective(gray, expected, warp.homography, gray.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
  cv::absdiff(linear.image, expected, expected);
  CHECK(cv::mean(expected, linear.known)[0] < 0.5);
  const Warped cubic = WarpRgb(rgb, warp, rgb.size());
  cv::warpPerspective(rgb, expected, warp.homography, rgb.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP);
  cv::cvtColor(cubic.image, still, cv::COLOR_RGBA2RGB);
  cv::absdiff(still, expected, expected);
  cv::Mat inner = cubic.known.clone();
  cv::rectangle(inner, cv::Rect({0, 0}, inner.size()), 0, 1);
  cv::erode(inner, inner, cv::getStructuringElement(cv::MORPH_RECT, {7, 7}));
  CHECK(cv::mean(expected, inner)[0] < 0.5);
  CHECK(cv::countNonZero(linear.known) == cv::countNonZero(cubic.known));
}

TEST_CASE("a smooth shift moves what a homography leaves") {
  const cv::Mat gray = Clouds(CV_8U);
  Warp warp;
  warp.field.spacing_px = 20;
  warp.field.nodes = cv::Mat(77 / 20 + 2, 123 / 20 + 2, CV_32FC2, cv::Scalar(2, -3));
  const Warped moved = WarpGray(gray, warp, gray.size());
  const cv::Rect at(10, 10, 80, 50);
  CHECK(cv::norm(moved.image(at), gray(at + cv::Point(2, -3)), cv::NORM_INF) == 0);
  CHECK(PlaceOf(warp, {10, 10}) == cv::Point2d(12, 7));
  CHECK(moved.known.at<uchar>(1, 40) == 0);
  CHECK(moved.known.at<uchar>(3, 40) == 255);
}

}  // namespace
}  // namespace loupe::registration
