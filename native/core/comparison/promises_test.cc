#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/comparison/fine_comparison.h"
#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

using test::Page;
using test::Photographed;
using test::ViewOf;

const cv::Scalar kPaper(246, 244, 238), kInk(35, 30, 40);

/** A page with a price in small print on a cleared place. */
cv::Mat PriceList(const std::string& price, int width = 2200, int height = 1600) {
  cv::Mat page = Page(21, width, height);
  cv::rectangle(page, cv::Rect(1180, 800, 130, 40), kPaper, cv::FILLED);
  cv::putText(page, price, {1190, 826}, cv::FONT_HERSHEY_SIMPLEX, 0.55, kInk, 1, cv::LINE_AA);
  return page;
}

FineComparison Compare(const cv::Mat& reference, const cv::Mat& query, FineComparisonRequest request = {},
                       const ComparisonOptions& options = {}) {
  request.draw_highlights = false;
  return CompareFinely(ViewOf(reference), ViewOf(query), request, options);
}

bool LiesIn(const FractionBox& box, const cv::Rect& place, const cv::Size& size) {
  const cv::Rect2d at(box.left * size.width, box.top * size.height, box.width * size.width,
                      box.height * size.height);
  return (at & cv::Rect2d(place)).area() > 0.9 * at.area();
}

/** White paper with lines of print, and a disk that takes 9 % of it. */
cv::Mat Logo(const cv::Scalar& color) {
  cv::Mat page(900, 700, CV_8UC3, cv::Scalar(255, 255, 255));
  for (int y = 480; y < 880; y += 24)
    cv::putText(page, "all that was said before is said once more", {30, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6,
                kInk, 1, cv::LINE_AA);
  cv::circle(page, {350, 220}, 134, color, cv::FILLED, cv::LINE_AA);
  return page;
}

TEST_CASE("one digit of small print differs at the full resolution of a large page") {
  const cv::Mat page = PriceList("12,90"), other = PriceList("12,50");
  const FineComparison result = Compare(page, other);
  REQUIRE(result.differences.size() == 1);
  CHECK(LiesIn(result.differences[0].in_reference, {1180, 800, 130, 40}, page.size()));
  CHECK(result.coverage.compared_pixels == 2200.0 * 1600);
  CHECK(result.coverage.resolution_share > 0.999);
  CHECK(result.coverage.sensitivity == Sensitivity::kProof);
}

TEST_CASE("a missing point is found in a scan that lies askew, and nothing else") {
  const cv::Mat page = PriceList("31. Mai"), other = PriceList("31  Mai");
  cv::Mat scan, same;
  const cv::Matx23d askew(1.003, 0.011, -9.3, -0.011, 1.004, 12.6);
  cv::warpAffine(other, scan, askew, page.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                 cv::Scalar(60, 60, 60));
  cv::warpAffine(page, same, askew, page.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                 cv::Scalar(60, 60, 60));
  CHECK(Compare(page, test::Noisy(same, 2, 3)).differences.empty());
  const FineComparison result = Compare(page, test::Noisy(scan, 2, 4));
  REQUIRE(result.differences.size() == 1);
  CHECK(LiesIn(result.differences[0].in_reference, {1180, 800, 130, 40}, page.size()));
  CHECK(result.coverage.sensitivity == Sensitivity::kScan);
  CHECK(result.coverage.out_of_view_share > 0);
}

/** A scan of a page: a little askew and turned, blurred, with noise. */
cv::Mat Scanned(const cv::Mat& page, uint64_t seed) {
  cv::Mat scan;
  cv::warpAffine(page, scan, cv::Matx23d(1.004, 0.012, 7, -0.011, 1.002, 12), page.size(), cv::INTER_CUBIC,
                 cv::BORDER_CONSTANT, kPaper);
  cv::GaussianBlur(scan, scan, {0, 0}, 0.6);
  return test::Noisy(scan, 2, seed);
}

TEST_CASE("the tail of a comma and the dot of an i are found in a scan, and nothing else") {
  const cv::Mat page = PriceList("4,50 pier");
  FineComparisonRequest request;
  request.sensitivity = Sensitivity::kScan;
  CHECK(Compare(page, Scanned(page, 5), request).differences.empty());
  for (const char* other : {"4.50 pier", "4,50 p1er"}) {
    const FineComparison result = Compare(page, Scanned(PriceList(other), 5), request);
    REQUIRE(result.differences.size() == 1);
    CHECK(LiesIn(result.differences[0].in_reference, {1180, 800, 130, 40}, page.size()));
  }
}

TEST_CASE("a picture never differs from itself, whatever it shows") {
  for (const cv::Mat& picture :
       {Page(3), test::Noisy(cv::Mat(300, 400, CV_8UC3, cv::Scalar(120, 90, 60)), 60, 5),
        cv::Mat(1, 1, CV_8UC3, cv::Scalar(7, 8, 9)), cv::Mat(500, 20, CV_8UC3, cv::Scalar(255, 255, 255))}) {
    const FineComparison result = Compare(picture, picture.clone());
    CHECK(result.score == 0);
    CHECK(result.differences.empty());
    CHECK(result.visible_share == 1);
    CHECK(result.query_from_reference == std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  }
}

TEST_CASE("pictures of one size with hardly any print lie upon each other as they are") {
  cv::Mat blank(600, 800, CV_8UC3, cv::Scalar(252, 252, 252)), dotted = blank.clone();
  cv::circle(dotted, {500, 300}, 9, cv::Scalar(20, 20, 20), cv::FILLED);
  const FineComparison result = Compare(blank, dotted);
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences[0].kind == DifferenceKind::kAdded);
  CHECK(Compare(dotted, blank).differences.size() == 1);
}

TEST_CASE("a large disk in another color is recolored, paper of another white is not") {
  const cv::Mat logo = Logo({31, 111, 178}), other = Logo({60, 140, 120});
  const FineComparison result = Compare(logo, other);
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences[0].kind == DifferenceKind::kRecolored);
  CHECK(result.differences[0].delta_e > 20);
  CHECK(result.differences[0].area_share > 0.07);
  cv::Mat yellowish;
  cv::multiply(logo, cv::Scalar(0.99, 0.97, 0.92), yellowish);
  CHECK(Compare(logo, yellowish).differences.empty());
}

