#include <opencv2/imgproc.hpp>
#include <string>

#include "core/comparison/fine_comparison.h"
#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

using test::Page;
using test::ViewOf;

const cv::Scalar kBlankPaper(255, 255, 255), kPrint(20, 20, 20);

/** White paper with lines of print, a disk and a patch. */
cv::Mat Leaflet(const cv::Scalar& paper = kBlankPaper, const cv::Scalar& patch = {120, 120, 120}) {
  cv::Mat page(900, 700, CV_8UC3, paper);
  for (int y = 420; y < 860; y += 24)
    cv::putText(page, "fresh from the market every day of the week", {30, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6,
                kPrint, 1, cv::LINE_AA);
  cv::putText(page, "Market days", {60, 110}, cv::FONT_HERSHEY_DUPLEX, 2, kPrint, 3, cv::LINE_AA);
  cv::circle(page, {530, 250}, 90, {200, 60, 40}, cv::FILLED, cv::LINE_AA);
  cv::rectangle(page, cv::Rect(120, 220, 24, 24), patch, cv::FILLED);
  return page;
}

FineComparison CompareFiles(const cv::Mat& reference, const cv::Mat& query, int least_thickness_px = 0) {
  FineComparisonRequest request;
  request.sensitivity = Sensitivity::kProof;
  request.draw_highlights = false;
  request.least_thickness_px = least_thickness_px;
  return CompareFinely(ViewOf(reference), ViewOf(query), request);
}

cv::Mat Warped(const cv::Mat& page, const cv::Matx23d& map) {
  cv::Mat warped;
  cv::warpAffine(page, warped, map, page.size(), cv::INTER_CUBIC, cv::BORDER_CONSTANT, kBlankPaper);
  return warped;
}

TEST_CASE(
    "a file that was moved or scaled is compared in its place, and its pose is known to a tenth of a pixel") {
  const cv::Mat page = Leaflet();
  const FineComparison moved = CompareFiles(page, Warped(page, {1, 0, 9, 0, 1, -4}));
  CHECK(moved.query_from_reference[2] * 700 == doctest::Approx(9).epsilon(0.02));
  CHECK(moved.query_from_reference[5] * 900 == doctest::Approx(-4).epsilon(0.04));
  CHECK(moved.differences.empty());
  const FineComparison scaled = CompareFiles(page, Warped(page, {0.97, 0, 10.5, 0, 0.97, 13.5}));
  CHECK(scaled.query_from_reference[0] == doctest::Approx(0.97).epsilon(0.0005));
  CHECK(scaled.query_from_reference[4] == doctest::Approx(0.97).epsilon(0.0005));
}

TEST_CASE("a file that was turned over shows in the sign of its pose") {
  cv::Mat mirrored;
  cv::flip(Leaflet(), mirrored, 1);
  const FineComparison result = CompareFiles(Leaflet(), mirrored);
  CHECK(result.query_from_reference[0] == doctest::Approx(-1).epsilon(0.002));
  CHECK(result.query_from_reference[4] == doctest::Approx(1).epsilon(0.002));
}

TEST_CASE("a small patch of nearly the same color is a difference between files, and none in a scan") {
  const FineComparison files = CompareFiles(Leaflet(), Leaflet(kBlankPaper, {128, 128, 128}));
  REQUIRE(files.differences.size() == 1);
  CHECK(files.differences[0].in_reference.left * 700 == doctest::Approx(120).epsilon(0.03));
  FineComparisonRequest scan;
  scan.sensitivity = Sensitivity::kScan;
  scan.draw_highlights = false;
  const cv::Mat page = Leaflet(), other = Leaflet(kBlankPaper, {128, 128, 128});
  CHECK(CompareFinely(ViewOf(page), ViewOf(other), scan).differences.empty());
}

TEST_CASE("tinted paper is one change of the whole file") {
  const FineComparison result = CompareFiles(Leaflet(), Leaflet({255, 242, 219}));
  REQUIRE(result.whole_colors.size() == 1);
  CHECK(result.whole_colors[0].of == WholeColorChange::Of::kPaper);
  CHECK(result.whole_colors[0].delta_e > 8);
  CHECK(result.score > 8);
}

TEST_CASE("a block that lies two pixels aside is a difference between files") {
  const cv::Mat page = Leaflet();
  cv::Mat aside = page.clone();
  page(cv::Rect(430, 150, 200, 200)).copyTo(aside(cv::Rect(432, 150, 200, 200)));
  REQUIRE_FALSE(CompareFiles(page, aside).differences.empty());
}

TEST_CASE("narrow marks vanish when thicker ones are asked for, but for long lines") {
  const cv::Mat page = Leaflet();
  cv::Mat thicker = page.clone(), ruled = page.clone();
  cv::line(thicker, {300, 300}, {300, 312}, kPrint, 1);
  cv::line(ruled, {40, 350}, {640, 350}, kPrint, 1);
  CHECK(CompareFiles(page, thicker).differences.size() == 1);
  CHECK(CompareFiles(page, thicker, 4).differences.empty());
  CHECK(CompareFiles(page, ruled, 4).differences.size() == 1);
}

/** As JPEG leaves it: each block of 8 pixels a side that print lies in strays by a few levels. */
cv::Mat Compressed(const cv::Mat& page) {
  cv::Mat compressed = page.clone();
  for (int y = 0; y + 8 <= page.rows; y += 8) {
    for (int x = 0; x + 8 <= page.cols; x += 8) {
      cv::Mat block = compressed(cv::Rect(x, y, 8, 8));
      cv::Mat gray;
      cv::cvtColor(block, gray, cv::COLOR_RGB2GRAY);
      double least = 0, most = 0;
      cv::minMaxLoc(gray, &least, &most);
      if (most - least < 40) continue;
      for (int v = 0; v < 8; ++v) {
        for (int u = 0; u < 8; ++u) {
          const int astray = 5 * ((x / 8 + y / 8 + u / 4 + v / 4) % 3) - 10;
          for (int c = 0; c < 3; ++c)
            block.at<cv::Vec3b>(v, u)[c] = cv::saturate_cast<uchar>(block.at<cv::Vec3b>(v, u)[c] + astray);
        }
      }
    }
  }
  return compressed;
}

TEST_CASE(
    "what compression leaves beside print is no area of another color, a patch of another gray is one") {
  CHECK(CompareFiles(Leaflet(), Compressed(Leaflet())).differences.empty());
  const FineComparison result = CompareFiles(Leaflet(), Compressed(Leaflet(kBlankPaper, {100, 100, 100})));
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences[0].in_reference.left * 700 == doctest::Approx(120).epsilon(0.03));
}

}  // namespace
}  // namespace loupe::comparison
