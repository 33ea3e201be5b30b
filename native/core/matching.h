#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "dna.h"
#include "features.h"
#include "verify.h"

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
   * For each reference keypoint the query keypoint that agrees best with the transform, each query keypoint
   * used at most once.
   *
   * @param radius_px  greatest distance from the predicted place, in query pixels
   * @param shift      added to every prediction, to learn what chance alone gives
   */
  std::vector<GuidedMatch> Match(const ReferenceView& reference, const cv::Matx33d& query_from_reference,
                                 double radius_px, cv::Point2d shift = {0, 0}) const;

 private:
  template <typename Visit>
  void VisitNear(cv::Point2d place, double radius_px, Visit visit) const;

  const Features& query_;
  int columns_ = 1;
  int rows_ = 1;
  /** start_[c]..start_[c + 1] are the places in order_ of the keypoints of cell c. */
  std::vector<int> start_;
  std::vector<int> order_;
};

}  // namespace loupe
