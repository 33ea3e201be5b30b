#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/base/cancellation.h"
#include "core/geometry/homography.h"
#include "core/matching/matching.h"
#include "core/verification/options.h"

namespace loupe::verification {

/** The transform from reference to query, with the matches that support it. */
struct Pose {
  bool found = false;
  geometry::Warp warp;
  /** Guided matches that agree with the warp. */
  std::vector<matching::GuidedMatch> guided_inliers;
  int tentative_count = 0;
  /** Inliers of the first estimate, before guided matching. */
  int inlier_count = 0;
  /** Whether the warp follows gray values, too. */
  bool is_registered = false;
};

/** The homography with the most guided inliers, starting from the correspondences of retrieval. */
Pose PoseFromPairs(const matching::GuidedMatcher& matcher,
                   base::Span<const matching::Correspondence> tentative, const VerificationOptions& options);

/**
 * Clusters of mutual nearest neighbors, over all descriptors, that agree on roughly one similarity (a
 * Hough-style vote, see FindPoseClusters); the largest first.
 */
struct PoseClusters {
  size_t pair_count = 0;
  std::vector<std::vector<geometry::PointPair>> clusters;

  size_t largest() const { return clusters.empty() ? 0 : clusters[0].size(); }
};
PoseClusters ClusterDescriptorPairs(const matching::GuidedMatcher& matcher,
                                    const VerificationOptions& options);

/** The homography with the most guided inliers, starting from clusters: slower, finds the most. */
Pose PoseFromClusters(const matching::GuidedMatcher& matcher, const PoseClusters& found,
                      const VerificationOptions& options, const base::CancellationToken* cancellation);

/**
 * Lets a pose follow paper that is not flat: looks for matches around it, fits a smooth displacement to
 * them, and goes on from there, so that the ground with inliers spreads.
 */
Pose BendPose(const matching::GuidedMatcher& matcher, const Pose& flat, const VerificationOptions& options);

/** Lets a bent pose follow the gray values of the reference's thumbnail. */
Pose RegisterPose(const matching::GuidedMatcher& matcher, const image::GrayImage& thumbnail, Pose bent,
                  const VerificationOptions& options);

/**
 * The pose that a moved one settles into, when enough of what is around agrees: a picture that
 * repeats itself is placed one step further as well as where it is, though perspective makes that step
 * another one.
 * @param shift  in the reference's pixels
 * @return its guided inliers
 */
size_t CountSettled(const matching::GuidedMatcher& matcher, const geometry::Warp& warp, cv::Point2d shift,
                    const PoseOptions& options);

/** The homography that comes nearest to the warp of a pose. */
cv::Matx33d FlatTransform(const features::Features& query, const signature::ReferenceView& reference,
                          const Pose& pose, const VerificationOptions& options);

}  // namespace loupe::verification
