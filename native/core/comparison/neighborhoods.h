#pragma once

#include <opencv2/core.hpp>

namespace loupe::comparison {

/** Least and greatest value around each pixel of an 8-bit plane. */
struct Neighborhood {
  cv::Mat low, high;
};

/** One pixel more in each direction; of a plane alone (`low` and `high` the same) the range of 3x3 pixels. */
Neighborhood Widened(const Neighborhood& inner);

/** The range shrunk towards the plane's own values: `share` of it is left, 0..1. */
Neighborhood Shrunk(const cv::Mat& plane, const Neighborhood& around, double share);

/**
 * How far a pixel of either plane lies outside the range around the same pixel of the other one, the larger
 * of both ways.
 */
cv::Mat BeyondRange(const cv::Mat& a, const Neighborhood& around_a, const cv::Mat& b,
                    const Neighborhood& around_b);

/** The lesser of both ranges: an added mark must not excuse itself by its own edges. */
cv::Mat LesserContrast(const Neighborhood& a, const Neighborhood& b);

}  // namespace loupe::comparison
