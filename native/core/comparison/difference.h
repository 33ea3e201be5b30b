#pragma once

#include <opencv2/core.hpp>

#include "core/base/cancellation.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/** How much two aligned and leveled pictures differ at each pixel, measured against their own noise. */
struct DifferenceMap {
  /** `strength` of the smallest difference that noise does not explain. */
  static constexpr int kUnit = 16;

  /** CV_8U, in 1 / kUnit: what no small displacement of an edge explains; 0 outside the valid area. */
  cv::Mat strength;
  /** CV_8U: the difference itself, in units of CIELAB (lightness 0..100), at most 255. */
  cv::Mat size;
  /** Share of the places with detail at which the query is too blurred to compare fine print, 0..1. */
  double blurred_share = 0;
};

/**
 * Compares 8-bit RGB pictures of equal size in CIELAB, lightness pixel by pixel, chroma at half resolution. A
 * pixel differs by how far it leaves a part of the range of values in the 3x3 neighborhood of the other
 * picture, either way, which absorbs anti-aliasing and misalignment below a pixel. The noise to expect is
 * estimated from the pair itself, as a function of local contrast. What is left is looked at with each small
 * surroundings displaced as explains it best (see ExplainByShifts). Works in bands of rows that overlap;
 * results do not depend on where bands end.
 * @param lie_closely whether the pictures lie upon each other to a fraction of a pixel, so that marks of a
 * few pixels count (see SmallMarks)
 * @throws Error kAborted when cancelled.
 */
DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const DifferenceOptions& options, const cv::Mat& close,
                                const base::CancellationToken* cancellation);

}  // namespace loupe::comparison
