#pragma once

#include <opencv2/core.hpp>

namespace loupe::registration {

/** Two pictures, and pixels of the query from pixels of the reference. */
struct PicturePair {
  cv::Mat reference, query;
  cv::Matx33d query_from_reference;
};

/** Pixels of a resized picture from pixels of the original; centers lie at half-integers. */
cv::Matx33d RescalingBetween(const cv::Size& from, const cv::Size& to);

/** Fractions of a picture from its pixels. */
cv::Matx33d FractionsFromPixels(const cv::Size& size);

/** Where a homography takes a point. */
cv::Point2d Project(const cv::Matx33d& h, double x, double y);

/** How many query pixels one reference pixel covers at the center, along a side. */
double ScaleOf(const cv::Matx33d& query_from_reference, const cv::Size& reference_size);

/**
 * Reduces the picture that is finer by more than the factor `finer`, so that resampling neither invents nor
 * skips detail.
 */
void ToCommonResolution(double finer, PicturePair& pair);

}  // namespace loupe::registration
