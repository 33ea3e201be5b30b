#include "core/verification/frame_agreement.h"

#include <opencv2/imgproc.hpp>

#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

image::GrayImage DrawnPage(uint64_t seed) { return test::MakePicture(seed, 480, 640); }

features::Features StoredPage(const image::GrayImage& picture) {
  return features::ExtractFeatures(picture.view(), features::ReferenceRequest());
}

/** Of a picture that keypoints saw where a pose on fractions puts it, or nowhere. */
std::optional<float> Correlation(const image::GrayImage& query, const features::Features& reference,
                                 const cv::Matx33d* pose = nullptr) {
  LocalMatch match;
  if (pose != nullptr) {
    match.has_homography = true;
    std::copy(pose->val, pose->val + 9, match.query_from_reference.begin());
  }
  return FrameCorrelation(features::ExtractFeatures(query.view(), features::QueryRequest()),
                          signature::ViewOf(reference), match, {});
}

TEST_CASE("copies agree with their reference in its frame, resized, cut and bordered ones, too") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const image::GrayImage page = DrawnPage(seed);
    const features::Features reference = StoredPage(page);
    const cv::Mat whole = test::Wrap(page);
    cv::Mat half, bordered;
    cv::resize(whole, half, {}, 0.5, 0.5, cv::INTER_AREA);
    cv::copyMakeBorder(whole, bordered, 8, 8, 8, 8, cv::BORDER_CONSTANT, cv::Scalar(255));
    CHECK(Correlation(page, reference).value() > 0.9f);
    CHECK(Correlation(test::Unwrap(half), reference).value() > 0.8f);
    CHECK(Correlation(test::Unwrap(whole(cv::Rect(3, 4, 474, 632)).clone()), reference).value() > 0.35f);
    CHECK(Correlation(test::Unwrap(bordered), reference).value() > 0.35f);
  }
}

TEST_CASE("a copy in a quarter turn agrees where keypoints tell the turn") {
  const image::GrayImage page = DrawnPage(1);
  const features::Features reference = StoredPage(page);
  cv::Mat turned;
  cv::rotate(test::Wrap(page), turned, cv::ROTATE_90_CLOCKWISE);
  const cv::Matx33d clockwise(0, -1, 1, 1, 0, 0, 0, 0, 1);
  CHECK(Correlation(test::Unwrap(turned), reference, &clockwise).value() > 0.8f);
  CHECK_FALSE(Correlation(test::Unwrap(turned), reference).has_value());
  cv::rotate(test::Wrap(page), turned, cv::ROTATE_180);
  const cv::Matx33d upside_down(-1, 0, 1, 0, -1, 1, 0, 0, 1);
  CHECK(Correlation(test::Unwrap(turned), reference, &upside_down).value() > 0.8f);
}

TEST_CASE("where a border moves the frame a little, the place that keypoints tell counts") {
  const image::GrayImage page = DrawnPage(1);
  const features::Features query = features::ExtractFeatures(page.view(), features::QueryRequest());
  const features::Features other = StoredPage(DrawnPage(30));
  LocalMatch match;
  match.has_homography = true;
  match.evidence.global_correlation = 0.8f;
  match.query_from_reference = {0.9, 0, 0.05, 0, 0.9, 0.05, 0, 0, 1};
  CHECK(FrameCorrelation(query, signature::ViewOf(other), match, {}).value() == doctest::Approx(0.8));
  match.query_from_reference = {0.6, 0, 0.2, 0, 0.6, 0.2, 0, 0, 1};
  CHECK(FrameCorrelation(query, signature::ViewOf(other), match, {}).value() < 0.35f);
}

TEST_CASE("other pictures of the same proportions do not agree, and other proportions are no copy") {
  const features::Features reference = StoredPage(DrawnPage(1));
  for (uint64_t seed = 11; seed <= 20; ++seed) CHECK(Correlation(DrawnPage(seed), reference).value() < 0.35f);
  CHECK_FALSE(Correlation(test::MakePicture(1, 640, 480), reference).has_value());
  CHECK_FALSE(Correlation(test::MakePicture(1, 480, 560), reference).has_value());
}

}  // namespace
}  // namespace loupe::verification
