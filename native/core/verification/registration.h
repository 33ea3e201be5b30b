#pragma once

#include <vector>

#include "core/features/features.h"
#include "core/geometry/homography.h"
#include "core/geometry/warp.h"
#include "core/signature/dna.h"
#include "core/verification/options.h"

namespace loupe::verification {

/**
 * Lets the bend of a warp follow the gray values: the locally normalized query is registered with the
 * reference's thumbnail by Gauss-Newton steps (Lucas and Kanade, IJCAI 1981; gradients of both pictures as in
 * Malis, ICRA 2004), against the stiffness of the sheet and beside pairs of keypoints.
 * @param thumbnail  the reference's, decoded; nothing happens when it is empty
 * @param warp       with a bend over the reference
 */
void RegisterThumbnail(const features::Features& query, const signature::ReferenceView& reference,
                       const image::GrayImage& thumbnail, const std::vector<geometry::PointPair>& pairs,
                       const RegistrationOptions& options, const geometry::BendOptions& bend,
                       geometry::Warp* warp);

}  // namespace loupe::verification
