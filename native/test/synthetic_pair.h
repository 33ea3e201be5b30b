#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/features/features.h"
#include "core/matching/correspondence.h"
#include "core/signature/dna.h"

namespace loupe::test {

/** A reference and a query with known keypoints: some show the same spot, the others show nothing in
 * common. */
struct SyntheticPair {
  features::Features query, reference;
  cv::Matx33d query_from_reference;
  /** The true pairs first, then as many wrong ones as there are outliers. */
  std::vector<matching::Correspondence> correspondences;

  signature::ReferenceView view() const { return signature::ViewOf(reference); }
};

/**
 * Keypoints on a jittered grid, no two within 12 pixels, so that none is taken for another. The first
 * `inliers` of each side belong together under a similarity with a little perspective; the others have
 * descriptors of their own.
 * @param noise_px  greatest displacement of a query keypoint from its true position, along each axis
 */
SyntheticPair SynthesizePair(size_t inliers, size_t outliers, uint64_t seed, double noise_px = 0.0);

}  // namespace loupe::test
