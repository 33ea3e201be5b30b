#pragma once

#include <cstdint>
#include <opencv2/core.hpp>

#include "core/image/image.h"

namespace loupe::test {

/** The pixels of `image`, which must outlive the view. */
image::RasterView ViewOf(const cv::Mat& image);

/** A page of text-like marks and a few colored boxes, 8-bit RGB. */
cv::Mat Page(uint64_t seed, int width = 720, int height = 560);

/** With Gaussian noise of this standard deviation, in levels. */
cv::Mat Noisy(const cv::Mat& image, double deviation, uint64_t seed);

/** The page on a curved sheet, seen from the side under uneven light. */
cv::Mat Photographed(const cv::Mat& page, double bend_px);

}  // namespace loupe::test
