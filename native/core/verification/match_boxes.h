#pragma once

#include <array>
#include <vector>

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/matching/matching.h"
#include "core/signature/dna.h"
#include "core/verification/match.h"

namespace loupe::verification {

/**
 * Fills the boxes around the guided inliers, their areas and the point ratios. Boxes end at the border of
 * their picture.
 */
void FillBoxes(const features::Features& query, const signature::ReferenceView& reference,
               const geometry::Warp& warp, const std::vector<matching::GuidedMatch>& guided_inliers,
               LocalMatch* match);

/** Fills the matched points. */
void FillPoints(const features::Features& query, const signature::ReferenceView& reference,
                const std::vector<matching::GuidedMatch>& guided_inliers, LocalMatch* match);

/** A transform between working pixels as one between fractions of both pictures. */
std::array<double, 9> OnFractions(const cv::Matx33d& query_from_reference, image::ImageSize query,
                                  image::ImageSize reference);

/** Whether a point lies in a quadrilateral given by its corners in order. */
bool IsInside(const std::array<FractionPoint, 4>& box, float x, float y);

}  // namespace loupe::verification
