#pragma once

#include "core/verification/decide.h"
#include "core/verification/pose.h"

namespace loupe::verification {

/** Fills the cell counts, the covered surface and the share of keypoints found again. */
void MeasureCoverage(const features::Features& query, const signature::ReferenceView& reference,
                     const Pose& pose, const CoverageOptions& options, CandidateFacts* facts);

/**
 * Fills the share of the points found again without a rival: no keypoint of the query elsewhere resembles the
 * reference's as much as the one that the pose pairs with it. Between one "e" and another the pose chooses,
 * not the picture; where the pose is right, most pairs are also the nearest of all (compare the second
 * nearest neighbor of Lowe, IJCV 2004).
 */
void MeasureRivals(const features::Features& query, const signature::ReferenceView& reference,
                   const Pose& pose, const CoverageOptions& options, CandidateFacts* facts);

/** Fills the agreement of gray values. */
void MeasureAgreement(const features::Features& query, const signature::ReferenceView& reference,
                      const Pose& pose, const VerificationOptions& options, CandidateFacts* facts);

}  // namespace loupe::verification
