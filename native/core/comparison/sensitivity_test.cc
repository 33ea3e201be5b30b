#include "core/comparison/sensitivity.h"

#include <string>

#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

CommonFrame Seen(const cv::Matx33d& query_from_reference) {
  CommonFrame frame;
  frame.query_from_reference = query_from_reference;
  return frame;
}

TEST_CASE("a picture in the same frame is a proof, a flat one a scan, one from the side a photo") {
  CommonFrame same;
  same.share_frame = true;
  CHECK(SensitivityOf(same, {}) == Sensitivity::kProof);
  const cv::Matx33d turned(0.8, -0.3, 0.2, 0.3, 0.8, 0.05, 0, 0, 1);
  CHECK(SensitivityOf(Seen(turned), {}) == Sensitivity::kScan);
  for (const double perspective : {0.1, -0.1}) {
    CAPTURE(perspective);
    CHECK(SensitivityOf(Seen({1, 0, 0, 0, 1, 0, perspective, 0, 1}), {}) == Sensitivity::kPhoto);
    CHECK(SensitivityOf(Seen({1, 0, 0, 0, 1, 0, 0, perspective, 1}), {}) == Sensitivity::kPhoto);
  }
}

TEST_CASE("each sensitivity has its word") {
  CHECK(std::string(SensitivityName(Sensitivity::kProof)) == "proof");
  CHECK(std::string(SensitivityName(Sensitivity::kScan)) == "scan");
  CHECK(std::string(SensitivityName(Sensitivity::kPhoto)) == "photo");
}

TEST_CASE(
    "a proof asks for no more lightness, shift and area than a scan, and a scan for no more than a photo") {
  const ComparisonOptions proof = For(Sensitivity::kProof, {}), scan = For(Sensitivity::kScan, {}),
                          photo = For(Sensitivity::kPhoto, {});
  const auto is_ordered = [&](const auto& value_of) {
    return value_of(proof) <= value_of(scan) && value_of(scan) <= value_of(photo);
  };
  CHECK(is_ordered([](const auto& options) { return options.difference.least_lightness; }));
  CHECK(is_ordered([](const auto& options) { return options.difference.shifts.reach_half_px; }));
  CHECK(is_ordered([](const auto& options) { return options.regions.least_weight; }));
  CHECK(is_ordered([](const auto& options) { return options.regions.least_area; }));
}

TEST_CASE("options that no sensitivity decides about stay as they were given") {
  ComparisonOptions given;
  given.regions.gap_share = 0.05;
  given.difference.per_noise = 3;
  for (const Sensitivity sensitivity : {Sensitivity::kProof, Sensitivity::kScan, Sensitivity::kPhoto}) {
    CHECK(For(sensitivity, given).regions.gap_share == 0.05);
    CHECK(For(sensitivity, given).difference.per_noise == 3);
  }
}

}  // namespace
}  // namespace loupe::comparison
