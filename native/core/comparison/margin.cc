#include "core/comparison/margin.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace loupe::comparison {
namespace {

/** Whether a box comes near the frame, or near a pixel that the query does not show. */
bool TouchesTheEnd(const cv::Rect& box, const cv::Mat& valid, int near_px) {
  const cv::Rect wide(box.x - near_px, box.y - near_px, box.width + 2 * near_px, box.height + 2 * near_px);
  const cv::Rect inside = wide & cv::Rect({0, 0}, valid.size());
  return inside != wide || cv::countNonZero(valid(inside)) != inside.area();
}

/** Whether the reference has one color under a region and right beside it. */
bool IsBlank(const cv::Mat& reference, const Region& region, double blank_levels) {
  cv::Scalar mean, deviation;
  cv::meanStdDev(reference(region.box), mean, deviation, region.mask);
  return std::max({deviation[0], deviation[1], deviation[2]}) <= blank_levels;
}

}  // namespace

std::vector<Region> WithoutSurroundings(std::vector<Region> regions, const CommonFrame& frame,
                                        const RegionOptions& options) {
  if (frame.share_frame) return regions;
  const cv::Size size = frame.reference.size();
  const int near_px = std::max(2, int(options.end_share * std::max(size.width, size.height)));
  std::vector<Region> kept;
  for (Region& region : regions) {
    if (TouchesTheEnd(region.box, frame.valid, near_px) &&
        IsBlank(frame.reference, region, options.blank_levels))
      continue;
    kept.push_back(std::move(region));
  }
  return kept;
}

}  // namespace loupe::comparison
