#pragma once

#include <opencv2/core.hpp>

#include "core/comparison/options.h"

namespace loupe::comparison {

/**
 * How much sharper one of two aligned pictures is than the other, all over them. A level is a place in a list
 * of Gaussians, 0 for none: above 0 the query is blurred by it, below 0 the reference.
 */
struct Sharpness {
  /** CV_32F, one level for each cell of an even grid over the frame; empty for 0 everywhere. */
  cv::Mat levels;
  cv::Size frame;

  /** Share of the cells in which the query is blurred so strongly that little print is left of it, 0..1. */
  double blurred_share = 0;
};

/**
 * The blur, out of a short list, of the sharper of two aligned 8-bit RGB pictures that leaves the smallest
 * typical difference in lightness on the most detailed tiles of each cell.
 */
Sharpness FindSharpness(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                        const SharpnessOptions& options);

/** Blurs 8-bit planes of rows of both, from row `first_row` of the frame on. */
void MatchSharpness(const Sharpness& sharpness, int first_row, cv::Mat& reference, cv::Mat& query);

}  // namespace loupe::comparison
