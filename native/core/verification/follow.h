#pragma once

#include <array>

#include "core/features/features.h"
#include "core/signature/dna.h"
#include "core/verification/options.h"

namespace loupe::verification {

/** From fractions of a reference's sides to those of a picture's, row by row. */
using PoseOnFractions = std::array<double, 9>;

/** Where the next picture of a camera shows a reference. */
struct FollowedPose {
  bool is_found = false;
  PoseOnFractions query_from_reference{};
  /** Keypoints that agree with it. */
  int inlier_count = 0;
};

/** Extracts a picture in which a page is followed: a few keypoints of few pixels suffice for one
 * reference. */
features::ExtractRequest FollowRequest();

/**
 * Looks for a reference that an earlier picture showed, around where that was. Nothing else is looked for,
 * and nothing is decided again: a page that looks like the one before is taken for it, until a search says
 * otherwise.
 * @param query   by FollowRequest()
 * @param before  where the earlier picture showed it
 */
FollowedPose FollowPose(const features::Features& query, const signature::ReferenceView& reference,
                        const PoseOnFractions& before, const VerificationOptions& options);

}  // namespace loupe::verification
