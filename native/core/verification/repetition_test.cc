#include "core/verification/repetition.h"

#include <algorithm>
#include <cmath>

#include "test/index_fixtures.h"
#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

constexpr int kPageSide = 480;

/** One motif of a few corners, drawn `times` times a step apart. */
features::Features Repeated(int times, cv::Point2d step, int corners) {
  test::Random random(8);
  features::Features motif, picture;
  picture.working_size = picture.original_size = {kPageSide, kPageSide};
  for (int c = 0; c < corners; ++c) {
    features::Keypoint k;
    k.x_q5 = static_cast<uint16_t>(32 * (20 + random.Below(40)));
    k.y_q5 = static_cast<uint16_t>(32 * (20 + random.Below(40)));
    k.angle_q16 = static_cast<uint16_t>(random.Below(65536));
    k.level = static_cast<uint8_t>(random.Below(5));
    const features::Descriptor descriptor = test::RandomDescriptor(&random);
    for (int i = 0; i < times; ++i) {
      features::Keypoint drawn = k;
      drawn.x_q5 = static_cast<uint16_t>(k.x_q5 + std::lround(32 * i * step.x));
      drawn.y_q5 = static_cast<uint16_t>(k.y_q5 + std::lround(32 * i * step.y));
      picture.keypoints.push_back(drawn);
      picture.descriptors.push_back(test::Disturbed(descriptor, 10, &random));
    }
  }
  return picture;
}

bool Has(const std::vector<cv::Point2d>& shifts, cv::Point2d wanted) {
  return std::any_of(shifts.begin(), shifts.end(), [&](cv::Point2d s) { return cv::norm(s - wanted) < 2.0; });
}

TEST_CASE("the step of a motif that is drawn again and again is found, both ways") {
  const features::Features picture = Repeated(5, {70, 20}, 6);
  const std::vector<cv::Point2d> shifts = RepeatedShifts(signature::ViewOf(picture), {});
  CHECK(Has(shifts, {70, 20}));
  CHECK(Has(shifts, {-70, -20}));
  CHECK(shifts.size() % 2 == 0);
  CHECK(shifts.size() <= 2 * static_cast<size_t>(RepetitionOptions().max_shifts));
}

TEST_CASE("likenesses count from their least number on") {
  // Two drawings of n corners are n likenesses.
  RepetitionOptions options;
  options.min_likenesses = 6;
  CHECK(RepeatedShifts(signature::ViewOf(Repeated(2, {90, 0}, 6)), options).size() == 2);
  CHECK(RepeatedShifts(signature::ViewOf(Repeated(2, {90, 0}, 5)), options).empty());
}

TEST_CASE("a step shorter than the shortest is one corner found twice") {
  RepetitionOptions options;
  options.min_likenesses = 5;
  const double shortest = options.shortest_share * kPageSide;
  CHECK(RepeatedShifts(signature::ViewOf(Repeated(2, {shortest + 1.0, 0}, 6)), options).size() == 2);
  CHECK(RepeatedShifts(signature::ViewOf(Repeated(2, {shortest - 1.0, 0}, 6)), options).empty());
}

TEST_CASE("a picture that repeats nothing has no shifts") {
  CHECK(RepeatedShifts(test::SynthesizePair(200, 0, 1).view(), {}).empty());
  CHECK(RepeatedShifts({}, {}).empty());
}

}  // namespace
}  // namespace loupe::verification
