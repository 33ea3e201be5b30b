#pragma once

#include <vector>

#include "core/geometry/homography.h"
#include "core/simd/isa.h"

namespace loupe::geometry {

/**
 * Clusters of pairs that agree on roughly one pose of the reference in the query. One pair alone gives a
 * pose, since keypoints have size and orientation (one-point hypotheses as in Philbin et al., "Object
 * retrieval with large vocabularies and fast spatial matching", CVPR 2007); the tolerance leaves room for
 * perspective and bent paper. Largest cluster first; the clusters share no pair. Order within a cluster is
 * that of `pairs`.
 *
 * @param query_side  longest side of the query in pixels
 * @param isa         the clusters are the same for every one
 */
std::vector<std::vector<PointPair>> FindPoseClusters(const std::vector<PointPair>& pairs, double query_side,
                                                     size_t max_clusters, const PoseClusterOptions& options,
                                                     simd::Isa isa = simd::ActiveIsa());

}  // namespace loupe::geometry
