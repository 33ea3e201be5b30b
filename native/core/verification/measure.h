#pragma once

#include "core/verification/decide.h"
#include "core/verification/pose.h"

namespace loupe::verification {

/** Fills the cell counts, the covered surface and the share of keypoints found again. */
void MeasureCoverage(const features::Features& query, const signature::ReferenceView& reference,
                     const Pose& pose, const CoverageOptions& options, CandidateFacts* facts);

/** Fills the agreement of gray values. */
void MeasureAgreement(const features::Features& query, const signature::ReferenceView& reference,
                      const Pose& pose, const VerificationOptions& options, CandidateFacts* facts);

}  // namespace loupe::verification
