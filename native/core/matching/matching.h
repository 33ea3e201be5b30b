#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/matching/correspondence.h"
#include "core/matching/keypoint_grid.h"
#include "core/matching/prediction.h"
#include "core/signature/dna.h"

namespace loupe::matching {

/** Pairs of descriptors that are each other's nearest, nearest pairs first. */
std::vector<Correspondence> MutualNearest(base::Span<const features::Descriptor> query,
                                          base::Span<const features::Descriptor> reference, int max_hamming);

/** A keypoint pair that agrees with a transform in place, orientation, size and descriptor. */
struct GuidedMatch {
  int query_index = 0;
  int reference_index = 0;
  int hamming = 0;
  /** Square of the distance from the predicted place, in query pixels. */
  float squared_error_px = 0.0f;
};

/** Finds the keypoints of one reference near the places that a transform predicts. */
class GuidedMatcher {
 public:
  /**
   * All outlive the matcher. One matcher serves one thread at a time.
   * @param grid  of the query; with MatchingOptions::guided for warps, predicted_pairs.agreement for affine
   * transforms
   */
  GuidedMatcher(const KeypointGrid& grid, const signature::ReferenceView& reference,
                const MatchingOptions& options);

  const features::Features& query() const { return grid_.query(); }
  const signature::ReferenceView& reference() const { return reference_; }

  /**
   * For each reference keypoint the query keypoint that agrees with the warp and has the nearest descriptor,
   * each query keypoint used at most once.
   *
   * @param radius_px  greatest distance from the predicted place, in query pixels
   * @param shift      moves the reference, in its pixels, to learn what chance alone gives
   */
  std::vector<GuidedMatch> Match(const geometry::Warp& warp, double radius_px,
                                 cv::Point2d shift = {0, 0}) const;

  /** The same with an affine transform, whose uncertainty grows with the distance from its center. */
  std::vector<GuidedMatch> Match(const Affine& transform, const SearchReach& reach) const;

 private:
  std::vector<GuidedMatch> MatchPredicted() const;

  const KeypointGrid& grid_;
  const signature::ReferenceView& reference_;
  const MatchingOptions& options_;
  const KeypointColumns columns_;
  /** Kept between calls, to spare their allocation. */
  mutable Predictions predictions_;
  mutable std::vector<NearestKeypoint> nearest_;
  mutable std::vector<int> match_of_query_;
};

}  // namespace loupe::matching
