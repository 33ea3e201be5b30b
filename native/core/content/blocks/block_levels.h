#pragma once

#include <opencv2/core.hpp>

namespace loupe::content {

/** Nearly the brightest and the darkest level of a block: one of both is that of its paper. */
double BrightOf(const cv::Mat& gray, const cv::Rect& place);
double DarkOf(const cv::Mat& gray, const cv::Rect& place);

/** Of both, the level that is nearer to what is expected of paper. */
double NearestGround(const cv::Mat& gray, const cv::Rect& place, double expected);

/** Sums over `side` by `side` cells around each. */
cv::Mat SumAround(const cv::Mat& values, int side);

}  // namespace loupe::content
