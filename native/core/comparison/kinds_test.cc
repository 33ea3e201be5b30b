#include "core/comparison/kinds.h"

#include <opencv2/imgproc.hpp>

#include "core/comparison/color_shift.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

const cv::Scalar kWhite(245, 245, 240), kBlack(30, 30, 35), kRed(190, 30, 30), kBlue(30, 60, 190);

/** White paper with a mark of rings and a bar at a place. */
cv::Mat Marked(const cv::Point& at, const cv::Scalar& color = kBlack) {
  cv::Mat paper(240, 320, CV_8UC3, kWhite);
  if (at.x < 0) return paper;
  cv::rectangle(paper, cv::Rect(at, cv::Size(30, 26)), color, cv::FILLED);
  cv::circle(paper, at + cv::Point(18, 10), 6, kWhite, cv::FILLED);
  cv::rectangle(paper, cv::Rect(at + cv::Point(4, 19), cv::Size(14, 4)), kWhite, cv::FILLED);
  return paper;
}

const cv::Point kNone(-1, -1);

/** All pixels that differ, each connected part a region. */
std::vector<Region> RegionsOf(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat difference, gray, labels, stats, centers;
  cv::absdiff(a, b, difference);
  cv::cvtColor(difference, gray, cv::COLOR_RGB2GRAY);
  gray = gray > 4;
  cv::dilate(gray, gray, cv::getStructuringElement(cv::MORPH_RECT, {9, 9}));
  const int count = cv::connectedComponentsWithStats(gray, labels, stats, centers, 8);
  std::vector<Region> regions;
  for (int i = 1; i < count; ++i) {
    Region region;
    region.box = {stats.at<int>(i, 0), stats.at<int>(i, 1), stats.at<int>(i, 2), stats.at<int>(i, 3)};
    region.mask = labels(region.box) == i;
    region.area = stats.at<int>(i, 4);
    regions.push_back(region);
  }
  return regions;
}

std::vector<Change> Changes(const cv::Mat& a, const cv::Mat& b) {
  return ClassifyRegions(RegionsOf(a, b), a, b, {}, {});
}

TEST_CASE("pictures that are the same have no changes") {
  CHECK(Changes(Marked({50, 60}), Marked({50, 60})).empty());
}

TEST_CASE("a mark that came was added, and seen the other way round it is missing, by the same color") {
  const auto added = Changes(Marked(kNone), Marked({50, 60})),
             missing = Changes(Marked({50, 60}), Marked(kNone));
  REQUIRE(added.size() == 1);
  REQUIRE(missing.size() == 1);
  CHECK(added[0].kind == Kind::kAdded);
  CHECK(missing[0].kind == Kind::kMissing);
  CHECK(added[0].delta_e == doctest::Approx(missing[0].delta_e));
  CHECK(added[0].old_place == added[0].new_place);
}

TEST_CASE("a mark that went far is one change with both places") {
  const auto moved = Changes(Marked({50, 60}), Marked({200, 150}));
  REQUIRE(moved.size() == 1);
  CHECK(moved[0].kind == Kind::kMoved);
  CHECK(moved[0].has_new_region);
  CHECK(moved[0].old_place.contains({60, 70}));
  CHECK(moved[0].new_place.contains({210, 160}));
}

TEST_CASE("a mark of another color was recolored, and one of another shape changed") {
  const auto recolored = Changes(Marked({50, 60}, kRed), Marked({50, 60}, kBlue));
  REQUIRE(recolored.size() == 1);
  CHECK(recolored[0].kind == Kind::kRecolored);
  cv::Mat other = Marked(kNone);
  cv::circle(other, {65, 73}, 13, kBlack, 4);
  const auto changed = Changes(Marked({50, 60}), other);
  REQUIRE(changed.size() == 1);
  CHECK(changed[0].kind == Kind::kChanged);
}

TEST_CASE("a known difference of color is measured, either way, and none between the same") {
  const cv::Mat all(240, 320, CV_8U, cv::Scalar(255));
  const cv::Mat gray(240, 320, CV_8UC3, cv::Scalar(119, 119, 119)),
      white(240, 320, CV_8UC3, cv::Scalar(255, 255, 255));
  // CIELAB lightness 50.03 and 100; OpenCV reads it from a table.
  CHECK(MeanDeltaE(gray, white, all) == doctest::Approx(49.97).epsilon(0.005));
  CHECK(MeanDeltaE(white, gray, all) == doctest::Approx(MeanDeltaE(gray, white, all)));
  CHECK(MeanDeltaE(gray, gray, all) == 0);
}

}  // namespace
}  // namespace loupe::comparison
