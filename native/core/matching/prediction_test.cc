#include "core/matching/prediction.h"

#include <cmath>

#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::matching {
namespace {

std::vector<features::Keypoint> RandomKeypoints(size_t count, test::Random* random) {
  std::vector<features::Keypoint> keypoints(count);
  for (features::Keypoint& k : keypoints) {
    k.x_q5 = static_cast<uint16_t>(32 * random->Below(512));
    k.y_q5 = static_cast<uint16_t>(32 * random->Below(512));
    k.angle_q16 = static_cast<uint16_t>(random->Below(65536));
    k.level = static_cast<uint8_t>(random->Below(features::kPyramidLevels));
  }
  return keypoints;
}

TEST_CASE("keypoints are predicted where the transform puts them, however many there are at once") {
  test::Random random(1);
  // Slanted, and twice as large.
  const cv::Matx33d h(1.9, 0.3, 20, -0.2, 2.1, 30, 4e-4, -2e-4, 1);
  const cv::Point2d shift(7, -3);
  for (size_t count = 0; count < 40; ++count) {
    const std::vector<features::Keypoint> keypoints = RandomKeypoints(count, &random);
    Predictions predictions;
    Predict(ColumnsOf(keypoints), geometry::Warp{h, {}}, shift, 6.0f, &predictions);
    const KeypointColumns& seen = predictions.seen;
    CHECK(!predictions.has_turns);
    CHECK(predictions.radius_px == std::vector<float>(count, 6.0f));
    REQUIRE(seen.size() == count);
    for (size_t i = 0; i < count; ++i) {
      const cv::Point2d from = cv::Point2d(keypoints[i].x(), keypoints[i].y()) + shift;
      const cv::Point2d place = geometry::Project(h, from);
      CHECK(std::abs(seen.x[i] - place.x) < 0.01);
      CHECK(std::abs(seen.y[i] - place.y) < 0.01);
      const double turn = keypoints[i].angle();
      const cv::Point2d ahead =
          geometry::Project(h, from + cv::Point2d(0.01 * std::cos(turn), 0.01 * std::sin(turn)));
      const double expected = std::atan2(ahead.y - place.y, ahead.x - place.x);
      const double found = std::atan2(seen.sine[i], seen.cosine[i]);
      CHECK(std::abs(std::remainder(found - expected, 6.283185307179586)) < 0.01);
      const cv::Point2d right = geometry::Project(h, from + cv::Point2d(0.01, 0)) - place;
      const cv::Point2d down = geometry::Project(h, from + cv::Point2d(0, 0.01)) - place;
      const double larger = std::sqrt(std::abs(right.cross(down))) / 0.01;
      const double level = keypoints[i].level + std::log(larger) / std::log(double{features::kPyramidScale});
      CHECK(std::abs(seen.level[i] - std::min(std::max(level, 0.0), features::kPyramidLevels - 1.0)) < 0.02);
    }
  }
}

TEST_CASE("a keypoint behind the camera is far away") {
  test::Random random(2);
  const std::vector<features::Keypoint> keypoints = RandomKeypoints(17, &random);
  const geometry::Warp warp = {cv::Matx33d(1, 0, 0, 0, 1, 0, 0, 0, -1), {}};
  Predictions predictions;
  Predict(ColumnsOf(keypoints), warp, {0, 0}, 6.0f, &predictions);
  const KeypointColumns& seen = predictions.seen;
  for (size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen.x[i] == static_cast<float>(geometry::kFar));
    CHECK(seen.y[i] == static_cast<float>(geometry::kFar));
  }
}

TEST_CASE(
    "an affine transform turns and enlarges a sample of the keypoints, less surely far from its center") {
  test::Random random(3);
  const std::vector<features::Keypoint> keypoints = RandomKeypoints(25, &random);
  // A quarter turn, and two levels larger.
  const auto scale = static_cast<float>(std::pow(features::kPyramidRatio, 2.0));
  const Affine transform = {0, -scale, scale, 0, 700, 20, 100, 50};
  Predictions predictions;
  Predict(ColumnsOf(keypoints), transform, {14.0f, 0.5f, 3}, &predictions);
  CHECK(predictions.has_turns);
  REQUIRE(predictions.seen.size() == 9);
  for (size_t i = 0; i < predictions.seen.size(); ++i) {
    const features::Keypoint& k = keypoints[3 * i];
    const double x = 700 - scale * k.y(), y = 20 + scale * k.x();
    CHECK(std::abs(predictions.seen.x[i] - x) < 0.01);
    CHECK(std::abs(predictions.seen.y[i] - y) < 0.01);
    CHECK(predictions.seen.turn[i] == (k.angle_q16 + 16384) % 65536);
    CHECK(std::abs(predictions.seen.level[i] - std::min(k.level + 2, features::kPyramidLevels - 1)) < 0.01);
    const double away = scale * std::hypot(k.x() - 100, k.y() - 50);
    CHECK(std::abs(predictions.radius_px[i] - (14.0 + 0.5 * away)) < 0.01);
  }
}

}  // namespace
}  // namespace loupe::matching
