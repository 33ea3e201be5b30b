#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "core/comparison/evidence.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/**
 * Strength of the differences in lightness of a band (CV_32F, of its own rows without those around). Where
 * something differs, each small cell is displaced with its surroundings by whole and half pixels, and what is
 * left under the displacement that explains most counts: an edge that lies a little aside vanishes, another
 * letter does not. `size` receives the difference that is left, in levels.
 */
cv::Mat ExplainByShifts(const BandEvidence& evidence, const std::array<float, 256>& inverse_expectations,
                        const DifferenceOptions& options, cv::Mat& size);

}  // namespace loupe::comparison
