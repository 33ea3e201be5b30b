#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/matching/correspondence.h"
#include "core/matching/options.h"
#include "core/retrieval/spatial.h"
#include "core/signature/dna.h"
#include "core/simd/isa.h"

namespace loupe::matching {

/** Correspondences that a candidate's similarity predicts. */
struct PredictedPairs {
  std::vector<Correspondence> pairs;
  /** Sum over the pairs of how much nearer their descriptors are than max_hamming; tells true from
   * chance. */
  int evidence = 0;
};

/**
 * Finds the correspondences that a candidate's similarity predicts, so that verification starts from many
 * true pairs and few false ones, and is spared where there are none. Holds one query's keypoints sorted into
 * cells.
 */
class PairFinder {
 public:
  /**
   * @param query, options  outlive the finder
   * @param isa    the pairs are the same for every one
   */
  PairFinder(const features::Features& query, const PredictedPairOptions& options,
             simd::Isa isa = simd::ActiveIsa());

  /**
   * A sample of the reference's keypoints is looked for widely around the places that the similarity
   * predicts; an affine transform fitted to what is found then narrows the search for all of them. Each query
   * keypoint is used once, with the reference keypoint nearest in descriptor.
   * @param min_sampled_evidence  of the sample; with less, nothing is found
   */
  PredictedPairs Find(const signature::ReferenceView& reference, const retrieval::SpatialAgreement& agreement,
                      int min_sampled_evidence) const;

 private:
  struct Affine;

  PredictedPairs FindNear(const signature::ReferenceView& reference, const Affine& transform,
                          const SearchReach& reach) const;
  static bool Fit(const features::Features& query, const signature::ReferenceView& reference,
                  const std::vector<Correspondence>& pairs, int max_hamming, Affine* transform);

  const features::Features& query_;
  const PredictedPairOptions& options_;
  const simd::Isa isa_;
  int columns_ = 1;
  int rows_ = 1;
  std::vector<uint32_t> starts_;
  /** Query keypoints in the order of cells, with room to read eight beyond the last. */
  std::vector<float> x_, y_, level_;
  std::vector<int32_t> turn_;
  std::vector<uint16_t> index_;
  std::vector<features::Descriptor> descriptors_;
};

}  // namespace loupe::matching
