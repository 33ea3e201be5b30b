#include <opencv2/imgproc.hpp>

#include "test/random.h"
#include "third_party/doctest/doctest.h"
#include "wasm/opencv/blur.h"
#include "wasm/opencv/filters.h"

namespace loupe::wasm {
namespace {

constexpr int kSides[] = {1, 2, 3, 7, 16, 20, 33, 64, 101};

cv::Mat Noise(test::Random& random, int width, int height, int most) {
  cv::Mat noise(height, width, CV_8U);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) noise.at<uint8_t>(y, x) = static_cast<uint8_t>(random.Below(most + 1));
  return noise;
}

template <typename Visit>
void ForManySizes(Visit visit) {
  test::Random random(1);
  for (const int width : kSides)
    for (const int height : kSides) visit(random, width, height);
}

bool AreEqual(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0.0;
}

TEST_CASE("the module's blur of pictures is that of OpenCV to the byte") {
  ForManySizes([](test::Random& random, int width, int height) {
    const cv::Mat picture = Noise(random, width, height, 255);
    for (const double sigma : {0.7, 1.0, 1.4, 2.0, 2.8}) {
      cv::Mat expected;
      cv::GaussianBlur(picture, expected, {0, 0}, sigma);
      CHECK(AreEqual(BlurredBytes(picture, sigma), expected));
    }
    CHECK_THROWS(BlurredBytes(picture, 1.1));
  });
}

TEST_CASE("the module's blur of numbers is that of OpenCV but for the last digits") {
  ForManySizes([](test::Random& random, int width, int height) {
    cv::Mat numbers(height, width, CV_32FC(5)), expected;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < 5 * width; ++x)
        numbers.ptr<float>(y)[x] = static_cast<float>(random.Below(100001)) / 250.0F - 200.0F;
    cv::GaussianBlur(numbers, expected, {0, 0}, 2.2, 2.2, cv::BORDER_CONSTANT);
    CHECK(cv::norm(BlurredNumbers(numbers, 2.2), expected, cv::NORM_INF) < 1e-4);
  });
}

TEST_CASE("the module's slopes, sums, borders and spread masks are those of OpenCV") {
  ForManySizes([](test::Random& random, int width, int height) {
    const cv::Mat picture = Noise(random, width, height, 255);
    cv::Mat along_x, along_y, spread, bordered, sums, numbers(height, width, CV_64F);
    cv::Sobel(picture, along_x, CV_16S, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
    cv::Sobel(picture, along_y, CV_16S, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
    CHECK(AreEqual(SlopesAlong(picture, true), along_x));
    CHECK(AreEqual(SlopesAlong(picture, false), along_y));
    const cv::Mat mask = Noise(random, width, height, 1) * 255;
    cv::dilate(mask, spread, cv::Mat());
    CHECK(AreEqual(Spread(mask), spread));
    cv::copyMakeBorder(picture, bordered, 2, 3, 4, 1, cv::BORDER_REPLICATE);
    cv::Mat wider(bordered.size(), CV_8U);
    PutWithin(picture, 2, 4, &wider);
    CHECK(AreEqual(wider, bordered));
    picture.convertTo(numbers, CV_64F, 1.0 / 3);
    for (const int side : {5, 9}) {
      cv::boxFilter(numbers, sums, -1, {side, side}, {-1, -1}, false, cv::BORDER_CONSTANT);
      CHECK(cv::norm(SumsAround(numbers, side), sums, cv::NORM_INF) < 1e-9);
    }
  });
}

TEST_CASE("the module's regions hold the same cells as those of OpenCV") {
  ForManySizes([](test::Random& random, int width, int height) {
    const cv::Mat mask = Noise(random, width, height, 5) / 4;
    cv::Mat expected, labels(height, width, CV_32S);
    const int count = cv::connectedComponents(mask, expected, 8, CV_32S);
    REQUIRE(NumberRegions(mask, &labels) == count);
    // The numbers may be others: each is paired with one alone.
    std::vector<int> pairs(static_cast<size_t>(count), -1);
    bool are_same = true;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        int& pair = pairs[static_cast<size_t>(labels.at<int>(y, x))];
        if (pair < 0) pair = expected.at<int>(y, x);
        are_same = are_same && pair == expected.at<int>(y, x);
      }
    }
    CHECK(are_same);
    CHECK(pairs[0] <= 0);
  });
}

}  // namespace
}  // namespace loupe::wasm
