#pragma once

#include <opencv2/core.hpp>

#include "core/comparison/common_frame.h"
#include "core/comparison/difference.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/**
 * Adds to a map what differs in color over a whole area, however faintly: means over small tiles of the
 * reduced pictures that differ by `least_delta_e` or more (CIE 1976), all in one direction.
 */
void AddColorShifts(const CommonFrame& frame, double least_delta_e, const ColorShiftOptions& options,
                    DifferenceMap& map);

/** Mean CIE 1976 difference of two 8-bit RGB pictures of equal size over the pixels of a mask. */
double MeanDeltaE(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& mask);

/**
 * Whether both pictures show the same under a mask but for its color: an outline, within which all differs in
 * one direction.
 */
bool IsRecolored(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& mask,
                 const ColorShiftOptions& options);

}  // namespace loupe::comparison
