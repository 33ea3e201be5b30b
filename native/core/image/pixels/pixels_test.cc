#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

#include "core/features/fast_corners.h"
#include "core/image/area.h"
#include "core/image/pixels/box.h"
#include "core/image/pixels/contrast.h"
#include "core/image/pixels/gauss.h"
#include "core/image/pixels/scaling.h"
#include "core/image/pixels/turned.h"
#include "test/picture.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::image {
namespace {

/** A drawn picture; noise and extreme gray values lie in every second. */
cv::Mat Draw(uint64_t seed, int width, int height) {
  const GrayImage picture = test::MakePicture(seed, std::max(width, 40), std::max(height, 40), 40);
  cv::Mat drawn(height, width, CV_8UC1);
  test::Random random(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto place =
          static_cast<size_t>(y) * static_cast<size_t>(picture.size.width) + static_cast<size_t>(x);
      const bool is_noise = seed % 2 == 0 && random.Below(3) == 0;
      drawn.at<uint8_t>(y, x) =
          is_noise ? static_cast<uint8_t>(random.Below(5) == 0 ? random.Below(2) * 255 : random.Below(256))
                   : picture.pixels[place];
    }
  }
  return drawn;
}

bool AreEqual(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && cv::norm(a, b, cv::NORM_INF) == 0.0;
}

/** Sides that end in the middle of a register, and some that are smaller than one. */
constexpr int kSides[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 77, 96, 128, 131, 200, 257, 640};

template <typename Visit>
void ForManyPictures(Visit visit) {
  uint64_t seed = 1;
  for (const int width : kSides) {
    for (const int height : {1, 2, 3, 4, 6, 9, 33, 64, 101}) {
      visit(Draw(seed, width, height));
      ++seed;
    }
  }
}

/** @param least  of the share of a side that is left, @param most  likewise */
template <typename Expect, typename Make>
int CompareScaling(uint64_t seed, double least, double most, int count, Expect expect, Make make) {
  test::Random random(seed);
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const int width = 2 + static_cast<int>(random.Below(300)),
              height = 2 + static_cast<int>(random.Below(220));
    const double share = least + (most - least) * static_cast<double>(random.Below(10001)) / 10000.0;
    // Working pictures keep their shape but for rounding; slanted ones do not.
    const double other =
        i % 3 == 0 ? least + (most - least) * static_cast<double>(random.Below(1001)) / 1000.0 : share;
    const cv::Size size(std::max(1, static_cast<int>(std::lround(width * share))),
                        std::max(1, static_cast<int>(std::lround(height * other))));
    const cv::Mat image = Draw(seed + static_cast<uint64_t>(i), width, height);
    cv::Mat expected;
    expect(image, &expected, size);
    if (!AreEqual(make(image, size), expected)) {
      MESSAGE(width << " x " << height << " to " << size.width << " x " << size.height);
      ++different;
    }
  }
  return different;
}

TEST_CASE("levels of a pyramid are those of OpenCV to the byte") {
  CHECK(CompareScaling(
            1000, 0.5, 1.0, 400,
            [](const cv::Mat& from, cv::Mat* to, cv::Size size) {
              cv::resize(from, *to, size, 0, 0, cv::INTER_LINEAR_EXACT);
            },
            ScaleExactly) == 0);
}

TEST_CASE("pictures scaled by lines are those of OpenCV to the byte") {
  CHECK(CompareScaling(
            2000, 0.3, 2.5, 500,
            [](const cv::Mat& from, cv::Mat* to, cv::Size size) {
              cv::resize(from, *to, size, 0, 0, cv::INTER_LINEAR);
            },
            ScaleLinear) == 0);
  const cv::Mat image = Draw(4, 128, 66);
  cv::Mat half;
  cv::resize(image, half, {64, 33}, 0, 0, cv::INTER_LINEAR);
  CHECK(AreEqual(ScaleLinear(image, {64, 33}), half));
  CHECK(AreEqual(ScaleLinear(image, {128, 66}), image));
}

