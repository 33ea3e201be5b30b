#include "core/geometry/warp.h"

#include <algorithm>

namespace loupe::geometry {

PageBend::PageBend(image::ImageSize reference)
    : width_(std::max(1, reference.width)), height_(std::max(1, reference.height)) {}

PageBend::Weights PageBend::WeightsAt(cv::Point2d p) const {
  const double x = std::clamp(p.x / width_, 0.0, 1.0) * (kNodes - 1);
  const double y = std::clamp(p.y / height_, 0.0, 1.0) * (kNodes - 1);
  const int column = std::min(static_cast<int>(x), kNodes - 2),
            row = std::min(static_cast<int>(y), kNodes - 2);
  const double fx = x - column, fy = y - row;
  const int first = row * kNodes + column;
  return {{first, first + 1, first + kNodes, first + kNodes + 1},
          {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy}};
}

cv::Point2d PageBend::At(const Weights& at) const {
  cv::Point2d sum(0, 0);
  for (size_t i = 0; i < 4; ++i) sum += at.weight[i] * nodes_[static_cast<size_t>(at.node[i])];
  return sum;
}

void PageBend::SetNodes(const std::array<cv::Point2d, kNodeCount>& nodes) {
  nodes_ = nodes;
  is_flat_ = false;
}

}  // namespace loupe::geometry
