#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/fine_comparison.h"
#include "core/comparison/kinds.h"

namespace loupe::comparison {

/**
 * Draws the differences of `comparison` on both pictures, at most 4096 pixels long.
 * @param changes what each difference was made of, in the same order
 */
void Draw(const std::vector<Change>& changes, const CommonFrame& pair, const cv::Mat& reference,
          const cv::Mat& query, FineComparison& comparison);

}  // namespace loupe::comparison
