#pragma once

#include <opencv2/core.hpp>

namespace loupe::registration {

/** The same homography with 1 as its last number. */
inline cv::Matx33d Normalized(const cv::Matx33d& m) { return m * (1.0 / m(2, 2)); }

}  // namespace loupe::registration
