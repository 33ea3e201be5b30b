#pragma once

#include <array>

#include "core/base/options.h"
#include "core/image/options.h"

namespace loupe::features {

/** How much of a picture is described. A DNA keeps what its reference was given; queries are not kept. */
struct AmountOptions {
  /** Longest side that the picture is resized to, in pixels; see WorkingSize(). Time grows with its square.
   */
  int working_side = 512;
  /** Greatest number of keypoints: each costs 39 bytes of a DNA and 20 of memory. */
  int max_keypoints = 500;

  LOUPE_OPTIONS(working_side, max_keypoints)
};

/** Which corners become keypoints (see FindCorners). */
struct CornerOptions {
  /** Thresholds of FAST in gray levels, tried in turn until a level is full: crisp prints stop at the first,
   * faint ones need the last. */
  std::array<int, 3> fast_thresholds = {20, 10, 5};
  /** Corners that one cell gives on average; fewer spread them more evenly. */
  double per_cell = 3.0;
  /** Least side of a cell, in pixels of the level. */
  double min_cell_side_px = 16.0;

  LOUPE_OPTIONS(fast_thresholds, per_cell, min_cell_side_px)
};

/** How well a reference will be recognized, and what to warn of (see GradeReference). */
struct GradeOptions {
  /** With fewer keypoints than this, no photo can confirm the reference. */
  int min_recognizable = 20;
  int few_features = 120;
  int too_small_side_px = 100;
  /** Sharpness, 0..1, below which a picture is blurred. */
  float blurred = 0.25f;
  /** Cells a side of the grid, and the share of occupied cells below which keypoints are clustered. */
  int grid_cells = 6;
  float clustered = 0.3f;
  /** A keypoint is repetitive when another one at this distance in pixels or more has a descriptor this near.
   */
  int repetitive_hamming = 28;
  float repetitive_px = 10.0f;
  /** Share of such keypoints above which a picture repeats itself. */
  float repetitive = 0.35f;
  /** Gray levels; less than this at the size of the thumbnail is fine print, which blur and distance wipe
   * out. */
  float faint_detail = 6.0f;
  /**
   * Weights of the expected recall: least squares over the recall of 253 references (pages, covers,
   * paintings, photos), each in 14 hard simulated photos among 10,000 references; see docs/decisions/0321. On
   * 253 others the rank correlation of expected and measured recall is 0.71.
   */
  double recall_offset = -1.43;
  double recall_of_log_keypoints = 0.30;
  double recall_of_log_detail = 0.18;
  double recall_lost_to_repetition = 0.26;
  /** Expected recall from which on a reference gets grade 1 to 5. */
  std::array<double, 5> grade_limits = {0.2, 0.45, 0.65, 0.75, 0.88};
  /** A picture of this grade has nothing to be warned of. */
  int good_grade = 4;

  LOUPE_OPTIONS(min_recognizable, few_features, too_small_side_px, blurred, grid_cells, clustered,
                repetitive_hamming, repetitive_px, repetitive, faint_detail, recall_offset,
                recall_of_log_keypoints, recall_of_log_detail, recall_lost_to_repetition, grade_limits,
                good_grade)
};

/** Looks at a picture as if from another side (see SlantedLook). */
struct SlantedLookOptions {
  /** How much one axis is squashed against the other, 1 to 4: 2 makes a view from 60 degrees a frontal one.
   */
  double tilt = 2.0;
  int max_keypoints = 500;
  CornerOptions corners;

  LOUPE_OPTIONS(tilt, max_keypoints, corners)
};

struct FeatureOptions {
  /** References: a small DNA. Queries: more pixels and keypoints, since they exist for one search only. */
  AmountOptions reference{512, 500};
  AmountOptions query{640, 1000};
  /** The same photo for a second try: what is small, or has little texture, gives more keypoints. */
  AmountOptions closer_query{960, 3000};
  /** A quick look at a frame of a camera: two of a hundred photos need more, which the next frame is given.
   */
  AmountOptions quick_query{448, 500};
  CornerOptions corners;
  GradeOptions grade;
  image::WorkingSizeOptions working_size;

  LOUPE_OPTIONS(reference, query, closer_query, quick_query, corners, grade, working_size)
};

}  // namespace loupe::features
