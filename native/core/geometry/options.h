#pragma once

#include "core/base/options.h"

namespace loupe::geometry {

/** Robust homography: PROSAC sampling, MSAC cost, local optimization (see EstimateHomography). */
struct RobustHomographyOptions {
  /** Samples of four pairs at most. The time of hard candidates grows with it. */
  int max_samples = 400;
  /** Samples drawn whatever they give: fewer miss the right transform where the order of pairs says little.
   */
  int min_samples = 120;
  /** Probability that one of the samples was free of wrong pairs when sampling ends (Fischler and Bolles,
   * 1981). */
  double confidence = 0.999;
  /** Better samples that are improved on the way; the later ones improve little. Each costs one refinement.
   */
  int max_local_optimizations = 12;
  /** Share of the inlier radius at which a pair's weight has fallen to one half in local optimization. */
  double local_scale = 0.33;
  /** Four points of which three lie nearly on a line determine nothing: least area of a triangle, in square
   * pixels. */
  double min_triangle_area_px = 16.0;

  LOUPE_OPTIONS(max_samples, min_samples, confidence, max_local_optimizations, local_scale,
                min_triangle_area_px)
};

/** What a flat print can look like in a photo (see IsPlausibleView). */
struct PlausibleViewOptions {
  /** Least sine of the angle at a corner: 14.5 degrees. */
  double min_corner_sine = 0.25;
  /** Greatest ratio of opposite sides, a measure of the slant of the print. */
  double max_opposite_side_ratio = 4.0;
  /** Greatest change of the ratio of width to height. */
  double max_aspect_change = 3.5;
  /** Area in the query against that of the reference, both in working pixels. */
  double min_area_ratio = 0.006;
  double max_area_ratio = 60.0;

  LOUPE_OPTIONS(min_corner_sine, max_opposite_side_ratio, max_aspect_change, min_area_ratio, max_area_ratio)
};

/** Clusters of pairs that agree on roughly one pose (see FindPoseClusters). */
struct PoseClusterOptions {
  /** Pairs that propose a similarity, the least doubtful first. Time grows with it. */
  int max_proposals = 120;
  /**
   * Error of a pose that a pair still agrees with: a share of the query's side plus a share of the distance
   * from the pair that proposed it, since errors of size and orientation grow with it. Leaves room for
   * perspective and bent paper.
   */
  float constant_error = 0.015f;
  float growing_error = 0.22f;
  /** Greatest difference in orientation, in radians (34 degrees), and in size, in pyramid levels. */
  float max_angle_error = 0.6f;
  float max_level_error = 2.1f;
  /** A smaller cluster is none. */
  int min_size = 5;

  LOUPE_OPTIONS(max_proposals, constant_error, growing_error, max_angle_error, max_level_error, min_size)
};

/** The smooth displacement of paper that is not flat (see BendFit). */
struct BendOptions {
  /** Price of a displacement of one pixel, which keeps nodes far from all pairs from running away. */
  double restoring = 0.0001;
  /** Stiffness where pairs alone say how the sheet bends, in squared pixels of a pair's error. */
  double stiffness_of_pairs = 0.04;

  LOUPE_OPTIONS(restoring, stiffness_of_pairs)
};

struct GeometryOptions {
  RobustHomographyOptions robust_homography;
  PlausibleViewOptions plausible_view;
  PoseClusterOptions pose_clusters;
  BendOptions bend;

  LOUPE_OPTIONS(robust_homography, plausible_view, pose_clusters, bend)
};

}  // namespace loupe::geometry