TEST_CASE("pictures reduced and enlarged by area are those of OpenCV to the byte") {
  const auto expect = [](const cv::Mat& from, cv::Mat* to, cv::Size size) {
    cv::resize(from, *to, size, 0, 0, cv::INTER_AREA);
  };
  const auto make = [](const cv::Mat& from, cv::Size size) {
    return ReduceByArea(from, size, simd::ActiveIsa());
  };
  CHECK(CompareScaling(3000, 0.1, 1.0, 300, expect, make) == 0);
  CHECK(CompareScaling(4000, 1.0, 6.0, 200, expect, make) == 0);
  for (const int along : {1, 2, 3, 4, 5, 8}) {
    for (const int across : {1, 2, 3, 4, 7}) {
      const cv::Mat image = Draw(static_cast<uint64_t>(along * 8 + across), 37 * along, 21 * across);
      cv::Mat expected;
      cv::resize(image, expected, {37, 21}, 0, 0, cv::INTER_AREA);
      CHECK(AreEqual(MeansOfBlocks(image, {37, 21}), expected));
    }
  }
}

TEST_CASE("turned pictures are those of OpenCV") {
  ForManyPictures([](const cv::Mat& image) {
    cv::Mat expected;
    cv::transpose(image, expected);
    CHECK(AreEqual(Transposed(image), expected));
  });
}

TEST_CASE("smoothing is that of OpenCV to the byte") {
  ForManyPictures([](const cv::Mat& image) {
    cv::Mat expected;
    cv::GaussianBlur(image, expected, {7, 7}, 2.0, 2.0, cv::BORDER_REFLECT_101);
    CHECK(AreEqual(SmoothPlain(image), expected));
  });
}

TEST_CASE("contrast is that of OpenCV's filters") {
  ForManyPictures([](const cv::Mat& image) {
    if (image.cols < 2 || image.rows < 2) return;
    cv::Mat fine, gradient;
    cv::Laplacian(image, fine, CV_16S, 1);
    cv::Sobel(image, gradient, CV_16S, 1, 0, 3);
    const Contrast contrast = ContrastOf(image);
    CHECK(static_cast<double>(contrast.fine) == cv::norm(fine, cv::NORM_L1));
    CHECK(static_cast<double>(contrast.gradient) == cv::norm(gradient, cv::NORM_L1));
  });
}

TEST_CASE("means of nine are those of OpenCV to the bit, once and again") {
  test::Random random(9);
  for (const int width : kSides) {
    for (const int height : {1, 2, 3, 17, 96}) {
      cv::Mat expected(height, width, CV_32F);
      GrayPlane plane(width, height);
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const auto value = static_cast<float>(static_cast<double>(random.Below(2000001)) / 250000.0 - 4.0);
          plane.row(y)[x] = expected.at<float>(y, x) = value;
        }
      }
      for (int times = 0; times < 3; ++times) {
        cv::Mat next;
        cv::blur(expected, next, {3, 3}, {-1, -1}, cv::BORDER_REPLICATE);
        expected = next;
        MeanOfNine(&plane, 1);
        for (int y = 0; y < height; ++y)
          CHECK(std::memcmp(plane.row(y), expected.ptr(y), static_cast<size_t>(width) * sizeof(float)) == 0);
      }
    }
  }
}

TEST_CASE("corners of narrow levels are those of OpenCV with their scores") {
  for (const int width : {7, 8, 12, 20, 33, 37}) {
    for (const int threshold : {3, 5, 20, 60}) {
      const cv::Mat level = Draw(static_cast<uint64_t>(width), width, 61);
      std::vector<cv::KeyPoint> expected;
      cv::FAST(level, expected, threshold);
      const auto found =
          features::FindFastCorners(level, cv::Rect(3, 3, width - 6, 55), threshold, simd::ActiveIsa());
      REQUIRE(found.size() == expected.size());
      for (size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].x == expected[i].pt.x);
        CHECK(found[i].y == expected[i].pt.y);
        CHECK(found[i].score == static_cast<int>(expected[i].response));
      }
    }
  }
}

}  // namespace
}  // namespace loupe::image
