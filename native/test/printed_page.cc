#include "test/printed_page.h"

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::test {

image::RasterView ViewOf(const cv::Mat& image) {
  REQUIRE(image.isContinuous());
  return {image.data, {image.cols, image.rows}, image.channels(), {image.cols, image.rows}};
}

cv::Mat Page(uint64_t seed, int width, int height) {
  Random random(seed);
  cv::Mat page(height, width, CV_8UC3, cv::Scalar(246, 244, 238));
  const auto below = [&](int n) { return int(random.Below(uint32_t(n))); };
  for (int i = 0; i < 14; ++i) {
    const cv::Point corner(below(width - 60), below(height - 60));
    cv::rectangle(page, cv::Rect(corner, cv::Size(20 + below(90), 15 + below(60))),
                  cv::Scalar(below(256), below(256), below(256)), cv::FILLED);
  }
  for (int y = 24; y < height; y += 26) {
    std::string line;
    for (int i = 0; i < 46; ++i) line += char(random.Below(6) == 0 ? ' ' : 'a' + random.Below(26));
    cv::putText(page, line, {12, y}, cv::FONT_HERSHEY_SIMPLEX, 0.55, cv::Scalar(35, 30, 40), 1, cv::LINE_AA);
  }
  return page;
}

cv::Mat Noisy(const cv::Mat& image, double deviation, uint64_t seed) {
  cv::Mat noise(image.size(), CV_16SC3), sum;
  cv::RNG rng(seed);
  rng.fill(noise, cv::RNG::NORMAL, 0, deviation);
  cv::add(image, noise, sum, cv::noArray(), CV_8U);
  return sum;
}

cv::Mat Photographed(const cv::Mat& page, double bend_px) {
  cv::Mat positions(page.size(), CV_32FC2), photo;
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) {
      const double u = x * 1.05 - 0.04 * y - 4, v = y * 1.06 + 0.03 * x - 18;
      const double bend = bend_px * std::sin(3.0 * u / page.cols);
      positions.at<cv::Vec2f>(y, x) = cv::Vec2f(float(u), float(v + bend));
    }
  }
  cv::remap(page, photo, positions, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
            cv::Scalar(70, 60, 50));
  for (int y = 0; y < photo.rows; ++y) {
    for (int x = 0; x < photo.cols; ++x) {
      auto& p = photo.at<cv::Vec3b>(y, x);
      const double light = 0.75 + 0.2 * x / photo.cols + 0.1 * y / photo.rows;
      for (int c = 0; c < 3; ++c) p[c] = cv::saturate_cast<uchar>(p[c] * light * (c == 0 ? 0.95 : 1.0) + 4);
    }
  }
  return Noisy(photo, 2.0, 9);
}

}  // namespace loupe::test
