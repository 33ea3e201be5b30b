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

/** Pairs that the similarity of a candidate predicts (see PairFinder). */
struct PredictedPairOptions {
  /** Unrelated descriptors lie around 110 bits apart; farther ones than this make no pair. */
  int max_hamming = 68;
  /** Greatest errors of orientation, in 1/65536 turn (34 degrees), and of pyramid level. */
  int max_turn_error = 6200;
  float max_level_error = 2.3f;
  /** Pairs that an affine transform is fitted to, at least. */
  int min_pairs_to_fit = 5;
  /** Around the places that the similarity predicts: wide, since it comes from few hits, and for a sample
   * only. */
  SearchReach wide{14.0f, 0.12f, 2};
  /** Around those that the affine transform predicts. */
  SearchReach narrow{12.0f, 0.05f, 1};

  LOUPE_OPTIONS(max_hamming, max_turn_error, max_level_error, min_pairs_to_fit, wide, narrow)
};

/** What makes a keypoint of the query agree with a prediction (see KeypointGrid). */
struct AgreementOptions {
  /** Least square of the cosine of the orientation error: 30 degrees. */
  float min_squared_cosine = 0.75f;
  /** Greatest error of the pyramid level. */
  float max_level_error = 1.8f;

  LOUPE_OPTIONS(min_squared_cosine, max_level_error)
};

struct MatchingOptions {
  PredictedPairOptions predicted_pairs;
  AgreementOptions agreement;
  /** Greatest Hamming distance of a guided match; unrelated descriptors lie around 110. */
  int max_guided_hamming = 72;
  /** Mutual nearest neighbors farther apart than this are noise. */
  int max_mutual_hamming = 90;

  LOUPE_OPTIONS(predicted_pairs, agreement, max_guided_hamming, max_mutual_hamming)
};

}  // namespace loupe::matching
