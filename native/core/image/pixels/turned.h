#pragma once

#include <opencv2/core.hpp>

namespace loupe::image {

/** An 8-bit gray picture whose rows are the columns of another one. */
cv::Mat Transposed(const cv::Mat& image);

}  // namespace loupe::image
