#pragma once

#include <opencv2/core.hpp>

#include "core/simd/isa.h"

namespace loupe::image {

/**
 * Reduces an 8-bit gray picture by the mean of the area that each pixel covers: the same bytes as OpenCV's
 * INTER_AREA.
 *
 * @param isa  the result is the same for every one
 */
cv::Mat ReduceByArea(const cv::Mat& image, const cv::Size& size, simd::Isa isa);

}  // namespace loupe::image
