#include "core/content/blocks/block_correlation.h"

#include <opencv2/imgproc.hpp>

#include "core/content/even_sharpness.h"
#include "core/content/level_difference.h"
#include "third_party/doctest/doctest.h"

namespace loupe::content {
namespace {

constexpr int kSide = 16;

/** Smooth noise of strong contrast: every block holds ink along both axes. */
cv::Mat InkedSheet(uint64_t seed) {
  cv::Mat sheet(160, 240, CV_8U);
  // Streams of small seeds begin alike.
  cv::RNG random(seed * 0x9E3779B97F4A7C15);
  random.fill(sheet, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(sheet, sheet, {0, 0}, 1.5);
  cv::normalize(sheet, sheet, 0, 255, cv::NORM_MINMAX);
  return sheet;
}

std::vector<cv::Rect> Blocks() {
  std::vector<cv::Rect> blocks;
  for (int y = kSide; y < 140 - kSide; y += kSide)
    for (int x = kSide; x < 220 - kSide; x += kSide) blocks.emplace_back(x, y, kSide, kSide);
  return blocks;
}

cv::Mat ShiftedBy(const cv::Mat& sheet, int dx, int dy) {
  cv::Mat shifted;
  cv::warpAffine(sheet, shifted, cv::Matx23d(1, 0, dx, 0, 1, dy), sheet.size(), cv::INTER_NEAREST,
                 cv::BORDER_REPLICATE);
  return shifted;
}

TEST_CASE("a block correlates wholly with itself, inversely with its negative, and little with others") {
  const cv::Mat sheet = InkedSheet(1);
  const Slopes own = SlopesOf(sheet), negative = SlopesOf(255 - sheet), other = SlopesOf(InkedSheet(2));
  double sum = 0;
  for (const cv::Rect& block : Blocks()) {
    CHECK(CorrelationAt(own, block, own, block.tl(), {}) > 0.95);
    CHECK(CorrelationAt(own, block, negative, block.tl(), {}) < -0.95);
    const double there = CorrelationAt(own, block, other, block.tl(), {});
    CHECK(there == doctest::Approx(CorrelationAt(other, block, own, block.tl(), {})));
    sum += there;
  }
  CHECK(sum / double(Blocks().size()) < 0.2);
}

TEST_CASE("blocks without ink agree, and ink of known strength is measured") {
  const cv::Mat flat(160, 240, CV_8U, cv::Scalar(180));
  CHECK(CorrelationAt(SlopesOf(flat), Blocks()[0], SlopesOf(flat), Blocks()[0].tl(), {}) == 1);
  CHECK(InkOf(flat, Blocks()[0]) == 0);
  cv::Mat half = flat.clone();
  half(cv::Rect(0, 0, 8, 16)).setTo(100);
  CHECK(InkOf(half, {0, 0, 16, 16}) == doctest::Approx(40));
}

TEST_CASE("a block is found at its known displacement within reach, and not beyond it") {
  const cv::Mat sheet = InkedSheet(3);
  const Slopes own = SlopesOf(sheet);
  for (const cv::Point& by : {cv::Point(0, 0), cv::Point(2, -1), cv::Point(-2, 2)}) {
    const Slopes moved = SlopesOf(ShiftedBy(sheet, by.x, by.y));
    for (const cv::Rect& block : Blocks()) {
      const BlockMatch match = BestMatch(own, block, moved, {0, 0}, {});
      CHECK(match.shift == by);
      CHECK(match.correlation > 0.9);
    }
  }
  const Slopes far = SlopesOf(ShiftedBy(sheet, 9, 0));
  CHECK(BestMatch(own, Blocks()[30], far, {0, 0}, {}).correlation < 0.6);
  CHECK(BestMatch(own, Blocks()[30], far, {8, 0}, {}).shift == cv::Point(9, 0));
}

TEST_CASE(
    "levels of the same differ by nothing, also paler, and by the whole ink of a block that was emptied") {
  const cv::Mat sheet = InkedSheet(4);
  cv::Mat pale, emptied = sheet.clone();
  sheet.convertTo(pale, CV_8U, 0.7, 50);
  CHECK(WorstDifference(sheet, sheet, Blocks(), {}) == 0);
  CHECK(WorstDifference(sheet, pale, Blocks(), {}) < 0.1);
  emptied(Blocks()[20]).setTo(cv::mean(sheet(Blocks()[20])));
  CHECK(WorstDifference(sheet, emptied, Blocks(), {}) > 0.5);
  CHECK(WorstDifference(sheet, emptied, {Blocks()[0], Blocks()[1]}, {}) < 0.1);
}

TEST_CASE("only the sharper one of two pictures is blurred, by about what the other one was") {
  const cv::Mat sheet = InkedSheet(5);
  cv::Mat blurred;
  cv::GaussianBlur(sheet, blurred, {0, 0}, 1.5);
  cv::Mat reference = sheet.clone(), query = blurred.clone();
  const double blur = EvenSharpness(reference, query, Blocks(), {});
  CHECK(blur > 1);
  CHECK(blur < 2.2);
  CHECK(cv::norm(query, blurred, cv::NORM_INF) == 0);
  CHECK(cv::norm(reference, blurred, cv::NORM_L1) < 0.5 * cv::norm(sheet, blurred, cv::NORM_L1));
  reference = blurred.clone(), query = sheet.clone();
  CHECK(EvenSharpness(reference, query, Blocks(), {}) == 0);
  CHECK(cv::norm(reference, blurred, cv::NORM_INF) == 0);
  CHECK(cv::norm(query, blurred, cv::NORM_L1) < 0.5 * cv::norm(sheet, blurred, cv::NORM_L1));
  reference = sheet.clone(), query = sheet.clone();
  CHECK(EvenSharpness(reference, query, Blocks(), {}) == 0);
}

}  // namespace
}  // namespace loupe::content
