#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/features/corners.h"
#include "core/simd/isa.h"

namespace loupe::features {

/**
 * FAST corners (9 of 16 pixels of the circle; Rosten and Drummond, ECCV 2006) that no neighbor equals or
 * exceeds, ordered by rows. Score and choice are those of OpenCV: the greatest threshold at which the pixel
 * still is a corner.
 *
 * @param inner  where corners are looked for; the circles around its pixels must lie inside the level
 * @param isa    the result is the same for every one
 */
std::vector<Corner> FindFastCorners(const cv::Mat& level, const cv::Rect& inner, int threshold,
                                    simd::Isa isa);

}  // namespace loupe::features
