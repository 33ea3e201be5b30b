#include "core/verification/match_boxes.h"

#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

features::Features With(const std::vector<cv::Point2d>& points, image::ImageSize size) {
  features::Features f;
  f.working_size = f.original_size = size;
  for (const cv::Point2d& p : points) {
    features::Keypoint k;
    k.x_q5 = static_cast<uint16_t>(32 * p.x);
    k.y_q5 = static_cast<uint16_t>(32 * p.y);
    f.keypoints.push_back(k);
    f.descriptors.push_back({});
  }
  return f;
}

std::vector<matching::GuidedMatch> First(int count) {
  std::vector<matching::GuidedMatch> inliers;
  for (int i = 0; i < count; ++i) inliers.push_back({i, i, 0, 0.0f});
  return inliers;
}

TEST_CASE("the box of the reference ends at its outermost inliers, and the query's is where they are sent") {
  const features::Features reference =
      With({{100, 50}, {300, 50}, {300, 150}, {100, 150}, {390, 190}}, {400, 200});
  const features::Features query = With({{150, 75}, {250, 75}, {250, 125}, {150, 125}, {10, 10}}, {400, 200});
  geometry::Warp warp;
  warp.query_from_reference = {0.5, 0, 100, 0, 0.5, 50, 0, 0, 1};
  LocalMatch match;
  FillBoxes(query, signature::ViewOf(reference), warp, First(4), &match);
  CHECK(match.reference.box[0].x == doctest::Approx(0.25));
  CHECK(match.reference.box[2].y == doctest::Approx(0.75));
  CHECK(match.reference.box_area == doctest::Approx(0.25));
  CHECK(match.query.box[0].x == doctest::Approx(0.375));
  CHECK(match.query.box[2].y == doctest::Approx(0.625));
  CHECK(match.query.box_area == doctest::Approx(0.0625));
}

TEST_CASE("the ratio of points is that of inliers to the keypoints within the box") {
  // Four inliers span the box; of the eight keypoints within it two are inliers, and one lies outside.
  const features::Features reference = With({{100, 50},
                                             {300, 50},
                                             {300, 150},
                                             {100, 150},
                                             {200, 100},
                                             {250, 100},
                                             {120, 60},
                                             {150, 90},
                                             {160, 90},
                                             {170, 90},
                                             {180, 90},
                                             {190, 90},
                                             {390, 190}},
                                            {400, 200});
  LocalMatch match;
  FillBoxes(reference, signature::ViewOf(reference), {}, First(6), &match);
  CHECK(match.scores.box_points_ratio == 0.75f);
  CHECK(match.scores.box_points_ratio_homography == 0.75f);
}

TEST_CASE("boxes end at the border of their picture") {
  const features::Features reference = With({{0, 0}, {399, 0}, {399, 199}, {0, 199}}, {400, 200});
  geometry::Warp warp;
  warp.query_from_reference = {2, 0, -200, 0, 2, -100, 0, 0, 1};
  LocalMatch match;
  FillBoxes(reference, signature::ViewOf(reference), warp, First(4), &match);
  for (const FractionPoint& p : match.query.box) {
    CHECK((p.x == 0.0f || p.x == 1.0f));
    CHECK((p.y == 0.0f || p.y == 1.0f));
  }
  CHECK(match.query.box_area == 1.0f);
}

TEST_CASE("matched points are fractions of both pictures, pair by pair") {
  const features::Features reference = With({{100, 50}, {200, 100}}, {400, 200});
  const features::Features query = With({{10, 20}, {30, 40}}, {100, 80});
  LocalMatch match;
  FillPoints(query, signature::ViewOf(reference), First(2), &match);
  REQUIRE(match.points_in_query.size() == 2);
  CHECK(match.points_in_query[1].x == doctest::Approx(0.3));
  CHECK(match.points_in_query[1].y == doctest::Approx(0.5));
  CHECK(match.points_in_reference[1].x == doctest::Approx(0.5));
  CHECK(match.points_in_reference[1].y == doctest::Approx(0.5));
}

TEST_CASE("a transform on fractions sends fractions where the transform on pixels sends pixels") {
  const cv::Matx33d h(0.9, -0.1, 40, 0.2, 1.1, -20, 1e-4, -2e-4, 1);
  const image::ImageSize query = {640, 480}, reference = {512, 300};
  const std::array<double, 9> f = OnFractions(h, query, reference);
  CHECK(f[8] == 1.0);
  const cv::Matx33d on_fractions(f.data());
  for (const cv::Point2d& p : {cv::Point2d(0, 0), cv::Point2d(512, 300), cv::Point2d(100, 200)}) {
    const cv::Point2d expected = geometry::Project(h, p);
    const cv::Point2d found = geometry::Project(on_fractions, {p.x / 512.0, p.y / 300.0});
    CHECK(found.x * 640.0 == doctest::Approx(expected.x));
    CHECK(found.y * 480.0 == doctest::Approx(expected.y));
  }
}

TEST_CASE("a point lies in a quadrilateral or beside it") {
  const std::array<FractionPoint, 4> box = {{{0.2f, 0.2f}, {0.8f, 0.3f}, {0.7f, 0.9f}, {0.1f, 0.7f}}};
  CHECK(IsInside(box, 0.5f, 0.5f));
  for (const FractionPoint& p : {FractionPoint{0.1f, 0.2f}, FractionPoint{0.9f, 0.5f},
                                 FractionPoint{0.5f, 0.1f}, FractionPoint{0.5f, 0.95f}})
    CHECK_FALSE(IsInside(box, p.x, p.y));
}

}  // namespace
}  // namespace loupe::verification
