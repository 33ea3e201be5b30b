#pragma once

#include <vector>

#include "dna.h"
#include "features.h"
#include "homography.h"
#include "warp.h"

namespace loupe {

/**
 * Lets the bend of a warp follow the gray values: the locally normalized query is registered with the
 * reference's thumbnail by Gauss-Newton steps (Lucas and Kanade, IJCAI 1981; gradients of both pictures as in
 * Malis, ICRA 2004), against the stiffness of the sheet and beside pairs of keypoints.
 * @param thumbnail  the reference's, decoded; nothing happens when it is empty
 * @param warp       with a bend over the reference
 */
void RegisterThumbnail(const Features& query, const ReferenceView& reference, const GrayImage& thumbnail,
                       const std::vector<PointPair>& pairs, Warp* warp);

}  // namespace loupe
