#pragma once

#include "core/base/options.h"

namespace loupe::registration {

/** Blocks of the reference that are looked for in the query (see BlockGrid). */
struct BlockOptions {
  /** A multiple of 8. */
  int block_px = 32;
  int spacing_px = 20;
  int iterations = 5;
  /** Shifts beyond this are not believed. */
  double farthest_px = 4;
  /** A step below this ends the iterations. */
  double settled_px = 0.02;
  /** Blocks whose mean squared difference stays above this are not found again; 2 is no agreement at all. */
  double unlike = 0.8;
  /** Keeps the noise of flat blocks small, in gray levels. */
  double noise_levels = 5;
  /** Least structure of a block, per pixel. */
  double least_structure = 0.004;

  LOUPE_OPTIONS(block_px, spacing_px, iterations, farthest_px, settled_px, unlike, noise_levels,
                least_structure)
};

/** What counts as agreement of two blocks (see MeasureAgreement). */
struct AgreementOptions {
  /** Standard deviation from which on a block has detail, in gray levels. */
  double detail_deviation = 4.0;
  /** Normalized correlation from which on blocks agree. */
  double agreeing = 0.5;

  LOUPE_OPTIONS(detail_deviation, agreeing)
};

/** How the transform between two pictures is found (see Align). */
struct AlignmentOptions {
  /** Pictures are reduced to this longer side to judge a transform, in blocks of this side. */
  int judging_side_px = 320;
  int judging_block_px = 16;
  AgreementOptions judging;
  /** Blocks for homing in at the judging size. */
  BlockOptions homing{24, 12, 5, 5, 0.02, 0.8, 5, 0.004};
  /** Pictures at least twice as long are reduced by a whole number to this longer side or a little more
   * before features are taken. */
  int feature_side_px = 480;
  int features = 1000;
  /** Greatest Hamming distance of a match; unrelated descriptors lie around 110. */
  int most_hamming = 72;
  /** With fewer matches no homography is estimated. */
  int least_feature_matches = 12;
  /** MAGSAC++: threshold in pixels, and rounds. */
  double robust_px = 3.0;
  int robust_rounds = 3000;
  /** A plain stretch this good is taken at once: repetitive pictures give misleading features. */
  double sure_agreement = 0.9;
  /** Below this the magnitude spectra are tried too. */
  double doubtful_agreement = 0.7;
  /** Below this no transform is believed; unrelated pictures stay under 0.2. */
  double least_agreement = 0.4;

  LOUPE_OPTIONS(judging_side_px, judging_block_px, judging, homing, feature_side_px, features, most_hamming,
                least_feature_matches, robust_px, robust_rounds, sure_agreement, doubtful_agreement,
                least_agreement)
};

/** Smooth warp through the shifts of blocks (see FitSmoothField). */
struct FieldOptions {
  int spacing_px = 20;
  /** Weight of the assumption that nothing moved; blocks count up to `most_information`. */
  double prior = 6;
  double most_information = 400;
  /** Width over which nodes share blocks, in nodes. */
  double width_nodes = 2.2;

  LOUPE_OPTIONS(spacing_px, prior, most_information, width_nodes)
};

/** How two pictures are brought to one frame (see Register). */
struct RegistrationOptions {
  AlignmentOptions alignment;
  BlockOptions blocks;
  FieldOptions field;
  /** Smaller pictures are not refined. */
  int least_side_px = 64;
  /** Rounds at half resolution; one follows at full. */
  int half_rounds = 2;
  /** A picture finer by more than this is reduced to the other's resolution. */
  double finer = 1.25;
  /** The picture's edge mixes with what lies around it. */
  int mixed_rim_px = 3;
  /** No block lies around these pixels, so they may be displaced by more than elsewhere. */
  int unsettled_rim_px = 12;
  /** Two pictures without detail match when their mean colors lie this near, in levels. */
  double same_level = 40;

  LOUPE_OPTIONS(alignment, blocks, field, least_side_px, half_rounds, finer, mixed_rim_px, unsettled_rim_px,
                same_level)
};

}  // namespace loupe::registration
