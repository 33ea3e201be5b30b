#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "dna.h"
#include "features.h"
#include "verify.h"
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

/** Query keypoints sorted into cells, for fast lookup around a predicted place. */
class KeypointGrid {
 public:
  explicit KeypointGrid(const Features& query);

  /**
   * For each reference keypoint the query keypoint that agrees best with the warp, each query keypoint used
   * at most once.
   *
   * @param radius_px  greatest distance from the predicted place, in query pixels
   * @param shift      moves the reference, in its pixels, to learn what chance alone gives
   */
  std::vector<GuidedMatch> Match(const ReferenceView& reference, const Warp& warp, double radius_px,
                                 cv::Point2d shift = {0, 0}) const;

 private:
  /** A query keypoint in the order of cells. */
  struct Seen {
    float x;
    float y;
    float level;
    float cosine;
    float sine;
    uint32_t index;
  };
  struct Prediction;

  void FindNear(cv::Point2d place, float radius_px, const Prediction& prediction,
                const Descriptor& descriptor, GuidedMatch* best) const;

  const Features& query_;
  int columns_ = 1;
  int rows_ = 1;
  /** start_[c]..start_[c + 1] are the places in seen_ of the keypoints of cell c. */
  std::vector<int> start_;
  std::vector<Seen> seen_;
};

}  // namespace loupe
