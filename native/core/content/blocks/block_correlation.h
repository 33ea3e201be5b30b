#pragma once

#include <opencv2/core.hpp>

#include "core/content/blocks/block.h"
#include "core/content/options.h"

namespace loupe::content {

/**
 * Slopes of an 8-bit gray picture along x and y, eight times a level a pixel. Of a line of text they hold
 * what distinguishes its letters; that it is a line, which all text shares, is in the slopes along y alone.
 */
struct Slopes {
  cv::Mat along[2];
};

Slopes SlopesOf(const cv::Mat& gray);

/** Standard deviation of a block's levels. */
double InkOf(const cv::Mat& gray, const cv::Rect& block);

/** Normalized correlation of two blocks at their places, -1..1: the lower of both axes that hold ink; 1 where
 * none does. */
double CorrelationAt(const Slopes& reference, const cv::Rect& block, const Slopes& query,
                     const cv::Point& corner, const ContentOptions& options);

/** The best correlation of a block within `reach_px` of a shift. */
BlockMatch BestMatch(const Slopes& reference, const cv::Rect& block, const Slopes& query,
                     const cv::Point& around, const ContentOptions& options);

}  // namespace loupe::content
