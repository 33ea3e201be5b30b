#include "core/features/strongest_keypoints.h"

#include <array>
#include <limits>

namespace loupe::features {

KeypointParts SplitByStrength(const std::vector<Keypoint>& keypoints, double share) {
  constexpr size_t kLevels = std::numeric_limits<decltype(Keypoint::level)>::max() + size_t{1};
  std::array<uint32_t, kLevels> count{}, seen{};
  for (const Keypoint& keypoint : keypoints) ++count[keypoint.level];
  KeypointParts parts;
  for (size_t i = 0; i < keypoints.size(); ++i) {
    const uint8_t level = keypoints[i].level;
    const bool is_strongest = seen[level]++ < share * count[level];
    (is_strongest ? parts.strongest : parts.others).push_back(static_cast<uint16_t>(i));
  }
  return parts;
}

}  // namespace loupe::features
