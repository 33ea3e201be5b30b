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
  int max_spatial = 300;
  /** Hits that propose a similarity for each of them, and for the best after that. */
  int coarse_proposals = 16;
  int fine_proposals = 64;
  int max_fine = 64;
  /** The number of a ranking's best that can be further works in the picture. */
  int max_further = 256;

  LOUPE_OPTIONS(max_spatial, coarse_proposals, fine_proposals, max_fine, max_further)
};

/** When a keypoint of a reference lies where the pose of others like it puts it (see PlacedVotes). */
struct PlacedVoteOptions {
  /** Allowed distance, as a share of the reference's longest side, which a homography that was verified
   * leaves. */
  float radius = 0.016f;
  /** Allowed difference of rotation, in 1/256 turn (28 degrees), and of pyramid levels. */
  int turn_tolerance = 20;
  int level_tolerance = 2;

  LOUPE_OPTIONS(radius, turn_tolerance, level_tolerance)
};

/** When a query shows what a crowd of references have in common (see PlacedVotes). */
struct CrowdOptions {
  /** A descriptor that this share of all references closely resembles at one place belongs to a crowd, and
   * this many such descriptors make a crowd. */
  double share = 0.15;
  int min_descriptors = 2;
  /** The share of the references behind such a descriptor that have it where the crowd's pose
   * puts it. */
  double least_placed = 0.5;
  /** Members are then found by the descriptors that resemble this share of all references. */
  double member_share = 0.01;

  LOUPE_OPTIONS(share, min_descriptors, least_placed, member_share)
};

struct RetrievalOptions {
  SpatialOptions spatial;
  CandidateOptions candidates;
  CrowdOptions crowd;
  PlacedVoteOptions placed_votes;

  LOUPE_OPTIONS(spatial, candidates, crowd, placed_votes)
};

}  // namespace loupe::retrieval
