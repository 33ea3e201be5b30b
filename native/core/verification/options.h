#pragma once

#include <array>

#include "core/base/options.h"
#include "core/geometry/options.h"
#include "core/matching/options.h"
#include "core/verification/decision_model.h"

namespace loupe::verification {

/** From pairs to the transform with the most guided inliers. */
struct PoseOptions {
  /** A guided match within this distance of its predicted position is an inlier, in query pixels. */
  double inlier_radius_px = 6.0;
  /** Greatest error of an inlier of the robust estimate, in query pixels. */
  double estimate_radius_px = 6.0;
  /** Search radii and weight scales of the guided rounds, in query pixels: each round trusts the transform
   * more. */
  std::array<double, 3> guided_radii_px = {14.0, 9.0, 6.0};
  std::array<double, 3> guided_scales_px = {5.0, 2.5, 1.0};
  /** Weight scale of the least-squares start, which has to bridge bent paper, in query pixels. */
  double bent_scale_px = 10.0;
  /** Clusters of pairs that are tried; each costs one robust estimate and its guided rounds. */
  int max_clusters = 2;
  /** Sampling needs some pairs to choose from; smaller clusters are fitted by least squares alone. */
  int min_sampled_cluster = 8;
  /** A cluster of less than this share of the largest is not tried. */
  double min_share_of_largest = 0.6;
  /** Share of inliers among retrieval's pairs that settles their homography. */
  double enough_pairs_share = 0.5;
  /** A pose with this many guided inliers is good enough without bending. */
  int clear_inliers = 40;
  /** Search radii and weight scales while a pose bends, in query pixels. Each round costs one guided match
   * and one fit. */
  std::array<double, 8> bend_radii_px = {14.0, 14.0, 14.0, 12.0, 10.0, 8.0, 6.0, 6.0};
  std::array<double, 8> bend_scales_px = {16.0, 12.0, 12.0, 8.0, 6.0, 4.0, 2.5, 1.5};

  LOUPE_OPTIONS(inlier_radius_px, estimate_radius_px, guided_radii_px, guided_scales_px, bent_scale_px,
                max_clusters, min_sampled_cluster, min_share_of_largest, enough_pairs_share, clear_inliers,
                bend_radii_px, bend_scales_px)
};

/** Registration of gray values: Lucas and Kanade, 1981, with the stiffness of a sheet (see
 * RegisterThumbnail). */
struct RegistrationOptions {
  /** How often the planes are blurred for each step: outlines come first. Each step costs one solution of the
   * bend. */
  std::array<int, 4> blurs = {2, 2, 1, 0};
  /** Price of a second difference of one pixel. */
  double stiffness = 0.04;
  /** Weight of a pixel's squared error against a pair's, in square query pixels. */
  double pixel_weight = 4.0;
  /** Errors whose weight has fallen to one half, in query pixels and in deviations of gray. */
  double pair_scale_px = 4.0;
  double gray_scale = 1.0;
  /** With fewer visible pixels of the thumbnail there is nothing to follow. */
  float min_visible_pixels = 64.0f;

  LOUPE_OPTIONS(blurs, stiffness, pixel_weight, pair_scale_px, gray_scale, min_visible_pixels)
};

/** How many matches chance gives: the pose is moved away from where it is (see NullModel). */
struct NullModelOptions {
  /** Shifts that tell a hopeless candidate, and all; each costs one guided match. At most 16 are different.
   */
  int first_shifts = 4;
  int all_shifts = 16;
  /** Lengths of the shifts as shares of the reference's side. */
  double smallest_shift = 0.04;
  double largest_shift = 0.065;
  /** The same in inlier radii: where the reference is seen small, shorter ones would reach back to the true
   * place. */
  double smallest_shift_radii = 2.5;
  double largest_shift_radii = 4.0;
  /** Poses that bend must not reach back to the true place: a share of the reference's side, and how many are
   * tried. */
  double bent_shift = 0.11;
  int bent_shifts = 4;
  /** Chance is the mean of this many largest counts. */
  int largest_counts = 3;

  LOUPE_OPTIONS(first_shifts, all_shifts, smallest_shift, largest_shift, smallest_shift_radii,
                largest_shift_radii, bent_shift, bent_shifts, largest_counts)
};

/** Pictures that repeat themselves: chessboards, staves, tables (see RepeatedShifts). */
struct RepetitionOptions {
  /** Descriptors of one motif drawn twice differ by less. */
  int max_hamming = 44;
  /** Greatest difference in orientation, in 1/65536 turn (15 degrees), and in pyramid level. */
  int max_turn = 2731;
  int max_levels = 1;
  /** Nearer likenesses are one corner found twice, and chance is counted there anyway: a share of the longer
   * side. */
  double shortest_share = 0.03;
  /** Likenesses by one displacement that are no accident. */
  int min_likenesses = 8;
  /** Displacements that are tried, both ways each. */
  int max_shifts = 4;

