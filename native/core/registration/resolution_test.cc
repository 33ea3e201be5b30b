#include "core/registration/resolution.h"

#include <opencv2/core.hpp>

#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

TEST_CASE("resizing moves the middle of a picture to the middle, and its edges to the edges") {
  const cv::Size from(300, 200), to(120, 50);
  const cv::Matx33d scaled = RescalingBetween(from, to);
  CHECK(cv::norm(Project(scaled, -0.5, -0.5) - cv::Point2d(-0.5, -0.5)) < 1e-12);
  CHECK(cv::norm(Project(scaled, 149.5, 99.5) - cv::Point2d(59.5, 24.5)) < 1e-12);
  CHECK(cv::norm(Project(scaled, 299.5, 199.5) - cv::Point2d(119.5, 49.5)) < 1e-12);
  CHECK(cv::norm(scaled * RescalingBetween(to, from) - cv::Matx33d::eye(), cv::NORM_INF) < 1e-12);
  CHECK(cv::norm(Project(FractionsFromPixels(from), 149.5, 199.5) - cv::Point2d(0.5, 1)) < 1e-12);
}

TEST_CASE("the scale of a pose is that of its middle along a side, and that of its inverse one over it") {
  const cv::Size size(300, 200);
  const cv::Matx33d turned(0, -2, 50, 2, 0, 7, 0, 0, 1);
  CHECK(ScaleOf(cv::Matx33d::eye(), size) == doctest::Approx(1));
  CHECK(ScaleOf(turned, size) == doctest::Approx(2));
  CHECK(ScaleOf(turned.inv(), size) == doctest::Approx(0.5));
}

TEST_CASE("only the finer one of two pictures is reduced, and points keep their places") {
  const cv::Mat small(100, 160, CV_8U, cv::Scalar(90)), large(300, 480, CV_8U, cv::Scalar(90));
  const auto together = [](PicturePair pair) {
    ToCommonResolution(1.25, pair);
    return pair;
  };
  const cv::Matx33d enlarging = RescalingBetween(small.size(), large.size());
  for (const PicturePair& pair :
       {together({small, large, enlarging}), together({large, small, enlarging.inv()})}) {
    CHECK(pair.reference.size() == small.size());
    CHECK(pair.query.size() == small.size());
    CHECK(cv::norm(pair.query_from_reference - cv::Matx33d::eye(), cv::NORM_INF) < 1e-9);
  }
  const PicturePair same = together({small, small, cv::Matx33d(1.2, 0, 3, 0, 1.2, 4, 0, 0, 1)});
  CHECK(same.query.data == small.data);
  CHECK(same.reference.data == small.data);
}

}  // namespace
}  // namespace loupe::registration
