#include "core/features/strongest_keypoints.h"

#include "third_party/doctest/doctest.h"

namespace loupe::features {
namespace {

Keypoint AtLevel(uint8_t level) {
  Keypoint keypoint;
  keypoint.level = level;
  return keypoint;
}

TEST_CASE("the first keypoints of each level are the strongest, a share of each") {
  std::vector<Keypoint> keypoints(5, AtLevel(0));
  keypoints.insert(keypoints.end(), 2, AtLevel(1));
  keypoints.push_back(AtLevel(255));
  const KeypointParts parts = SplitByStrength(keypoints, 0.4);
  CHECK(parts.strongest == std::vector<uint16_t>{0, 1, 5, 7});
  CHECK(parts.others == std::vector<uint16_t>{2, 3, 4, 6});
}

TEST_CASE("all keypoints, or none, can be the strongest") {
  const std::vector<Keypoint> keypoints = {AtLevel(0), AtLevel(3)};
  CHECK(SplitByStrength(keypoints, 1.0).others.empty());
  CHECK(SplitByStrength(keypoints, 0.0).strongest.empty());
  CHECK(SplitByStrength({}, 0.5).strongest.empty());
}

}  // namespace
}  // namespace loupe::features
