#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/content/options.h"

namespace loupe::content {

/**
 * Blurs the sharper of two registered 8-bit gray pictures so that their best blocks agree best; a place where
 * they show different things has no say.
 *
 * @param inked  blocks of the reference that hold ink and are visible
 * @returns the deviation of the reference's blur in pixels, 0 where it was not blurred
 */
double EvenSharpness(cv::Mat& reference, cv::Mat& query, const std::vector<cv::Rect>& inked,
                     const ContentOptions& options);

}  // namespace loupe::content
