#pragma once

#include <cstdint>

#include "dna.h"
#include "features.h"
#include "match.h"
#include "span.h"

namespace loupe {

/** A guess that two keypoints show the same spot. */
struct Correspondence {
  uint16_t query_index = 0;
  uint16_t reference_index = 0;
  /** Hamming distance, 0..256: smaller ones are tried first. */
  uint16_t distance = 0;
};

struct VerifyOptions {
  /** Strictness of the decision, 0..1; 0.5 is the shipped threshold, larger is stricter. */
  float threshold = 0.5f;
  /** Fill LocalMatch::points_in_query and points_in_reference. */
  bool with_points = false;
  /** Look again, with all descriptors and for bent paper, at a candidate that the first look leaves open. */
  bool look_closer = true;
  const CancellationToken* cancellation = nullptr;
};

/**
 * Decides whether the query shows the reference, and where.
 *
 * `tentative` are correspondences from retrieval; when empty, mutual nearest neighbors over all descriptors
 * are used (slower, finds the most). The query's pixels (Features::halves) sharpen the decision when present;
 * else its thumbnail serves. Deterministic: same arguments, same answer on every thread.
 *
 * Homography by USAC with PROSAC sampling and MAGSAC scoring (Raguram et al., PAMI 2013; Barath et al., CVPR
 * 2020), guided matching, comparison with shifted transforms, and correlation of the rectified thumbnail.
 * Never throws for odd features: no answer is kDifferent.
 */
LocalMatch VerifyMatch(const Features& query, const ReferenceView& reference,
                       Span<const Correspondence> tentative, const VerifyOptions& options);

/**
 * Turns a match found with MirrorFeatures(query) into coordinates of the unmirrored query and marks it
 * mirrored.
 */
void UnmirrorQuery(LocalMatch* match);

}  // namespace loupe
