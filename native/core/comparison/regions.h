#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/difference.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/** One connected difference, in pixels of the reference. */
struct Region {
  cv::Rect box;
  /** 255 on differing pixels, of the size of `box`. */
  cv::Mat mask;
  /** Differing pixels. */
  int area = 0;
  /** Sum of strength over the differing pixels. */
  double weight = 0;
  /** Greatest strength. */
  double peak = 0;
  /** Mean difference in CIELAB units over the differing pixels. */
  double mean_difference = 0;
};

/**
 * Regions of a difference map by hysteresis thresholding (Canny, 1986) and joining of close parts. A region
 * must be strong somewhere where `settled`, of any size over the same frame, is not 0.
 */
std::vector<Region> FindRegions(const DifferenceMap& map, const cv::Mat& settled,
                                const RegionOptions& options);

}  // namespace loupe::comparison
