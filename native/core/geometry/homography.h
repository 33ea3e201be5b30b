#pragma once

#include <algorithm>
#include <opencv2/core.hpp>
#include <vector>

#include "core/geometry/options.h"
#include "core/image/image.h"

namespace loupe::geometry {

/** A pair of positions in working pixels. */
struct PointPair {
  cv::Point2f in_query;
  cv::Point2f in_reference;
  /** 0 (certain) to 1; smaller pairs are sampled first. */
  float doubt = 0.0f;
  /** Pyramid level and orientation (radians) of the query keypoint minus those of the reference keypoint. */
  float level_change = 0.0f;
  float angle_change = 0.0f;
};

/** Coordinate of points at and behind the horizon. */
constexpr double kFar = 1e6;

/** Where the transform sends a point; a point on the horizon goes far away, never to NaN. */
inline cv::Point2d Project(const cv::Matx33d& h, cv::Point2d p) {
  const double w = h(2, 0) * p.x + h(2, 1) * p.y + h(2, 2);
  // Behind the camera counts as far away, too.
  if (!(w > 1e-9)) return {kFar, kFar};
  const double x = h(0, 0) * p.x + h(0, 1) * p.y + h(0, 2);
  const double y = h(1, 0) * p.x + h(1, 1) * p.y + h(1, 2);
  return {std::clamp(x / w, -kFar, kFar), std::clamp(y / w, -kFar, kFar)};
}

/** The four corners (clockwise from the top left) of a picture of this size, projected. */
std::vector<cv::Point2d> ProjectCorners(const cv::Matx33d& query_from_reference, image::ImageSize reference);

struct HomographyEstimate {
  bool found = false;
  cv::Matx33d query_from_reference = cv::Matx33d::eye();
  /** Indices into the given pairs. */
  std::vector<int> inliers;
};

/**
 * Robust homography: samples of four pairs, half of them progressive (PROSAC: Chum and Matas, CVPR 2005), the
 * least truncated error wins (MSAC: Torr and Zisserman, CVIU 2000), improved on the way by least squares
 * (Chum et al., "Locally optimized RANSAC", 2003). Fixed seed. Sorts nothing: give pairs with the least
 * doubtful first.
 *
 * @param inlier_px  greatest distance in query pixels of an inlier
 */
HomographyEstimate EstimateHomography(const std::vector<PointPair>& pairs, double inlier_px,
                                      const RobustHomographyOptions& options);

/**
 * Least-squares homography with Cauchy weights, started from `initial`; returns `initial` when the pairs do
 * not determine one.
 *
 * @param scale_px  distance in query pixels at which a pair's weight has fallen to one half
 */
cv::Matx33d RefineHomography(const std::vector<PointPair>& pairs, const cv::Matx33d& initial,
                             double scale_px);

/** Whether a flat print can look like this in a photo: convex, not mirrored, not extremely slanted or small.
 */
bool IsPlausibleView(const cv::Matx33d& query_from_reference, image::ImageSize reference,
                     const PlausibleViewOptions& options);

}  // namespace loupe::geometry
