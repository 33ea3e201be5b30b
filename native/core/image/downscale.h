#pragma once

#include <opencv2/core.hpp>

#include "core/simd/isa.h"

namespace loupe::image {

/**
 * Reduces an 8-bit gray picture by Lanczos' kernel with three lobes, widened to the reduction (Duchon, 1979):
 * what is too fine for the smaller picture goes, and the finest detail that it can hold stays crisp.
 * @param size  no side larger than the picture's
 * @param isa   the result is the same for every one
 */
cv::Mat Downscale(const cv::Mat& gray, const cv::Size& size, simd::Isa isa = simd::ActiveIsa());

}  // namespace loupe::image
