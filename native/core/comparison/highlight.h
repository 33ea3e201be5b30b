#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace loupe::comparison {

/** One mark to draw, in fractions of the picture that is drawn on. */
struct Highlight {
  cv::Rect2d box;
  /** Outlines of the differing pixels. */
  std::vector<std::vector<cv::Point2f>> outlines;
  /** RGB. */
  cv::Scalar color;
  /** Short text beside the box. */
  std::string label;
};

/**
 * Draws marks on a copy of an 8-bit RGB picture: a tint on the differing pixels, a framed box around them and
 * a label, sized so that a person sees them at a glance.
 */
cv::Mat DrawHighlights(const cv::Mat& rgb, const std::vector<Highlight>& highlights);

}  // namespace loupe::comparison
