#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/difference.h"
#include "core/comparison/fine_comparison.h"

namespace loupe::comparison {

/** Takes boxes out of what is compared; returns their share of the reference. */
double Ignore(const std::vector<FractionBox>& boxes, CommonFrame& frame);

/** Shares of the reference that were compared or not, and how finely; the sensitivity is left to the caller.
 */
Coverage CoverageOf(const CommonFrame& frame, const DifferenceMap& map, double ignored_share,
                    const cv::Mat& reference, const cv::Mat& query);

}  // namespace loupe::comparison
