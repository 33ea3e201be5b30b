#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace loupe::registration {

/**
 * Rotations, scalings and shifts that may bring two gray pictures together, by phase correlation of the
 * log-polar magnitude spectra (Reddy and Chatterji, 1996). Needs no features, so it also works on repetitive
 * line art. Both pictures must be at most 256 pixels long. Transforms give pixels of the query from pixels of
 * the reference; the two half turns that the spectrum cannot tell apart are both returned.
 */
std::vector<cv::Matx33d> SimilaritiesBySpectrum(const cv::Mat& reference, const cv::Mat& query);

}  // namespace loupe::registration
