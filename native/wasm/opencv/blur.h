#pragma once

#include <opencv2/core.hpp>

namespace loupe::wasm {

/**
 * An 8-bit gray picture blurred by a deviation, mirrored at its edges: byte for byte as OpenCV's
 * `GaussianBlur` does it, in fixed point.
 *
 * @param sigma  one of those that content evens sharpness with; others throw
 */
cv::Mat BlurredBytes(const cv::Mat& gray, double sigma);

/** Numbers of several channels (CV_32F) blurred by a deviation, with nothing around them: as OpenCV but for
 * the last digits. */
cv::Mat BlurredNumbers(const cv::Mat& numbers, double sigma);

}  // namespace loupe::wasm
