#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace loupe::comparison {

/** Neighboring set pixels of one row. */
struct Run {
  int y;
  int from;
  /** One past the last. */
  int to;
};

/** A sparse mask: runs in order of their rows, from left to right, that neither overlap nor touch. */
struct RunMask {
  cv::Size size;
  std::vector<Run> runs;
  /** Index of each row's first run; one entry more than rows. */
  std::vector<int> first_of_row;
};

/** Pixels of a CV_8U plane that are at least `least`, which is above 0. */
RunMask RunsAbove(const cv::Mat& plane, int least);

/** The runs for which `is_kept` is not 0. */
RunMask Kept(const RunMask& mask, const std::vector<char>& is_kept);

/** The mask dilated by a disk of this odd diameter, as OpenCV draws it. */
RunMask Dilated(const RunMask& mask, int diameter);

/** Number of the 8-connected component of each run; components are numbered in the order of their first runs.
 */
std::vector<int> ComponentOfRuns(const RunMask& mask);

}  // namespace loupe::comparison
