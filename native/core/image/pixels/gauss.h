#pragma once

#include <opencv2/core.hpp>

namespace loupe::image {

/**
 * An 8-bit gray picture smoothed by 7 by 7 pixels with a deviation of 2, mirrored at its edges, for every
 * processor; byte for byte as OpenCV's `GaussianBlur` does it, in fixed point.
 */
cv::Mat SmoothPlain(const cv::Mat& image);

}  // namespace loupe::image
