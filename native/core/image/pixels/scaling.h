#pragma once

#include <opencv2/core.hpp>

namespace loupe::image {

/**
 * Gray pictures of other sizes, byte for byte as OpenCV's `resize` makes them, but without it, so that every
 * processor and the browser's module get the same bytes. Pictures are 8-bit and have one channel.
 */

/** As INTER_LINEAR_EXACT: weights of 1/256, for pictures that become smaller. */
cv::Mat ScaleExactly(const cv::Mat& image, const cv::Size& size);

/** As INTER_LINEAR: weights of 1/2048. */
cv::Mat ScaleLinear(const cv::Mat& image, const cv::Size& size);

/** As INTER_AREA where a side grows: between two pixels only where a new one lies on both. */
cv::Mat EnlargeByArea(const cv::Mat& image, const cv::Size& size);

/** As INTER_AREA where both sides of the picture are whole multiples of the new ones. */
cv::Mat MeansOfBlocks(const cv::Mat& image, const cv::Size& size);

}  // namespace loupe::image
