#pragma once

#include <vector>

#include "dna.h"
#include "posting_scan.h"
#include "verify.h"

namespace loupe {

/**
 * Turns retrieval hits of one reference into correspondences with full Hamming distances: the reference
 * keypoints are found again by their packed geometry (of keypoints with one geometry, the nearest
 * descriptor).
 * @param side  longest side of the reference's working picture, as its segment stores it
 */
std::vector<Correspondence> TentativePairs(const Features& query, const ReferenceView& reference,
                                           Span<const RetrievalHit> hits, int side);

}  // namespace loupe
