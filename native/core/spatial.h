#pragma once

#include <cstdint>
#include <vector>

#include "features.h"
#include "posting_scan.h"

namespace loupe {

/** Query keypoints in the form that spatial matching computes with. */
struct QueryGeometry {
  std::vector<float> x;
  std::vector<float> y;
  /** Orientation in 1/256 turn. */
  std::vector<uint8_t> angle;
  std::vector<uint8_t> level;
};

QueryGeometry QueryGeometryOf(const std::vector<Keypoint>& keypoints);

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
   * @param agreeing        when not null, receives 1 for each hit that agrees with the best similarity, else
   * 0
   */
  SpatialAgreement Match(const QueryGeometry& query, Span<const RetrievalHit> hits, int reference_side,
                         std::vector<uint8_t>* agreeing = nullptr);

 private:
  void Load(const QueryGeometry& query, Span<const RetrievalHit> hits, int reference_side);

  std::vector<float> query_x_, query_y_, reference_x_, reference_y_;
  std::vector<int32_t> turn_, level_difference_, weight_, agreement_;
};

}  // namespace loupe
