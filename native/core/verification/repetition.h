#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/signature/dna.h"
#include "core/verification/options.h"

namespace loupe::verification {

/**
 * The displacements, in the reference's pixels, by which most of its keypoints find their like in the picture
 * itself: the steps of a chessboard, from staff to staff, from line to line of a table. Both directions of
 * each; none when the picture repeats nothing.
 */
std::vector<cv::Point2d> RepeatedShifts(const signature::ReferenceView& reference,
                                        const RepetitionOptions& options);

}  // namespace loupe::verification
