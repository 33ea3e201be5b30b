#pragma once

#include "core/base/options.h"
#include "core/registration/options.h"

namespace loupe::comparison {

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
  registration::RegistrationOptions registration;
  LevelingOptions leveling;
  DifferenceOptions difference;
  RegionOptions regions;
  KindOptions kinds;

  LOUPE_OPTIONS(compared_pixels, full_difference, registration, leveling, difference, regions, kinds)
};

}  // namespace loupe::comparison
