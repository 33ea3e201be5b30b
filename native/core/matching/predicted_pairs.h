#pragma once

#include <vector>

#include "core/matching/correspondence.h"
#include "core/matching/matching.h"
#include "core/matching/options.h"
#include "core/retrieval/spatial.h"

namespace loupe::matching {

/** Correspondences that a candidate's similarity predicts. */
struct PredictedPairs {
  std::vector<Correspondence> pairs;
  /** Sum over the pairs of how much nearer their descriptors are than max_hamming; separates true from
   * chance pairs. */
  int evidence = 0;
};

/**
 * Finds the correspondences that a candidate's similarity predicts, so that verification starts from many
 * true pairs and few false ones, and is spared where there are none.
 *
 * A sample of the reference's keypoints is looked for widely around the places that the similarity predicts;
 * an affine transform fitted to what is found then narrows the search for all of them. Each query keypoint is
 * used once, with the reference keypoint nearest in descriptor.
 * @param matcher  of the candidate, over a grid with options.agreement
 * @param min_sampled_evidence  of the sample; with less, nothing is found
 */
PredictedPairs FindPredictedPairs(const GuidedMatcher& matcher, const retrieval::SpatialAgreement& agreement,
                                  const PredictedPairOptions& options, int min_sampled_evidence);

}  // namespace loupe::matching
