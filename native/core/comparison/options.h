#pragma once

#include <array>

#include "core/base/options.h"
#include "core/registration/options.h"

namespace loupe::comparison {

/** How light and color are evened out (see FitLight). */
struct LevelingOptions {
  /** Tiles of 4 by 4 pixels that the model is fitted to. */
  int most_samples = 3500;
  /** Rounds of reweighting. */
  int rounds = 7;
  /** Along each side, the parts of the picture and the shades of each channel in which colors vote. */
  int parts = 4;
  int shades = 5;
  /** Votes of one color in one part. */
  double votes = 12;
  /** Votes for a straight tone curve, and against crosstalk between channels. */
  double tone_prior = 12;
  double crosstalk_prior = 40;
  /** Widest spread of misses, 0..1, that a curve or a tint is looked for in. */
  double most_spread = 0.06;

  LOUPE_OPTIONS(most_samples, rounds, parts, shades, votes, tone_prior, crosstalk_prior, most_spread)
};

/** How sharpness is evened out (see FindSharpness). */
struct SharpnessOptions {
  /** Approximate width of a cell, and the maximum number of cells each way. */
  int cell_px = 400;
  int most_cells = 8;
  /** Most detailed tiles of a cell that are compared, and the variance from which on a tile has detail. */
  int most_tiles = 7;
  double least_variance = 36;
  /** Tiles of a cell that are looked at for detail, about. */
  double looked_at = 60;
  /** Blurring also removes noise, so it must leave less than this share to be believed. */
  double believed_share = 0.9;

  LOUPE_OPTIONS(cell_px, most_cells, most_tiles, least_variance, looked_at, believed_share)
};

/** What a displaced edge explains (see ExplainByShifts). */
struct ShiftOptions {
  /** Cells of this side, each looked at with so much around it, may be displaced each by itself. */
  int cell_px = 16;
  int around_px = 6;
  /** Farthest displacement, in half pixels. */
  int reach_half_px = 3;
  /** A displacement must leave less than this share of the difference to be believed. */
  double believed_share = 0.8;
  /** Areas wider than this, an odd number, are wide; edges between two of them stray by up to `wide_edge_px`.
   */
  int wide_px = 7;
  int wide_edge_px = 3;

  LOUPE_OPTIONS(cell_px, around_px, reach_half_px, believed_share, wide_px, wide_edge_px)
};

/** Marks of a few pixels where pictures lie upon each other to a fraction of one (see SmallMarks). */
struct SmallMarkOptions {
  /** Median distance, in pixels, of blocks from the smooth warp up to which pictures lie that well; 0 for
   * never. */
  double most_deviation_px = 0.1;
  /** Pixels of the reduced pictures beside the rim where no blocks on both sides say so. */
  int rim_px = 20;
  /** Deviation of the Gaussian that differences are averaged with. */
  double blur_px = 0.55;
  /** Displacement, in pixels, that is explained: the residual warp, and what sharpness leaves at edges. */
  double per_slope = 0.6;
  /** Levels of lightness, 0..255, that a mark reaches somewhere, and that its pixels have. */
  int seed_levels = 20;
  int grow_levels = 8;
  /** Longer side, in pixels, below which compression leaves such marks, too, and the levels that one reaches
   * there. */
  int small_picture_px = 1000;
  int seed_levels_when_small = 32;
  /** Strength that is written for it. */
  double strength = 6;

  LOUPE_OPTIONS(most_deviation_px, rim_px, blur_px, per_slope, seed_levels, grow_levels, small_picture_px,
                seed_levels_when_small, strength)
};

/** What is a difference, and what noise (see MeasureDifference). */
struct DifferenceOptions {
  /** Smallest lightness difference that counts, in CIELAB units. */
  double least_lightness = 7;
  /** Smallest chroma difference that counts, in CIELAB units. */
  double least_chroma = 7;
  /** Share of the range of the nearest pixels that a pixel may take values of: edges lie between pixels. */
  double tolerance = 0.5;
  /** Share of a difference that the local contrast explains: edges never align perfectly. */
  double per_contrast = 0.12;
  /** How far above the usual difference of equally busy places a difference must lie. */
  double per_noise = 2.5;
  /** The share of equally busy pixels that differ by no more than is usual. */
  double usual_share = 0.8;
  /** Pixels that tell what is usual, at most; they lie in bands all over the picture. */
  double sampled_pixels = 3e6;
  /** Rows of a band; an even number. */
  int band_rows = 192;
  /** A difference must reach this strength to be looked at closely. */
  double looked_at = 1.0;
  SharpnessOptions sharpness;
  ShiftOptions shifts;
  SmallMarkOptions small_marks;

