#include "core/registration/displacement.h"

#include <opencv2/core.hpp>

#include "core/registration/resolution.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

const cv::Size kSize(400, 300);

/** Blocks on an even grid that all know their shift well. */
template <typename ShiftOf>
std::vector<BlockShift> Shifts(const ShiftOf& shift_of) {
  std::vector<BlockShift> shifts;
  for (int y = 10; y < kSize.height; y += 20) {
    for (int x = 10; x < kSize.width; x += 20) {
      BlockShift block;
      block.center = cv::Point2d(x, y);
      block.shift = shift_of(x, y);
      block.information = cv::Matx22d(150, 0, 0, 150);
      shifts.push_back(block);
    }
  }
  return shifts;
}

cv::Vec2d MovedBy(const cv::Matx33d& h, double x, double y) {
  const cv::Point2d moved = Project(h, x, y) - cv::Point2d(x, y);
  return {moved.x, moved.y};
}

double PlanarMiss(const cv::Matx33d& found, const cv::Matx33d& expected) {
  double most = 0;
  for (const double x : {0.0, 200.0, 399.0})
    for (const double y : {0.0, 150.0, 299.0})
      most = std::max(most, cv::norm(Project(found, x, y) - Project(expected, x, y)));
  return most;
}

TEST_CASE(
    "a planar displacement is found from the shifts of blocks, also when a fifth of them moved by "
    "themselves") {
  for (const cv::Matx33d& plane : {cv::Matx33d(1, 0, 1.7, 0, 1, -2.2, 0, 0, 1),
                                   cv::Matx33d(1.004, -0.003, 0.4, 0.003, 1.004, -0.6, 0, 0, 1),
                                   cv::Matx33d(1, 0, 0, 0, 1, 0, 6e-6, -4e-6, 1)}) {
    std::vector<BlockShift> shifts = Shifts([&](double x, double y) { return MovedBy(plane, x, y); });
    CHECK(PlanarMiss(PlanarCorrection(shifts, kSize, {}), plane) < 0.05);
    for (size_t i = 0; i < shifts.size(); i += 5) shifts[i].shift = {4, -3.5};
    CHECK(PlanarMiss(PlanarCorrection(shifts, kSize, {}), plane) < 0.25);
  }
}

TEST_CASE("nothing is corrected without shifts, or by blocks that lie where they belong") {
  CHECK(cv::norm(PlanarCorrection({}, kSize, {}) - cv::Matx33d::eye(), cv::NORM_INF) == 0);
  const auto still = Shifts([](double, double) { return cv::Vec2d(0, 0); });
  CHECK(cv::norm(PlanarCorrection(still, kSize, {}) - cv::Matx33d::eye(), cv::NORM_INF) < 1e-12);
  CHECK(cv::norm(FitSmoothField(still, kSize, {}).nodes, cv::NORM_INF) == 0);
}

TEST_CASE("the opposite shifts give the opposite correction and field") {
  const auto bend = [](double x, double y) { return cv::Vec2d(std::sin(y / 60), 0.5 * std::cos(x / 80)); };
  const SmoothField there = FitSmoothField(Shifts(bend), kSize, {});
  const SmoothField back = FitSmoothField(Shifts([&](double x, double y) { return -bend(x, y); }), kSize, {});
  CHECK(cv::norm(there.nodes, -back.nodes, cv::NORM_INF) < 1e-5);
}

TEST_CASE("a smooth field follows bent paper and not one block that really changed") {
  const auto bend = [](double x, double y) { return cv::Vec2d(1.5 * std::sin(y / 90), std::cos(x / 110)); };
  FieldOptions options;
  options.twicings = 2;
  std::vector<BlockShift> shifts = Shifts(bend);
  shifts[shifts.size() / 2].shift = {-4, 4};
  const SmoothField field = FitSmoothField(shifts, kSize, options);
  CHECK(field.deviation_px < 0.2);
  for (const cv::Point2d& at : {cv::Point2d(90, 70), cv::Point2d(210, 150), cv::Point2d(310, 230)})
    CHECK(cv::norm(ShiftAt(field, at) - bend(at.x, at.y)) < 0.3);
}

TEST_CASE("a field is read between its nodes, and grows with the picture") {
  SmoothField field;
  CHECK(cv::norm(ShiftAt(field, {5, 5})) == 0);
  field.spacing_px = 10;
  field.nodes = cv::Mat(3, 4, CV_32FC2, cv::Scalar(0, 0));
  field.nodes.at<cv::Vec2f>(1, 1) = cv::Vec2f(4, -8);
  CHECK(cv::norm(ShiftAt(field, {10, 10}) - cv::Vec2d(4, -8)) < 1e-9);
  CHECK(cv::norm(ShiftAt(field, {15, 10}) - cv::Vec2d(2, -4)) < 1e-9);
  CHECK(cv::norm(ShiftAt(field, {5, 5}) - cv::Vec2d(1, -2)) < 1e-9);
  const SmoothField twice = Enlarged(field, 2);
  CHECK(cv::norm(ShiftAt(twice, {30, 20}) - 2 * ShiftAt(field, {15, 10})) < 1e-9);
}

}  // namespace
}  // namespace loupe::registration