  LOUPE_OPTIONS(max_hamming, max_turn, max_levels, shortest_share, min_likenesses, max_shifts)
};

/** What is counted over the reference's surface. */
struct CoverageOptions {
  /** Cells a side of the grid that the covered surface is counted in; a cell with fewer keypoints need not
   * hold one. */
  int grid_cells = 6;
  int min_cell_keypoints = 2;
  /** Cells a side of the grid that separates inliers at different places from levels of the same corner. */
  int inlier_grid_cells = 24;
  /** A cell confirms its keypoints when this share of what is found in the whole is found in it; a cell with
   * fewer keypoints cannot say. */
  float confirming_share = 0.3f;
  int min_telling_keypoints = 5;
  /** Greatest error of a precise inlier, in query pixels. */
  float precise_error_px = 1.0f;
  /** A keypoint that lies nearer to another shows the same spot and is no rival of it, in query pixels. */
  double min_rival_distance_px = 24.0;
  /** Distance of the reference's corners from the query's, as a share of the side, for the same frame. */
  double same_frame_error = 0.03;

  LOUPE_OPTIONS(grid_cells, min_cell_keypoints, confirming_share, min_telling_keypoints, inlier_grid_cells,
                precise_error_px, min_rival_distance_px, same_frame_error)
};

/** Correlation of the rectified query with the reference's thumbnail (see CompareThumbnail). */
struct AppearanceOptions {
  /** Side of a block, in pixels of the thumbnail. */
  int block_side_px = 16;
  /** A block whose normalized gray values deviate less than this is empty: it has nothing to compare. */
  float min_block_deviation = 0.35f;
  /** From one overlapping block to the next, and the share of it that must be visible. */
  int overlapping_step_px = 8;
  float min_overlapping_visible = 0.9f;
  /** An overlapping block that correlates less disagrees. */
  float disagreeing_correlation = 0.5f;
  /** With fewer visible pixels of the thumbnail nothing is compared. */
  float min_visible_pixels = 64.0f;
  /** How far the pose of a few keypoints may put corners of a copy from those of the picture, in its sides,
   * how far a border or a small turn moves them, and by how much proportions may differ, as a logarithm. */
  double rough_frame = 0.35;
  double framed = 0.15;
  double same_proportions = 0.05;
  /** Smaller pictures hold too little detail to be told from a copy by it, in pixels of the longer side. */
  int least_telling_side_px = 192;

  LOUPE_OPTIONS(block_side_px, min_block_deviation, overlapping_step_px, min_overlapping_visible,
                disagreeing_correlation, min_visible_pixels, rough_frame, framed, same_proportions,
                least_telling_side_px)
};

/** When a hypothesis is measured further, and when it is refined. */
struct RefinementOptions {
  /** With fewer guided inliers nothing can be said, and nothing more is measured. */
  int min_guided_inliers = 10;
  /** A smaller z of the first shifts is hopeless. */
  float hopeless_z = 3.0f;
  /** Above this score more counting of chance would not change what is decided. */
  float clear_score = 8.0f;
  /** Hypotheses of a lower score stay what they are; between it and a match they are refined. */
  float promising_score = -9.0f;
  /** Of homographies with a lower score none is a match when it bends. */
  float bendable_score = -4.0f;
  /** Of bent poses with less score or correlation none is a match when it follows the gray values. */
  float registrable_score = -2.0f;
  float registrable_correlation = 0.35f;
  /**
   * This many inliers of the estimate are no chance, even where nothing else agrees: the pairs of retrieval
   * may all lie in one part of the picture, and a transform fitted to them is wrong elsewhere.
   */
  int many_inliers = 30;

  LOUPE_OPTIONS(min_guided_inliers, hopeless_z, clear_score, promising_score, bendable_score,
                registrable_score, registrable_correlation, many_inliers)
};

/**
 * Weights of the evidence score, which orders hypotheses and selects those worth refining. It knows nothing
 * of what contradicts; the decision is LogOdds.
 */
struct ScoreOptions {
  float offset = -18.0f;
  float of_log_z = 3.6f;
  float of_global_correlation = 12.0f;
  float of_block_correlation = 4.0f;
  float of_precise_share = 6.4f;
  float usual_precise_share = 0.5f;
  /** Where chance explains more than the usual share of the guided inliers, each further share costs so much.
   */
  float of_chance_share = 5.0f;
  float usual_chance_share = 0.3f;

