#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/base/cancellation.h"
#include "core/geometry/homography.h"
#include "core/matching/matching.h"

namespace loupe::verification {

/** Radius around the predicted place within which a match is confirmed, in query pixels. */
constexpr double kConfirmRadiusPx = 6.0;

/** Where the reference lies in the query. */
struct Placement {
  bool found = false;
  geometry::Warp warp;
  /** Matches that agree with the warp. */
  std::vector<matching::GuidedMatch> confirmed;
  int tentative_count = 0;
  /** Inliers of the first estimate, before guided matching. */
  int inlier_count = 0;
  /** Whether the warp follows gray values, too. */
  bool is_registered = false;
};

/** The flat placement that the most keypoints confirm, starting from the correspondences of retrieval. */
Placement PlaceByPairs(const matching::GuidedMatcher& matcher,
                       base::Span<const matching::Correspondence> tentative);

/** Groups of mutual nearest neighbors, over all descriptors, that roughly agree; the largest first. */
struct DescriptorGroups {
  size_t pair_count = 0;
  std::vector<std::vector<geometry::PointPair>> groups;

  size_t largest() const { return groups.empty() ? 0 : groups[0].size(); }
};
DescriptorGroups GroupDescriptors(const matching::GuidedMatcher& matcher);

/** The flat placement that the most keypoints confirm, starting from groups: slower, finds the most. */
Placement PlaceByGroups(const matching::GuidedMatcher& matcher, const DescriptorGroups& found,
                        const base::CancellationToken* cancellation);

/**
 * Lets a placement follow paper that is not flat: looks for matches around it, fits a smooth displacement to
 * them, and goes on from there, so that confirmed ground spreads.
 */
Placement BendPlacement(const matching::GuidedMatcher& matcher, const Placement& flat);

/** Lets a bent placement follow the gray values of the reference's thumbnail. */
Placement RegisterPlacement(const matching::GuidedMatcher& matcher, const image::GrayImage& thumbnail,
                            Placement bent);

/**
 * The placement that a moved one settles into, when enough of what is around confirms it: a picture that
 * repeats itself is placed one step further as well as where it is, though perspective makes that step
 * another one.
 * @param shift  in the reference's pixels
 * @return how many matches confirm it
 */
size_t CountSettled(const matching::GuidedMatcher& matcher, const geometry::Warp& warp, cv::Point2d shift);

/** The homography that comes nearest to the warp of a placement. */
cv::Matx33d FlatTransform(const features::Features& query, const signature::ReferenceView& reference,
                          const Placement& placement);

}  // namespace loupe::verification
