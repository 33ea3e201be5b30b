#pragma once

#include <opencv2/core.hpp>

#include "core/comparison/options.h"

namespace loupe::comparison {

/**
 * Brings the light and color of `warped` to those of `reference`: 8-bit RGB pictures of equal size (a fourth
 * channel of `warped` is left out), `valid` 255 where the query is known. The model (a gain and an offset
 * that vary as low polynomials over the picture, a tone curve and crosstalk between channels) is fitted by
 * iteratively reweighted least squares, so that marks that really changed do not pull it. It has too few
 * degrees of freedom to hide a change of color.
 */
cv::Mat LevelLight(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid,
                   const LevelingOptions& options);

/**
 * Blurs the sharper of two aligned 8-bit luma pictures until both are equally sharp. The strength is the
 * Gaussian, out of a short list, that leaves the smallest typical difference on the most detailed tiles.
 */
void MatchSharpness(cv::Mat& reference, cv::Mat& warped, const cv::Mat& valid,
                    const SharpnessOptions& options);

}  // namespace loupe::comparison
