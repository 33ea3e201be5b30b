#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "matching.h"
#include "verify.h"

namespace loupe {

/** Radius around the predicted place within which a match is confirmed, in query pixels. */
constexpr double kConfirmRadiusPx = 6.0;

/** Where the reference lies in the query. */
struct Placement {
  bool found = false;
  cv::Matx33d query_from_reference = cv::Matx33d::eye();
  /** Matches that agree with the transform. */
  std::vector<GuidedMatch> confirmed;
  int tentative_count = 0;
  /** Inliers of the first estimate, before guided matching. */
  int inlier_count = 0;
};

/**
 * Looks for the placement that the most keypoints confirm. Starts from the correspondences of retrieval; when
 * these agree on no clear placement, from mutual nearest neighbors over all descriptors.
 */
Placement FindPlacement(const Features& query, const ReferenceView& reference, const KeypointGrid& grid,
                        Span<const Correspondence> tentative, const CancellationToken* cancellation);

}  // namespace loupe