  LOUPE_OPTIONS(least_lightness, least_chroma, tolerance, per_contrast, per_noise, usual_share,
                sampled_pixels, band_rows, looked_at, sharpness, shifts, small_marks)
};

/** Which differing pixels make a region (see FindRegions). */
struct RegionOptions {
  /** A region must reach this strength somewhere, and there where blocks around tell how the pictures lie. */
  double seed = 1.5;
  /** Pixels of this strength that touch a seed belong to it. */
  double grow = 0.75;
  /** Parts closer than this share of the longer side are one region; at sizes above a megapixel, less. */
  double gap_share = 0.02;
  /** Least sum of strength. */
  double least_weight = 16;
  /** Least number of differing pixels. */
  int least_area = 5;
  /** Connected marks without a square of this side are left out, unless they are `long_px` long; 0 keeps all.
   */
  int least_thickness_px = 0;
  int long_px = 24;
  /** What lies this near the end of what is shown, as a share of the longer side, may be surroundings. */
  double end_share = 0.008;
  /** Deviation of a channel up to which a place is blank. */
  double blank_levels = 6;

  LOUPE_OPTIONS(seed, grow, gap_share, least_weight, least_area, least_thickness_px, long_px, end_share,
                blank_levels)
};

/** What counts as another color of the same thing (see AddColorShifts and IsRecolored). */
struct ColorShiftOptions {
  /** Side of the tiles at the reduced size. */
  int tile_px = 4;
  /** Share of the frame from which on an area counts. */
  double least_share = 0.0004;
  /** Length of the mean difference against the mean length from which on all differs in one direction. */
  double coherence = 0.85;
  /** Where lightness varies, the difference must be this share of its range. */
  double per_range = 0.5;
  /** Strength that is written for it. */
  double strength = 2;
  /** Pixels inside a mark from which on its color can be told from its shape. */
  int least_inner_area = 40;
  /** Edges along its outline in one picture, as a share of those in the other; what counts as an edge. */
  double least_outline = 0.6;
  double edge_levels = 28;
  /** Greatest difference between the shares of edges within it. */
  double most_texture = 0.3;

  LOUPE_OPTIONS(tile_px, least_share, coherence, per_range, strength, least_inner_area, least_outline,
                edge_levels, most_texture)
};

/** Evenly colored places of two files (see FindFlatColors and FindPrintColor). */
struct FlatColorOptions {
  /** Levels by which an even place may vary in any channel, and by which print varies at least. */
  int even_levels = 10;
  int print_levels = 40;
  /** CIEDE2000 from which on a place differs. */
  double least_delta_e = 2.5;
  /** Even places this near to print, and the share of them that says what noise is, in CIE 1976; the noise
   * from which on it counts, how much of it a difference must exceed, and the side of a square that areas
   * then hold. */
  int beside_px = 8;
  double usual_share = 0.96;
  double least_noise = 0.2;
  double per_noise = 2;
  int least_side_in_noise = 7;
  /** Even pixels, at the reduced size, of an area. */
  int least_area = 20;
  /** Length of the mean difference against the mean length. */
  double coherence = 0.85;
  /** Share of what is compared that the most frequent color must have, and of it that must differ. */
  double least_share_everywhere = 0.25;
  double nearly_all = 0.9;
  /** Strength that is written for an area. */
  double strength = 2;
  /** Share of what is compared that print must have, and CIE 1976 from which on its color changed. */
  double least_print_share = 0.005;
  double least_print_delta_e = 4;

