#pragma once

#include <cstdint>
#include <opencv2/core.hpp>

namespace loupe::image {

/** Sums of magnitudes over an 8-bit gray picture that is mirrored at its edges. */
struct Contrast {
  /** Of the differences between each pixel and its four neighbors (OpenCV's `Laplacian`, aperture 1). */
  int64_t fine = 0;
  /** Of the horizontal gradient (OpenCV's `Sobel`, aperture 3). */
  int64_t gradient = 0;
};

/** @param image  at least two pixels wide and high */
Contrast ContrastOf(const cv::Mat& image);

}  // namespace loupe::image
