#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"

namespace loupe::features {

/** Numbers of keypoints, in two ascending lists. */
struct KeypointParts {
  std::vector<uint16_t> strongest;
  std::vector<uint16_t> others;
};

/**
 * The strongest keypoints of each pyramid level, spread over the picture, and all others. Extraction lists a
 * level's keypoints strongest first, in turns over the cells of a grid.
 * @param share  share of each level that is strongest, 0..1, rounded up
 */
KeypointParts SplitByStrength(const std::vector<Keypoint>& keypoints, double share);

}  // namespace loupe::features
