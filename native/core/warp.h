#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "homography.h"
#include "image.h"

namespace loupe {

/**
 * How paper that is not flat departs from a homography: displacements in query pixels at the nodes of a grid
 * over the reference, bilinear between them, linear extrapolation kept by a penalty on second differences (a
 * discrete thin plate, Bookstein, PAMI 1989).
 */
class PageBend {
 public:
  /** No departure anywhere. */
  PageBend() = default;

  /**
   * Fits the displacements to pairs by least squares with Cauchy weights. Nodes far from all pairs follow
   * their neighbors.
   * @param pairs     positions in working pixels
   * @param scale_px  distance at which a pair's weight has fallen to one half
   */
  void Fit(const std::vector<PointPair>& pairs, const cv::Matx33d& query_from_reference, ImageSize reference,
           double scale_px);

  bool is_flat() const { return is_flat_; }
  /** Displacement at a point of the reference, in query pixels. */
  cv::Point2d At(cv::Point2d in_reference) const;

 private:
  static constexpr int kNodes = 7;
  static constexpr int kNodeCount = kNodes * kNodes;

  struct Weights {
    std::array<int, 4> node;
    std::array<double, 4> weight;
  };
  Weights WeightsAt(cv::Point2d in_reference) const;
  static const cv::Matx<double, kNodeCount, kNodeCount>& Stiffness();

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

}  // namespace loupe
