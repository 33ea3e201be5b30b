#pragma once

#include "core/base/cancellation.h"
#include "core/features/features.h"

namespace loupe::features {

/** Along which axis a picture is squashed; the other one is stretched. */
enum class SlantAxis { kX, kY };
/** In the order in which they are looked at. */
constexpr SlantAxis kSlantAxes[] = {SlantAxis::kX, SlantAxis::kY};

/**
 * A look at a picture as if from another side, so that what was photographed at a slant is seen nearly from
 * the front: descriptors bear a tilt of some 1.7 between two pictures, and simulated views bridge more
 * (Morel and Yu, "ASIFT: A New Framework for Fully Affine Invariant Image Comparison", SIAM Journal on
 * Imaging Sciences, 2009). Fractions of width and height mean the same in it as in the picture.
 *
 * @param closer  features of a closer look with its pixels (ExtractRequest::keep_pixels): halves of its
 * working picture are what is looked at, so that a picture and its DNA are seen alike
 * @returns no keypoints where there are no pixels
 * @throws Error kInvalidArgument for options out of range, kAborted when cancelled
 */
Features SlantedLook(const Features& closer, SlantAxis axis, const SlantedLookOptions& options,
                     const base::CancellationToken* cancellation);

}  // namespace loupe::features
