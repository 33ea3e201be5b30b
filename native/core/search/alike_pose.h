#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/features/features.h"
#include "core/retrieval/candidates.h"
#include "core/verification/match.h"

namespace loupe::search {

/** How one verified reference is seen, applied to others: references that share a layout share the pose, too.
 */
class AlikePose {
 public:
  /** @param match  with a homography */
  explicit AlikePose(const verification::LocalMatch& match);

  /** Where references of the same shape have what the query's keypoints show. */
  std::vector<retrieval::ExpectedPlace> PlacesOf(const features::Features& query) const;

  /** Whether what this pose puts at the corners of its reference the other one puts at most so far away.
   * @param radius  as a share of the reference's longest side */
  bool IsSameAs(const AlikePose& other, double radius) const;

  /** The similarity nearest to the pose at the reference's middle. @param side  longest side of the
   * reference's working picture in pixels */
  retrieval::SpatialAgreement AgreementOf(int side) const;

 private:
  retrieval::SpatialAgreement SimilarityAt(cv::Point2d center) const;

  /** From fractions of the reference's longest side to the query's working pixels. */
  cv::Matx33d query_from_reference_;
  /** The reference's sides as such fractions. */
  double width_, height_;
  double side_px_;
};

}  // namespace loupe::search