  LOUPE_OPTIONS(offset, of_log_z, of_global_correlation, of_block_correlation, of_precise_share,
                usual_precise_share, of_chance_share, usual_chance_share)
};

/** Log odds of a match as a weighted sum of named facts, written by `loupe bench fit` (see decision_model.h).
 */
struct ModelOptions {
  float offset = kFittedOffset;
  /** In the order of DecisionFactNames(). */
  std::array<float, kDecisionFactCount> weights = kFittedWeights;

  LOUPE_OPTIONS(offset, weights)
};

/**
 * A clone shows the same picture throughout. Forms filled in by another hand reach a worst block of .30 and a
 * median of .84; digital copies (recompressed, resized, filtered, recolored) stay above .75 and .89.
 */
struct CloneOptions {
  float min_plain_correlation = 0.9f;
  float min_covered_surface = 0.9f;
  float min_block_correlation = 0.88f;
  float min_worst_block_correlation = 0.7f;
  float min_found_again_share = 0.5f;
  /** Copies that were much reduced keep fewer points, and must agree the more in every block. */
  float min_block_correlation_of_reduced = 0.92f;
  float min_worst_block_correlation_of_reduced = 0.8f;

  LOUPE_OPTIONS(min_plain_correlation, min_covered_surface, min_block_correlation,
                min_worst_block_correlation, min_found_again_share, min_block_correlation_of_reduced,
                min_worst_block_correlation_of_reduced)
};

/**
 * The cut on the fitted log odds, and floors below which the model does not speak: it was fitted on whole
 * poses. What they let through is measured in docs/benchmarks/exam.md.
 */
struct DecisionOptions {
  ScoreOptions score;
  ModelOptions model;
  /** Log odds of a match at the shipped threshold, and how far they move when the threshold goes to 0 or
   * to 1. */
  float match_log_odds = kFittedMatchLogOdds;
  float looser_log_odds = -1.5f;
  float stricter_log_odds = 8.0f;
  /** A slanted look, one of several at what is mostly not there, has so much less than the model says. */
  float slanted_log_odds = 4.0f;
  /** So far below every threshold lies what is refused by a floor. */
  float refused_log_odds = 0.1f;
  int min_inlier_cells = 10;
  float min_z = 3.0f;
  float min_covered_surface = 0.2f;
  /** Inliers in fewer cells of the coarse grid, or spread over less of what is visible, are a sliver, not a
   * view of the reference. */
  int min_covered_cells = 4;
  float min_spread_share = 0.3f;
  /** Pairs that a bent pose followed to their places by chance lie anywhere within its radius: one in
   * thirty-six within a pixel. */
  float min_precise_share_of_bent = 0.12f;
  /** So far below a match evidence is chance. */
  float similar_log_odds = -8.0f;
  float similar_z = 5.0f;
  /** Guided inliers from which on an implausible view is distinguished from no view at all. */
  int min_rejected_inliers = 12;
  /** What agrees in every block, in the same frame, has at least so much. */
  float clone_log_odds = 18.0f;
  /** How the distance grows as log odds fall, and the share of it that a clone has. */
  float distance_slope = 0.2f;
  float clone_distance = 0.1f;
  CloneOptions clone;

  LOUPE_OPTIONS(score, model, match_log_odds, looser_log_odds, stricter_log_odds, slanted_log_odds,
                refused_log_odds, min_inlier_cells, min_z, min_covered_surface, min_covered_cells,
                min_spread_share, min_precise_share_of_bent, similar_log_odds, similar_z,
                min_rejected_inliers, clone_log_odds, distance_slope, clone_distance, clone)
};

/** Everything that verifies one reference, with the options of the stages that it stands on. */
struct VerificationOptions {
  geometry::GeometryOptions geometry;
  matching::MatchingOptions matching;
  PoseOptions pose;
  RegistrationOptions registration;
  NullModelOptions null_model;
  RepetitionOptions repetition;
  CoverageOptions coverage;
  AppearanceOptions appearance;
  RefinementOptions refinement;
  DecisionOptions decision;

  LOUPE_OPTIONS(geometry, matching, pose, registration, null_model, repetition, coverage, appearance,
                refinement, decision)
};

}  // namespace loupe::verification
