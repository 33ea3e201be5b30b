#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/difference.h"

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

struct RegionOptions {
  /** A region must reach this strength somewhere. */
  double seed = 1.5;
  /** Pixels of this strength that touch a seed belong to it. */
  double grow = 0.75;
  /** Parts closer than this share of the longer side are one region. */
  double gap_share = 0.02;
  /** A region must keep this strength somewhere when displaced edges are taken away. */
  double least_beyond_edges = 1.0;
  /** Least sum of strength. */
  double least_weight = 40;
  /** Least number of differing pixels: a mark of about 6 by 6 pixels. */
  int least_area = 32;
};

/** Regions of a difference map by hysteresis thresholding (Canny, 1986) and joining of close parts. */
std::vector<Region> FindRegions(const DifferenceMap& map, const RegionOptions& options = {});

}  // namespace loupe::comparison
