#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "correspondence.h"
#include "dna.h"
#include "features.h"
#include "prediction.h"
#include "warp.h"

namespace loupe {

/** Pairs of descriptors that are each other's nearest, nearest pairs first. */
std::vector<Correspondence> MutualNearest(Span<const Descriptor> query, Span<const Descriptor> reference);

/** A keypoint pair that agrees with a transform in place, orientation, size and descriptor. */
struct GuidedMatch {
  int query_index = 0;
  int reference_index = 0;
  int hamming = 0;
};

/** Query keypoints sorted into cells, for fast lookup around a predicted place. Made once for a search. */
class KeypointGrid {
 public:
  /** @param query outlives the grid */
  explicit KeypointGrid(const Features& query);

  const Features& query() const { return query_; }

 private:
  friend class GuidedMatcher;

  /** A query keypoint in the order of cells. */
  struct Seen {
    float x;
    float y;
    float level;
    float cosine;
    float sine;
    int index;
  };

  const Features& query_;
  int columns_ = 1;
  int rows_ = 1;
  /** start_[c]..start_[c + 1] are the places in seen_ of the keypoints of cell c. */
  std::vector<int> start_;
  std::vector<Seen> seen_;
  /** Descriptors in the order of seen_. */
  std::vector<Descriptor> descriptors_;
};

/** Finds the keypoints of one reference near the places that a transform predicts. */
class GuidedMatcher {
 public:
  /** Both outlive the matcher. */
  GuidedMatcher(const KeypointGrid& grid, const ReferenceView& reference);

  const Features& query() const { return grid_.query(); }
  const ReferenceView& reference() const { return reference_; }

  /**
   * For each reference keypoint the query keypoint that agrees best with the warp, each query keypoint used
   * at most once.
   *
   * @param radius_px  greatest distance from the predicted place, in query pixels
   * @param shift      moves the reference, in its pixels, to learn what chance alone gives
   */
  std::vector<GuidedMatch> Match(const Warp& warp, double radius_px, cv::Point2d shift = {0, 0}) const;

 private:
  void FindNear(const KeypointColumns& predicted, size_t place, float radius_px, GuidedMatch* best) const;

  const KeypointGrid& grid_;
  const ReferenceView& reference_;
  const KeypointColumns columns_;
};

}  // namespace loupe