TEST_CASE("a faint change of a flat color is found, in a photo with uneven light, too") {
  const cv::Mat logo = Logo({31, 111, 178});
  const FineComparison faint = Compare(logo, Logo({48, 124, 188}));
  REQUIRE(faint.differences.size() == 1);
  CHECK(faint.differences[0].delta_e > 4);
  CHECK(faint.differences[0].delta_e < 12);
  REQUIRE(Compare(logo, Photographed(Logo({90, 150, 60}), 1)).differences.size() == 1);
}

TEST_CASE("what is found does not depend on where bands end") {
  const cv::Mat page = Page(4);
  cv::Mat changed = page.clone();
  cv::rectangle(changed, cv::Rect(300, 180, 62, 30), cv::Scalar(200, 30, 30), cv::FILLED);
  cv::putText(changed, "x", {100, 192}, cv::FONT_HERSHEY_SIMPLEX, 0.8, kInk, 2, cv::LINE_AA);
  const cv::Mat photo = Photographed(changed, 2);
  ComparisonOptions narrow;
  narrow.difference.band_rows = 64;
  const FineComparison whole = Compare(page, photo), in_bands = Compare(page, photo, {}, narrow);
  REQUIRE(!whole.differences.empty());
  CHECK(whole.score == in_bands.score);
  CHECK(whole.differences.size() == in_bands.differences.size());
}

TEST_CASE("what is to be ignored, too small or too faint is not reported") {
  const cv::Mat page = Page(6);
  cv::Mat changed = page.clone();
  cv::rectangle(changed, cv::Rect(500, 400, 40, 30), cv::Scalar(200, 0, 0), cv::FILLED);
  FineComparisonRequest request;
  request.ignored = {{480.0 / 720, 380.0 / 560, 80.0 / 720, 70.0 / 560}};
  const FineComparison ignored = Compare(page, changed, request);
  CHECK(ignored.score == 0);
  CHECK(ignored.coverage.ignored_share == doctest::Approx(80.0 * 70 / (720 * 560)).epsilon(0.05));
  FineComparisonRequest large;
  large.min_size_px = 60;
  CHECK(Compare(page, changed, large).differences.empty());
  large.min_size_px = 20;
  CHECK(Compare(page, changed, large).differences.size() == 1);
  FineComparisonRequest strong;
  strong.min_delta_e = 99;
  CHECK(Compare(page, changed, strong).differences.empty());
}

TEST_CASE("what glare hides is not compared, and its share is stated") {
  const cv::Mat page = Page(7);
  cv::Mat photo = Photographed(page, 2);
  cv::ellipse(photo, {200, 200}, {70, 45}, 0, 0, 360, cv::Scalar(255, 255, 255), cv::FILLED);
  const FineComparison result = Compare(page, photo);
  CHECK(result.coverage.glare_share > 0.02);
  CHECK(result.coverage.glare_share < 0.1);
  CHECK(result.differences.empty());
}

TEST_CASE("another page of the same size is refused") {
  cv::Mat one(800, 600, CV_8UC3, kPaper), two = one.clone();
  for (int y = 60; y < 760; y += 30) {
    cv::putText(one, "every word of this page is its own", {40, y}, cv::FONT_HERSHEY_SIMPLEX, 0.7, kInk, 2);
    cv::putText(two, "NOTHING HERE WAS PRINTED THERE", {20, y + 13}, cv::FONT_HERSHEY_COMPLEX, 0.9, kInk, 1);
  }
  CHECK_THROWS_AS(Compare(one, two), base::Error);
}

}  // namespace
}  // namespace loupe::comparison
