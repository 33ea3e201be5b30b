#include "core/verification/rectify.h"

#include <utility>

#include "core/verification/measure.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

const AppearanceOptions kAppearanceOptions;
constexpr int kSide = features::kThumbnailSide;

/** A gray picture with the same fine texture everywhere above a row, and nothing below it. */
image::GrayImage TexturedDownTo(int row) {
  image::GrayImage image{{kSide, kSide}, std::vector<uint8_t>(kSide * kSide, 128)};
  uint32_t state = 7;
  for (int i = 0; i < kSide * row; ++i) {
    state = state * 1664525U + 1013904223U;
    image.pixels[static_cast<size_t>(i)] = state >> 31 != 0 ? 200 : 60;
  }
  return image;
}

features::Features Showing(image::GrayImage picture) {
  features::Features f;
  f.working_size = f.original_size = picture.size;
  f.thumbnail = std::move(picture);
  return f;
}

OverlapAgreement Overlapping(const image::GrayImage& reference, const image::GrayImage& query) {
  const features::Features own = Showing(reference);
  return CompareThumbnail(Showing(query), signature::ViewOf(own), {}, kAppearanceOptions).overlapping;
}

TEST_CASE("a picture agrees with itself in every block that shows something") {
  const OverlapAgreement agreement = Overlapping(TexturedDownTo(kSide / 2), TexturedDownTo(kSide / 2));
  CHECK(agreement.disagreeing_share == 0.0f);
  CHECK(agreement.mean_correlation == doctest::Approx(1.0));
  CHECK(agreement.least_correlation == doctest::Approx(1.0));
}

TEST_CASE("what the photo shows where the reference is empty disagrees as much as what it lacks") {
  const image::GrayImage half = TexturedDownTo(kSide / 2), whole = TexturedDownTo(kSide);
  const OverlapAgreement added = Overlapping(half, whole), missing = Overlapping(whole, half);
  CHECK(added.disagreeing_share > 0.35f);
  CHECK(added.disagreeing_share < 0.6f);
  CHECK(added.disagreeing_share == doctest::Approx(missing.disagreeing_share));
  CHECK(added.least_correlation < 0.3f);
}

TEST_CASE("where neither shows anything nothing is said") {
  const OverlapAgreement agreement = Overlapping(TexturedDownTo(0), TexturedDownTo(0));
  CHECK(agreement.disagreeing_share == 0.0f);
  CHECK(agreement.mean_correlation == 0.0f);
}

TEST_CASE("a frame is the same the less, the farther corners lie from corners") {
  const features::Features picture = Showing(TexturedDownTo(kSide));
  const VerificationOptions options;
  const auto moved_by = [&](double share) {
    Pose pose;
    pose.warp.query_from_reference = {1, 0, share * kSide, 0, 1, 0, 0, 0, 1};
    CandidateFacts facts;
    MeasureAgreement(picture, signature::ViewOf(picture), pose, options, &facts);
    return facts;
  };
  CHECK(moved_by(0.0).same_frame == 1.0f);
  CHECK(moved_by(0.015).same_frame == doctest::Approx(0.5));
  CHECK(moved_by(0.04).same_frame == 0.0f);
}

}  // namespace
}  // namespace loupe::verification
