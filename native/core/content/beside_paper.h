#pragma once

#include <opencv2/core.hpp>

#include "core/content/blocks/block.h"
#include "core/content/options.h"

namespace loupe::content {

/**
 * Hides what lies beside the photographed paper where it was cut or folded along a whole side: a table or
 * another page there says nothing of the reference. A whole side of the reference without ink then has
 * another level in the query than the light on agreeing blocks explains. Blocks with ink are hidden where
 * they are connected to that side and have another ground, too. Other print on the same paper stays.
 *
 * @param grid  with states; both pictures in the common frame, as sharp as each other
 */
void HideBesidePaper(ContentGrid& grid, const cv::Mat& reference, const cv::Mat& query,
                     const ContentOptions& options);

}  // namespace loupe::content
