#pragma once

#include <opencv2/core.hpp>

#include "core/simd/isa.h"

namespace loupe::image {

/**
 * Reduces an 8-bit gray picture, linearly between the four nearest pixels, in fixed point: the same bytes as
 * OpenCV's INTER_LINEAR_EXACT.
 *
 * @param isa  the result is the same for every one
 */
cv::Mat ReduceLinear(const cv::Mat& image, const cv::Size& size, simd::Isa isa);

}  // namespace loupe::image
