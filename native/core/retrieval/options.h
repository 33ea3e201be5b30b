#pragma once

#include "core/base/options.h"

namespace loupe::retrieval {

/** Fast spatial matching (Philbin et al., CVPR 2007): when a hit agrees with a proposed similarity. */
struct SpatialOptions {
  /** Disagreement allowed near the proposing hit, in query pixels, and how it grows with the distance from
   * it. */
  float base_tolerance_px = 10.0f;
  float relative_tolerance = 0.25f;
  /** Allowed difference of rotation, in 1/256 turn (28 degrees), and of scale, in pyramid levels. */
  int turn_tolerance = 20;
  int level_tolerance = 3;

  LOUPE_OPTIONS(base_tolerance_px, relative_tolerance, turn_tolerance, level_tolerance)
};

/** Which references become candidates: by the weight of their votes, then by spatial agreement. */
struct CandidateOptions {
  /** References with most votes that are matched spatially. Recall among look-alikes and the spatial time
   * grow with it. */
  int max_spatial = 1000;
  /** Hits that propose a similarity for each of them, and for the best after that. */
  int coarse_proposals = 16;
  int fine_proposals = 64;
  int max_fine = 64;
  /** Of a ranking, so many of the best can be further works in the picture. */
  int max_further = 256;

  LOUPE_OPTIONS(max_spatial, coarse_proposals, fine_proposals, max_fine, max_further)
};

struct RetrievalOptions {
  SpatialOptions spatial;
  CandidateOptions candidates;

  LOUPE_OPTIONS(spatial, candidates)
};

}  // namespace loupe::retrieval
