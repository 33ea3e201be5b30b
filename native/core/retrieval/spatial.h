#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/retrieval/candidate_votes.h"
#include "core/retrieval/options.h"

namespace loupe::retrieval {

/** Query keypoints in the form that spatial matching computes with. */
struct QueryGeometry {
  std::vector<float> x;
  std::vector<float> y;
  /** Orientation in 1/256 turn. */
  std::vector<uint8_t> angle;
  std::vector<uint8_t> level;
};

QueryGeometry QueryGeometryOf(const std::vector<features::Keypoint>& keypoints);

/** The similarity transform of a reference onto the query that most hits agree with. */
struct SpatialAgreement {
  /** Weight of the agreeing hits. */
  uint32_t score = 0;
  uint32_t agreeing_count = 0;
  /** query = [a -b; b a] * reference + [tx ty], in working pixels of both. */
  float a = 0.0f;
  float b = 0.0f;
  float tx = 0.0f;
  float ty = 0.0f;
  /** Mean place of the agreeing hits in the reference. */
  float center_x = 0.0f;
  float center_y = 0.0f;
};

/** Hits in columns, filled up to a multiple of eight with hits that weigh nothing. */
struct HitColumns {
  const float* query_x;
  const float* query_y;
  const float* reference_x;
  const float* reference_y;
  const int32_t* turn;
  const int32_t* level_difference;
  const int32_t* weight;
  size_t count;
};

/**
 * Fast spatial matching (Philbin et al., CVPR 2007): every hit proposes a similarity from its two oriented,
 * scaled keypoints; the proposal that most weight agrees with wins (ties: the first). The result does not
 * depend on the instruction set, because no step rounds differently.
 */
class SpatialMatcher {
 public:
  /**
   * @param hits            hits of one reference
   * @param reference_side  longest side of the reference's working picture in pixels
   * @param max_proposals   the number of hits that propose, heaviest first
   * @param tolerance       when a hit agrees with a proposal
   */
  SpatialAgreement Match(const QueryGeometry& query, base::Span<const RetrievalHit> hits, int reference_side,
                         size_t max_proposals, const SpatialOptions& tolerance);

 private:
  void Describe(const HitColumns& columns, size_t anchor, const SpatialOptions& tolerance,
                SpatialAgreement* best);
  void Load(const QueryGeometry& query, base::Span<const RetrievalHit> hits, int reference_side);

  std::vector<float> query_x_, query_y_, reference_x_, reference_y_;
  std::vector<uint32_t> proposals_;
  std::vector<int32_t> turn_, level_difference_, weight_, agreement_;
};

}  // namespace loupe::retrieval
