#include "core/registration/alignment.h"

#include <opencv2/imgproc.hpp>

#include "core/registration/fourier_mellin.h"
#include "core/registration/resolution.h"
#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

cv::Mat GrayPage(uint64_t seed, int width = 480, int height = 360) {
  cv::Mat gray;
  cv::cvtColor(test::Page(seed, width, height), gray, cv::COLOR_RGB2GRAY);
  return gray;
}

cv::Mat Seen(const cv::Mat& page, const cv::Matx33d& query_from_reference, const cv::Size& size) {
  cv::Mat seen;
  cv::warpPerspective(page, seen, query_from_reference, size, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                      cv::Scalar(90));
  return seen;
}

/** Farthest that a point of the reference is placed from where it lies, in pixels of the query. */
double FarthestMiss(const cv::Matx33d& found, const cv::Matx33d& known, const cv::Size& size) {
  double most = 0;
  for (const double x : {0.1, 0.5, 0.9})
    for (const double y : {0.1, 0.5, 0.9})
      most = std::max(most, cv::norm(Project(found, x * size.width, y * size.height) -
                                     Project(known, x * size.width, y * size.height)));
  return most;
}

TEST_CASE("a picture lies upon itself, and a copy of another size upon it") {
  const cv::Mat page = GrayPage(1);
  const auto own = Align(page, page, {});
  REQUIRE(own.has_value());
  CHECK(cv::norm(own->query_from_reference - cv::Matx33d::eye(), cv::NORM_INF) < 1e-12);
  CHECK(own->agreement == 1);
  cv::Mat half;
  cv::resize(page, half, page.size() / 2, 0, 0, cv::INTER_AREA);
  const auto smaller = Align(page, half, {});
  REQUIRE(smaller.has_value());
  CHECK(FarthestMiss(smaller->query_from_reference, RescalingBetween(page.size(), half.size()), page.size()) <
        0.1);
}

TEST_CASE("a known shift, turn and view from the side are found, and back they are the inverse") {
  const cv::Mat page = GrayPage(2);
  for (const cv::Matx33d& pose :
       {cv::Matx33d(1, 0, 21, 0, 1, -13, 0, 0, 1), cv::Matx33d(0.94, -0.17, 40, 0.17, 0.94, -20, 0, 0, 1),
        cv::Matx33d(0.9, 0.02, 12, -0.03, 0.92, 15, 1e-4, 5e-5, 1)}) {
    const cv::Mat photo = Seen(page, pose, page.size());
    const auto there = Align(page, photo, {}), back = Align(photo, page, {});
    REQUIRE(there.has_value());
    REQUIRE(back.has_value());
    CHECK(FarthestMiss(there->query_from_reference, pose, page.size()) < 1.5);
    CHECK(FarthestMiss(back->query_from_reference.inv(), pose, page.size()) < 1.5);
  }
}

TEST_CASE("unrelated pictures are not aligned, and pictures without detail say so") {
  CHECK_FALSE(Align(GrayPage(3), GrayPage(4), {}).has_value());
  const cv::Mat flat(200, 300, CV_8U, cv::Scalar(200));
  const auto blank = Align(flat, flat, {});
  REQUIRE(blank.has_value());
  CHECK_FALSE(blank->is_detailed);
}

TEST_CASE("spectra tell a turn and a scale up to half a turn") {
  const cv::Mat page = GrayPage(5, 240, 200);
  const double angle = 0.35, scale = 0.9;
  const double c = scale * std::cos(angle), s = scale * std::sin(angle);
  const cv::Matx33d pose(c, -s, 119.5 - c * 119.5 + s * 99.5, s, c, 99.5 - s * 119.5 - c * 99.5, 0, 0, 1);
  const auto found = SimilaritiesBySpectrum(page, Seen(page, pose, page.size()));
  REQUIRE(found.size() == 2);
  const double miss =
      std::min(FarthestMiss(found[0], pose, page.size()), FarthestMiss(found[1], pose, page.size()));
  CHECK(miss < 8);
  CHECK(SimilaritiesBySpectrum(page(cv::Rect(0, 0, 15, 100)), page).empty());
}

}  // namespace
}  // namespace loupe::registration
