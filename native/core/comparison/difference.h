#pragma once

#include <opencv2/core.hpp>

#include "core/comparison/options.h"

namespace loupe::comparison {

/** How much two aligned and leveled pictures differ at each pixel, measured against their own noise. */
struct DifferenceMap {
  /** CV_32F: 1 is the smallest difference that noise does not explain; 0 outside the valid area and below one
   * half. */
  cv::Mat strength;
  /** Like `strength`, with all that could be an edge displaced by up to `edge_shift_px` taken away. */
  cv::Mat beyond_edges;
  /** CV_8U: the difference itself, in units of CIELAB (lightness 0..100), at most 255. */
  cv::Mat size;
};

/**
 * Compares 8-bit RGB pictures of equal size in CIELAB, lightness pixel by pixel, chroma at half resolution. A
 * pixel differs by how far it leaves the range of values in the 3x3 neighborhood of the other picture, either
 * way, which absorbs anti-aliasing and misalignment below a pixel. The noise to expect is estimated from the
 * pair itself, as a function of local contrast. Where the pictures are not `settled`, every difference may be
 * an edge displaced by more than usual.
 */
DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const cv::Mat& settled, const DifferenceOptions& options);

}  // namespace loupe::comparison
