#pragma once

#include <array>
#include <vector>

#include "dna.h"
#include "features.h"
#include "match.h"
#include "matching.h"
#include "warp.h"

namespace loupe {

/**
 * Fills the boxes around the confirmed points, their areas and the point ratios. Boxes end at the border of
 * their picture.
 */
void FillBoxes(const Features& query, const ReferenceView& reference, const Warp& warp,
               const std::vector<GuidedMatch>& confirmed, LocalMatch* match);

/** Fills the matched points. */
void FillPoints(const Features& query, const ReferenceView& reference,
                const std::vector<GuidedMatch>& confirmed, LocalMatch* match);

/** A transform between working pixels as one between fractions of both pictures. */
std::array<double, 9> OnFractions(const cv::Matx33d& query_from_reference, ImageSize query,
                                  ImageSize reference);

/** Whether a point lies in a quadrilateral given by its corners in order. */
bool IsInside(const std::array<FractionPoint, 4>& box, float x, float y);

}  // namespace loupe
