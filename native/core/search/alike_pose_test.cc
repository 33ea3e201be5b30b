#include "core/search/alike_pose.h"

#include <cmath>

#include "core/geometry/homography.h"
#include "core/verification/match_boxes.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST_CASE("a pose predicts the place, angle and level at which references have what the query shows") {
  const image::ImageSize query_size{640, 480}, reference_size{360, 512};
  const double scale = 0.8, angle = 0.3;
  const cv::Matx33d pose(scale * std::cos(angle), -scale * std::sin(angle), 150.0, scale * std::sin(angle),
                         scale * std::cos(angle), 20.0, 1e-5, 2e-5, 1.0);
  verification::LocalMatch match;
  match.query.resized_size = query_size;
  match.reference.resized_size = reference_size;
  match.query_from_reference = verification::OnFractions(pose, query_size, reference_size);
  const AlikePose alike(match);

  features::Features query;
  const cv::Point2d in_reference(200.0, 300.0);
  const cv::Point2d seen = geometry::Project(pose, in_reference);
  features::Keypoint keypoint;
  keypoint.x_q5 = static_cast<uint16_t>(std::lround(32.0 * seen.x));
  keypoint.y_q5 = static_cast<uint16_t>(std::lround(32.0 * seen.y));
  keypoint.angle_q16 = static_cast<uint16_t>(std::lround((1.0 + angle) / (2.0 * kPi) * 65536.0));
  keypoint.level = 2;
  features::Keypoint outside;
  outside.x_q5 = 32;
  outside.y_q5 = 32 * 470;
  query.working_size = query_size;
  query.keypoints = {keypoint, outside};

  const std::vector<retrieval::ExpectedPlace> places = alike.PlacesOf(query);
  REQUIRE(places.size() == 2);
  CHECK(places[0].is_inside);
  CHECK(places[0].x == doctest::Approx(in_reference.x / 512.0 * 1023.0).epsilon(0.002));
  CHECK(places[0].y == doctest::Approx(in_reference.y / 512.0 * 1023.0).epsilon(0.002));
  CHECK(std::abs(places[0].angle - std::lround(1.0 / (2.0 * kPi) * 256.0)) <= 1);
  CHECK(places[0].level == 3);
  CHECK_FALSE(places[1].is_inside);

  const retrieval::SpatialAgreement agreement = alike.AgreementOf(512);
  const cv::Point2d middle = geometry::Project(pose, {180.0, 256.0});
  CHECK(agreement.a * 180.0f - agreement.b * 256.0f + agreement.tx ==
        doctest::Approx(middle.x).epsilon(0.001));
  CHECK(agreement.b * 180.0f + agreement.a * 256.0f + agreement.ty ==
        doctest::Approx(middle.y).epsilon(0.001));
  CHECK(std::atan2(agreement.b, agreement.a) == doctest::Approx(angle).epsilon(0.05));
  CHECK(agreement.center_x == doctest::Approx(180.0));
}

AlikePose PoseOf(const cv::Matx33d& query_from_reference) {
  verification::LocalMatch match;
  match.query.resized_size = {640, 480};
  match.reference.resized_size = {360, 512};
  match.query_from_reference =
      verification::OnFractions(query_from_reference, match.query.resized_size, match.reference.resized_size);
  return AlikePose(match);
}

TEST_CASE("poses are the same that put all corners of a reference near each other") {
  constexpr double kRadius = 2.0 / 512;
  const AlikePose pose = PoseOf({0.8, 0.0, 100.0, 0.0, 0.8, 20.0, 0.0, 0.0, 1.0});
  CHECK(pose.IsSameAs(pose, kRadius));
  CHECK(pose.IsSameAs(PoseOf({0.8, 0.0, 101.0, 0.0, 0.8, 20.0, 0.0, 0.0, 1.0}), kRadius));
  CHECK_FALSE(pose.IsSameAs(PoseOf({0.8, 0.0, 103.0, 0.0, 0.8, 20.0, 0.0, 0.0, 1.0}), kRadius));
  // Far apart at one corner alone.
  CHECK_FALSE(pose.IsSameAs(PoseOf({0.8, 0.0, 100.0, 0.0, 0.8, 20.0, 0.0, 2e-5, 1.0}), kRadius));
  CHECK_FALSE(pose.IsSameAs(PoseOf({0.8, 0.0, 100.0, 0.8, 0.0, 20.0, 0.0, 0.0, 1.0}), kRadius));
}

}  // namespace
}  // namespace loupe::search
