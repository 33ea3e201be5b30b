#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "core/geometry/homography.h"
#include "core/image/image.h"

namespace loupe::geometry {

/**
 * How paper that is not flat departs from a homography: displacements in query pixels at the nodes of a grid
 * over the reference, bilinear between them.
 */
class PageBend {
 public:
  static constexpr int kNodes = 13;
  static constexpr int kNodeCount = kNodes * kNodes;

  /** The four nodes around a place and what each counts there. */
  struct Weights {
    std::array<int, 4> node;
    std::array<double, 4> weight;
  };

  /** No departure anywhere. */
  PageBend() = default;
  /** No departure yet. */
  explicit PageBend(image::ImageSize reference);

  bool is_flat() const { return is_flat_; }
  /** Displacement at a point of the reference, in query pixels. */
  cv::Point2d At(cv::Point2d in_reference) const { return At(WeightsAt(in_reference)); }
  cv::Point2d At(const Weights& weights) const;
  Weights WeightsAt(cv::Point2d in_reference) const;

  const cv::Point2d& node(int i) const { return nodes_[static_cast<size_t>(i)]; }
  void SetNodes(const std::array<cv::Point2d, kNodeCount>& nodes);

 private:
  bool is_flat_ = true;
  double width_ = 1.0, height_ = 1.0;
  std::array<cv::Point2d, kNodeCount> nodes_{};
};

/** Where keypoints of the reference are expected in the query. */
struct Warp {
  cv::Matx33d query_from_reference = cv::Matx33d::eye();
  PageBend bend;

  cv::Point2d Place(cv::Point2d in_reference) const {
    const cv::Point2d flat = Project(query_from_reference, in_reference);
    return bend.is_flat() ? flat : flat + bend.At(in_reference);
  }
};

}  // namespace loupe::geometry
