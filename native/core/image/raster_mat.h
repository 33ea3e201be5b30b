#pragma once

#include <opencv2/core.hpp>

#include "core/image/image.h"

namespace loupe::image {

/**
 * The raster as an 8-bit RGB matrix; borrows the pixels when they are RGB already.
 * @throws Error kInvalidImage for an empty, oversized or inconsistent raster
 */
cv::Mat RgbMat(const RasterView& raster);

/** The same, averaged down to a longest side of `side_px`; smaller pictures stay as they are. */
cv::Mat ReducedRgb(const RasterView& raster, int side_px);

/** Gray levels of an 8-bit RGB matrix (weights of BT.601). */
cv::Mat GrayOf(const cv::Mat& rgb);

}  // namespace loupe::image
