#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "cancellation.h"
#include "homography.h"
#include "matching.h"

namespace loupe {

/** Radius around the predicted place within which a match is confirmed, in query pixels. */
constexpr double kConfirmRadiusPx = 6.0;

/** Where the reference lies in the query. */
struct Placement {
  bool found = false;
  Warp warp;
  /** Matches that agree with the warp. */
  std::vector<GuidedMatch> confirmed;
  int tentative_count = 0;
  /** Inliers of the first estimate, before guided matching. */
  int inlier_count = 0;
  /** Whether the warp follows gray values, too. */
  bool is_registered = false;
};

/** The flat placement that the most keypoints confirm, starting from the correspondences of retrieval. */
Placement PlaceByPairs(const GuidedMatcher& matcher, Span<const Correspondence> tentative);

/** Groups of mutual nearest neighbors, over all descriptors, that roughly agree; the largest first. */
struct DescriptorGroups {
  size_t pair_count = 0;
  std::vector<std::vector<PointPair>> groups;

  size_t largest() const { return groups.empty() ? 0 : groups[0].size(); }
};
DescriptorGroups GroupDescriptors(const GuidedMatcher& matcher);

/** The flat placement that the most keypoints confirm, starting from groups: slower, finds the most. */
Placement PlaceByGroups(const GuidedMatcher& matcher, const DescriptorGroups& found,
                        const CancellationToken* cancellation);

/**
 * Lets a placement follow paper that is not flat: looks for matches around it, fits a smooth displacement to
 * them, and goes on from there, so that confirmed ground spreads.
 */
Placement BendPlacement(const GuidedMatcher& matcher, const Placement& flat);

/** Lets a bent placement follow the gray values of the reference's thumbnail. */
Placement RegisterPlacement(const GuidedMatcher& matcher, const GrayImage& thumbnail, Placement bent);

/**
 * The placement that a moved one settles into, when enough of what is around confirms it: a picture that
 * repeats itself is placed one step further as well as where it is, though perspective makes that step
 * another one.
 * @param shift  in the reference's pixels
 * @return how many matches confirm it
 */
size_t CountSettled(const GuidedMatcher& matcher, const Warp& warp, cv::Point2d shift);

/** The homography that comes nearest to the warp of a placement. */
cv::Matx33d FlatTransform(const Features& query, const ReferenceView& reference, const Placement& placement);

}  // namespace loupe
