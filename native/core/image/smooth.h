#pragma once

#include <opencv2/core.hpp>

#include "core/simd/isa.h"

namespace loupe::image {

/**
 * Smooths an 8-bit picture with a Gaussian of deviation 2 over 7 by 7 pixels, mirrored at its border, in
 * fixed point: the same bytes as OpenCV's GaussianBlur.
 *
 * @param isa  the result is the same for every one
 */
cv::Mat Smooth(const cv::Mat& image, simd::Isa isa);

}  // namespace loupe::image
