#pragma once

#include <opencv2/core.hpp>

#include "core/registration/options.h"
#include "core/registration/warping.h"

namespace loupe::registration {

/** How many query pixels one reference pixel covers at the center, along a side. */
double ScaleOf(const cv::Matx33d& query_from_reference, const cv::Size& reference_size);

/**
 * A homography between two 8-bit gray pictures of about one resolution, in pixels, refined at half and at
 * full size, with the smooth field that no plane explains. Small pictures keep the homography as it is.
 */
Warp RefineWarp(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference,
                const RegistrationOptions& options);

}  // namespace loupe::registration
