#pragma once

#include "core/base/options.h"

namespace loupe::matching {

/** How far around a predicted position keypoints are looked for, and how many of the reference's. */
struct SearchReach {
  /** In query pixels, at the center of what is known. */
  float radius_px = 0.0f;
  /** Growth of the radius per pixel from that center. */
  float growth = 0.0f;
  /** Every how many-th keypoint of the reference is looked for. */
  int stride = 1;

  LOUPE_OPTIONS(radius_px, growth, stride)
};

/** What makes a keypoint of the query agree with a prediction (see KeypointGrid). */
struct AgreementOptions {
  /** Sides of the grid's cells, in query pixels: narrow and tall, since what lies in one row of them around a
   * place is compared together. About as wide as the radius is best. Of equally near descriptors the first by
   * cells is taken. */
  int cell_width_px = 8;
  int cell_height_px = 32;
  /** Greatest Hamming distance; unrelated descriptors lie around 110 bits apart. */
  int max_hamming = 72;
  /** Greatest error of the pyramid level. */
  float max_level_error = 1.8f;

  LOUPE_OPTIONS(cell_width_px, cell_height_px, max_hamming, max_level_error)
};

/** Pairs that the similarity of a candidate predicts (see FindPredictedPairs). */
struct PredictedPairOptions {
  /** A similarity that few hits agree on is rough: more tolerant than what a homography predicts. */
  AgreementOptions agreement{10, 40, 68, 2.3f};
  /** Greatest error of the orientation, in 1/65536 turn (34 degrees). */
  int max_turn_error = 6200;
  /** Pairs that an affine transform is fitted to, at least. */
  int min_pairs_to_fit = 5;
  /** Around the places that the similarity predicts: wide, since it comes from few hits, and for a sample
   * only. */
  SearchReach wide{14.0f, 0.12f, 2};
  /** Around those that the affine transform predicts. */
  SearchReach narrow{12.0f, 0.05f, 1};

  LOUPE_OPTIONS(agreement, max_turn_error, min_pairs_to_fit, wide, narrow)
};

struct MatchingOptions {
  PredictedPairOptions predicted_pairs;
  /** With what a homography or a bend predicts. */
  AgreementOptions guided;
  /** Least square of the cosine of the orientation error there: 30 degrees. */
  float min_squared_cosine = 0.75f;
  /** Mutual nearest neighbors farther apart than this are noise. */
  int max_mutual_hamming = 90;

  LOUPE_OPTIONS(predicted_pairs, guided, min_squared_cosine, max_mutual_hamming)
};

}  // namespace loupe::matching
