#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/content/options.h"

namespace loupe::content {

/**
 * How much the levels of two registered 8-bit gray pictures differ in the block where they differ most, as a
 * multiple of what the block holds: 0 for the same, about 1 for other ink or none. The contrast and
 * brightness of the whole picture are evened out first, and a block is looked for around its place.
 *
 * @param blocks  those that both pictures show
 */
double WorstDifference(const cv::Mat& reference, const cv::Mat& query, const std::vector<cv::Rect>& blocks,
                       const ContentOptions& options);

}  // namespace loupe::content
