#pragma once

#include <opencv2/core.hpp>

namespace loupe::comparison {

/** CIELAB lightness (D65) of an 8-bit sRGB picture, 0..255 for L* 0..100. */
cv::Mat LightnessOf(const cv::Mat& rgb);

/** CV_32FC3, L* 0..100, of an 8-bit RGB picture. */
cv::Mat LabOf(const cv::Mat& rgb);

/** CIELAB a* and b*, 128 for 0, of averages over 2x2 pixels; the last ones of odd sides are repeated. */
struct HalfChroma {
  cv::Mat a, b;
};

HalfChroma HalfChromaOf(const cv::Mat& rgb);

}  // namespace loupe::comparison
