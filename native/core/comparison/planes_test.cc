#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/comparison/lab_planes.h"
#include "core/comparison/neighborhoods.h"
#include "core/comparison/runs.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
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

cv::Mat Spots(const cv::Size& size, int count) {
  cv::Mat spots = cv::Mat::zeros(size, CV_32F);
  cv::RNG rng(5);
  for (int i = 0; i < count; ++i)
    cv::rectangle(spots,
                  cv::Rect(rng.uniform(0, size.width), rng.uniform(0, size.height), rng.uniform(1, 9), 3), 1,
                  cv::FILLED);
  return spots;
}

cv::Mat Drawn(const RunMask& mask) {
  cv::Mat drawn = cv::Mat::zeros(mask.size, CV_8U);
  for (const Run& run : mask.runs) drawn.row(run.y).colRange(run.from, run.to).setTo(255);
  return drawn;
}

TEST_CASE("lightness and chroma are those of OpenCV to a level or two") {
  const cv::Mat rgb = Clouds(CV_8UC3);
  cv::Mat lab, planes[3];
  cv::cvtColor(rgb, lab, cv::COLOR_RGB2Lab);
  cv::split(lab, planes);
  CHECK(cv::norm(LightnessOf(rgb), planes[0], cv::NORM_INF) <= 2);
  const cv::Mat even = rgb(cv::Rect(0, 0, 122, 76));
  cv::Mat half;
  cv::resize(even, half, even.size() / 2, 0, 0, cv::INTER_AREA);
  cv::cvtColor(half, lab, cv::COLOR_RGB2Lab);
  cv::split(lab, planes);
  const HalfChroma chroma = HalfChromaOf(even);
  CHECK(cv::norm(chroma.a, planes[1], cv::NORM_INF) <= 3);
  CHECK(cv::norm(chroma.b, planes[2], cv::NORM_INF) <= 3);
}

TEST_CASE("neighborhoods widen as erosion and dilation do") {
  const cv::Mat a = Clouds(CV_8U);
  cv::Mat b = a.clone(), expected;
  cv::rectangle(b, {50, 30, 12, 9}, 255, cv::FILLED);
  const Neighborhood once = Widened({a, a}), twice = Widened(once);
  cv::erode(a, expected, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  CHECK(cv::norm(twice.low, expected, cv::NORM_INF) == 0);
  cv::dilate(a, expected, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  CHECK(cv::norm(twice.high, expected, cv::NORM_INF) == 0);
  const cv::Mat beyond = BeyondRange(a, once, b, Widened({b, b}));
  CHECK(beyond.at<uchar>(34, 56) == 255 - a.at<uchar>(34, 56));
  CHECK(cv::countNonZero(beyond(cv::Rect(0, 0, 40, 77))) == 0);
}

TEST_CASE("runs are dilated and connected as OpenCV does with pixels") {
  for (const int count : {0, 3, 60, 400}) {
    const cv::Mat spots = Spots({211, 97}, count);
    const RunMask mask = RunsAbove(spots, 0.5F);
    cv::Mat expected = spots >= 0.5, labels;
    CHECK(cv::norm(Drawn(mask), expected, cv::NORM_INF) == 0);
    const std::vector<int> components = ComponentOfRuns(mask);
    const int most = components.empty() ? 0 : 1 + *std::max_element(components.begin(), components.end());
    CHECK(most == cv::connectedComponents(expected, labels, 8) - 1);
    for (size_t i = 0; i < components.size(); ++i)
      REQUIRE(labels.at<int>(mask.runs[i].y, mask.runs[i].from) != 0);
    cv::dilate(expected, expected, cv::getStructuringElement(cv::MORPH_ELLIPSE, {13, 13}));
    CHECK(cv::norm(Drawn(Dilated(mask, 13)), expected, cv::NORM_INF) == 0);
  }
}

}  // namespace
}  // namespace loupe::comparison