  LOUPE_OPTIONS(even_levels, print_levels, least_delta_e, beside_px, usual_share, least_noise, per_noise,
                least_side_in_noise, least_area, coherence, least_share_everywhere, nearly_all, strength,
                least_print_share, least_print_delta_e)
};

/** Marks that lie elsewhere in one of two files (see AddMovedBlocks). */
struct MovedBlockOptions {
  registration::BlockOptions blocks{32, 16, 6, 6, 0.02, 0.8, 5, 0.004};
  /** Finer pictures are reduced by whole numbers to about this many pixels before blocks are measured. */
  double measured_pixels = 2.2e6;
  /** Displacement that files may have, as a share of the longer side, and in pixels at least. */
  double tolerance_share = 0.0008;
  double least_px = 1.3;
  /** Information along the shift, as BlockShift has it, from which on it is believed. */
  double least_information = 60;
  /** Neighbors that must have moved alike, and how alike, in pixels. */
  int least_neighbors = 2;
  double agreeing_px = 0.6;
  /** Bound of what one block may say about the pose. */
  double most_information = 400;
  /** Levels by which a pixel of a moved block differs. */
  int least_levels = 24;
  /** Strength that is written for it. */
  double strength = 2;

  LOUPE_OPTIONS(blocks, measured_pixels, tolerance_share, least_px, least_information, least_neighbors,
                agreeing_px, most_information, least_levels, strength)
};

/** What depends on the kind of the second picture: of a proof, of a scan, of a photo. */
struct SensitivityOptions {
  /** Smallest differences that count, in CIELAB units: of lightness, and of chroma, which files keep
   * coarsely. */
  std::array<double, 3> least_difference{7, 7, 7};
  std::array<double, 3> least_chroma{9, 9, 8};
  /** Farthest displacement of a cell, in half pixels. */
  std::array<int, 3> reach_half_px{2, 3, 5};
  /** Least sum of strength, and least number of differing pixels, of a region. */
  std::array<double, 3> least_weight{16, 18, 22};
  std::array<int, 3> least_area{5, 6, 7};
  /** Mean color difference from which on a region, or an area of one color, is reported. */
  std::array<double, 3> min_delta_e{4.5, 5, 6};
  /** A pose with less perspective than this, on fractions, is a scanner's. */
  double scan_perspective = 0.01;

  LOUPE_OPTIONS(least_difference, least_chroma, reach_half_px, least_weight, least_area, min_delta_e,
                scan_perspective)
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

/** What of a query cannot be compared (see MarkGlare). */
struct CoverageOptions {
  /** Saturated pixels are glare where white paper would be brighter than the reference's white by this, in
   * levels. */
  double glare_levels = 25;
  /** Saturated from this level on. */
  double saturated = 250;
  /** Glare washes out what lies this near it, as a share of the longer side. */
  double halo_share = 0.012;

  LOUPE_OPTIONS(glare_levels, saturated, halo_share)
};

/** Pictures of one size that hold too little to be registered (see BringTogether). */
struct FallbackOptions {
  /** They hold little print when at most this share of pixels differs from the most frequent color. */
  double poor_share = 0.02;
  /** Mean difference, in levels, up to which such pictures are taken to lie upon each other. */
  double same_levels = 12;

  LOUPE_OPTIONS(poor_share, same_levels)
};

/** A field that also holds where no print lies near, as all of a picture is compared. */
inline registration::RegistrationOptions RegistrationOfAll() {
  registration::RegistrationOptions options;
  options.field.wider_levels = options.field.twicings = 2;
  return options;
}

/** A whole fine comparison. Sources and measurements: docs/comparison.md. */
struct ComparisonOptions {
  /** Pose and light are found at this many pixels at most. */
  double reduced_pixels = 1.05e6;
  /** Finer pictures are compared at this many pixels; memory and time grow with them. */
  double compared_pixels = 50e6;
  /** Difference in CIELAB units that counts in full. */
  double full_difference = 50;
  registration::RegistrationOptions registration = RegistrationOfAll();
  LevelingOptions leveling;
  DifferenceOptions difference;
  RegionOptions regions;
  KindOptions kinds;
  ColorShiftOptions color_shift;
  FlatColorOptions flat_color;
  MovedBlockOptions moved_blocks;
  SensitivityOptions sensitivity;
  CoverageOptions coverage;
  FallbackOptions fallback;

  LOUPE_OPTIONS(reduced_pixels, compared_pixels, full_difference, registration, leveling, difference, regions,
                kinds, color_shift, flat_color, moved_blocks, sensitivity, coverage, fallback)
};

}  // namespace loupe::comparison
