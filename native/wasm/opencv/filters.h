#pragma once

#include <opencv2/core.hpp>

namespace loupe::wasm {

/** Slopes of an 8-bit gray picture along x or y by 3 by 3 pixels, its edges repeated (CV_16S): as OpenCV's
 * `Sobel`. */
cv::Mat SlopesAlong(const cv::Mat& gray, bool is_along_x);

/** Sums of `side` by `side` numbers (CV_64F) around each, with nothing around them. */
cv::Mat SumsAround(const cv::Mat& numbers, int side);

/** Each byte the greatest of the nine around it. */
cv::Mat Spread(const cv::Mat& mask);

/** A picture of bytes with more rows and columns at its sides, its edges repeated. */
void PutWithin(const cv::Mat& gray, int top, int left, cv::Mat* wider);

/**
 * Numbers the regions of a mask whose cells touch each other, also by corners; 0 is what is not in the mask.
 *
 * @param labels  CV_32S, of the mask's size
 * @returns how many there are with 0
 */
int NumberRegions(const cv::Mat& mask, cv::Mat* labels);

}  // namespace loupe::wasm
