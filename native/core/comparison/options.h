#pragma once

#include "core/base/options.h"

namespace loupe::comparison {

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

/** How light and color are evened out (see LevelLight). */
struct LevelingOptions {
  /** Tiles of 4 by 4 pixels that the model is fitted to. */
  int most_samples = 3500;
  /** Rounds of reweighting. */
  int rounds = 7;

  LOUPE_OPTIONS(most_samples, rounds)
};

/** How sharpness is evened out (see MatchSharpness). */
struct SharpnessOptions {
  /** Most detailed tiles that are compared, and the variance from which on a tile has detail. */
  int most_tiles = 24;
  double least_variance = 36;
  /** Blurring also removes noise, so it must leave less than this share to be believed. */
  double believed_share = 0.9;

  LOUPE_OPTIONS(most_tiles, least_variance, believed_share)
};

/** What is a difference, and what noise (see MeasureDifference). */
struct DifferenceOptions {
  /** Smallest lightness difference that counts, in CIELAB units. */
  double least_lightness = 7;
  /** Smallest chroma difference that counts, in CIELAB units. */
  double least_chroma = 7;
  /** Share of a difference that the local contrast explains: edges never align perfectly. */
  double per_contrast = 0.14;
  /** Edges of real print and captures stray by up to this many pixels. */
  int edge_shift_px = 3;
  /** How far above the usual difference of equally busy places a difference must lie. */
  double per_noise = 3.0;
  /** The share of equally busy pixels that differ by no more than is usual; about so many rows tell. */
  double usual_share = 0.8;
  int sampled_rows = 500;
  SharpnessOptions sharpness;

  LOUPE_OPTIONS(least_lightness, least_chroma, per_contrast, edge_shift_px, per_noise, usual_share,
                sampled_rows, sharpness)
};

/** Which differing pixels make a region (see FindRegions). */
struct RegionOptions {
  /** A region must reach this strength somewhere. */
  double seed = 1.5;
  /** Pixels of this strength that touch a seed belong to it. */
  double grow = 0.75;
  /** Parts closer than this share of the longer side are one region. */
  double gap_share = 0.02;
  /** A region must keep this strength somewhere when displaced edges are taken away. */
  double least_beyond_edges = 1.0;
  /** Least sum of strength. */
  double least_weight = 40;
  /** Least number of differing pixels: a mark of about 6 by 6 pixels. */
  int least_area = 32;

  LOUPE_OPTIONS(seed, grow, gap_share, least_beyond_edges, least_weight, least_area)
};

/** What happened to a mark (see ClassifyRegions). */
struct KindOptions {
  /** Width of the surroundings that a mark is compared with. */
  int ring_px = 8;
  /** Levels by which quiet surroundings may vary. */
  double noise_levels = 8;
  /** Correlation of a mark that moved nearby. */
  double same_mark_nearby = 0.8;
  /** Far from its old place a mark must be large and alike: small blots all look the same. */
  double same_mark_far = 0.92;
  int least_side_far_px = 14;
  /** Mean difference per channel, in levels, below which marks have one color. */
  double same_color_levels = 14;
  /** What correlates by more with its old place has changed its color, not its place. */
  float still_there = 0.5F;
  /** Regions that are paired, those that differ most: the work grows with the square. */
  int most_for_pairing = 200;

  LOUPE_OPTIONS(ring_px, noise_levels, same_mark_nearby, same_mark_far, least_side_far_px, same_color_levels,
                still_there, most_for_pairing)
};

/** A whole fine comparison. Sources and measurements: docs/comparison.md. */
struct ComparisonOptions {
  /** Pictures are compared at this many pixels at most; time grows with them. */
  double compared_pixels = 1.05e6;
  /** A difference of so many CIELAB units counts in full. */
  double full_difference = 50;
  RegistrationOptions registration;
  LevelingOptions leveling;
  DifferenceOptions difference;
  RegionOptions regions;
  KindOptions kinds;

  LOUPE_OPTIONS(compared_pixels, full_difference, registration, leveling, difference, regions, kinds)
};

}  // namespace loupe::comparison
