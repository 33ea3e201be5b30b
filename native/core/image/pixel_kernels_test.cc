#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

#include "core/features/describe.h"
#include "core/features/fast_corners.h"
#include "core/features/features.h"
#include "core/image/area.h"
#include "core/image/downscale.h"
#include "core/image/reduce.h"
#include "core/image/smooth.h"
#include "core/signature/dna.h"
#include "test/picture.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::image {
namespace {

/** Without vectors of its own the engine takes OpenCV's, so that equality with it is tested, too. */
constexpr simd::Isa kWide[] = {simd::Isa::kAvx2, simd::Isa::kAvx512};

/** Sharp shapes, fine noise and extreme gray values. */
cv::Mat MakeLevel(uint64_t seed, int width, int height) {
  const GrayImage picture = test::MakePicture(seed, width, height, 60);
  cv::Mat level(height, width, CV_8UC1);
  test::Random random(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int value = picture.pixels[static_cast<size_t>(y * width + x)];
      const bool is_noisy = x * 2 > width;
      level.at<uint8_t>(y, x) = random.Below(9) == 0 ? static_cast<uint8_t>(random.Below(2) * 255)
                                : is_noisy           ? static_cast<uint8_t>(random.Below(256))
                                                     : static_cast<uint8_t>(value);
    }
  }
  return level;
}

bool AreEqual(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && cv::norm(a, b, cv::NORM_INF) == 0.0;
}

constexpr int kWidths[] = {33, 47, 64, 65, 95, 96, 97, 130, 257};

TEST_CASE("every instruction set finds the FAST corners of OpenCV with their scores") {
  for (const int width : kWidths) {
    const cv::Mat level = MakeLevel(static_cast<uint64_t>(width), width, 61);
    for (const int margin : {3, 7, 16}) {
      const cv::Rect inner(margin, margin, width - 2 * margin, 61 - 2 * margin);
      for (const int threshold : {5, 20, 60}) {
        // Those of OpenCV, which leaves out a border of 3 pixels itself.
        std::vector<cv::KeyPoint> expected;
        cv::FAST(level(inner + cv::Size(6, 6) - cv::Point(3, 3)), expected, threshold);
        for (const simd::Isa isa : test::SupportedIsas()) {
          const std::vector<features::Corner> found = features::FindFastCorners(level, inner, threshold, isa);
          REQUIRE(found.size() == expected.size());
          for (size_t i = 0; i < found.size(); ++i) {
            CHECK(found[i].x == expected[i].pt.x + static_cast<float>(margin - 3));
            CHECK(found[i].y == expected[i].pt.y + static_cast<float>(margin - 3));
            CHECK(found[i].score == static_cast<int>(expected[i].response));
          }
        }
      }
    }
  }
}

TEST_CASE("every instruction set smooths and reduces to the same bytes") {
  for (const int width : kWidths) {
    const cv::Mat level = MakeLevel(static_cast<uint64_t>(width), width, 52);
    const cv::Mat turned = level.t();
    for (const cv::Mat& image : {level, turned}) {
      const cv::Size size(static_cast<int>(image.cols / 1.2), static_cast<int>(image.rows / 1.2));
      for (const simd::Isa isa : kWide) {
        if (!simd::IsSupported(isa)) continue;
        CHECK(AreEqual(Smooth(image, isa), Smooth(image, simd::Isa::kScalar)));
        CHECK(AreEqual(ReduceLinear(image, size, isa), ReduceLinear(image, size, simd::Isa::kScalar)));
      }
    }
  }
}

TEST_CASE("every instruction set downscales to the same bytes") {
  for (const int width : {31, 64, 100, 331}) {
    const cv::Mat level = MakeLevel(static_cast<uint64_t>(width), width, 97);
    for (const cv::Size& size : {cv::Size(width, 60), cv::Size(width * 3 / 4, 97), cv::Size(width / 2, 41)}) {
      if (simd::IsSupported(simd::Isa::kAvx2))
        CHECK(AreEqual(Downscale(level, size, simd::Isa::kAvx2), Downscale(level, size, simd::Isa::kScalar)));
    }
  }
}

TEST_CASE("every instruction set gives the means of areas that OpenCV gives") {
  for (const int width : {40, 41, 96, 240, 333}) {
    const cv::Mat level = MakeLevel(static_cast<uint64_t>(width), width, 130);
    for (const cv::Size& size :
         {cv::Size(width / 2, 65), cv::Size(width / 2, 43), cv::Size(37, 96), cv::Size(7, 5)}) {
      cv::Mat expected;
      cv::resize(level, expected, size, 0, 0, cv::INTER_AREA);
      for (const simd::Isa isa : {simd::Isa::kScalar, simd::Isa::kAvx2}) {
        if (simd::IsSupported(isa)) CHECK(AreEqual(ReduceByArea(level, size, isa), expected));
      }
    }
  }
}

TEST_CASE("every instruction set gives corners the same orientation") {
  const cv::Mat level = MakeLevel(5, 120, 90);
  for (int y = 16; y < 74; y += 3) {
    for (int x = 16; x < 104; ++x) {
      const uint16_t expected = features::Orientation(level, x, y, simd::Isa::kScalar);
      for (const simd::Isa isa : kWide) {
        if (simd::IsSupported(isa)) CHECK(features::Orientation(level, x, y, isa) == expected);
      }
    }
  }
}

TEST_CASE("every instruction set gives a picture the same signature") {
  for (const int width : {100, 517, 1400}) {
    const GrayImage image = test::MakePicture(static_cast<uint64_t>(width), width, 333);
    for (const features::ExtractRequest& request : {features::ReferenceRequest(), features::QueryRequest()}) {
      const features::Features expected =
          features::ExtractFeatures(image.view(), request, simd::Isa::kScalar);
      CHECK(expected.keypoints.size() > 20);
      for (const simd::Isa isa : kWide) {
        if (!simd::IsSupported(isa)) continue;
        CHECK(signature::EncodeDna(features::ExtractFeatures(image.view(), request, isa)) ==
              signature::EncodeDna(expected));
      }
    }
  }
}

}  // namespace
}  // namespace loupe::image
