#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/matching/options.h"
#include "core/matching/prediction.h"
#include "core/simd/isa.h"

namespace loupe::matching {

/** What a keypoint must be like to agree with a prediction. */
struct Predicted {
  float x, y, level;
  /** Orientation times any positive length. */
  float cosine, sine;
};

/** The keypoint that agrees and has the nearest descriptor. */
struct NearestKeypoint {
  int index = -1;
  int hamming = 0;
};

/** Keypoints of a query sorted into cells, for fast lookup around predicted places. Made once for a search.
 */
class KeypointGrid {
 public:
  /** @param query  outlives the grid */
  explicit KeypointGrid(const features::Features& query);

  const features::Features& query() const { return query_; }

  /**
   * For every prediction: of the keypoints within a radius that agree with it, the one whose descriptor is
   * nearest to the prediction's and nearer than `hamming_limit`; of equals, the first by cells.
   * @param predicted    as many as `descriptors`
   * @param isa          the result is the same for every one
   * @param found        is filled, one for each prediction
   */
  void Find(const KeypointColumns& predicted, base::Span<const features::Descriptor> descriptors,
            float radius_px, int hamming_limit, const AgreementOptions& agreement, simd::Isa isa,
            std::vector<NearestKeypoint>* found) const;

 private:
  const features::Features& query_;
  int columns_ = 1;
  int rows_ = 1;
  /** starts_[c] to starts_[c + 1] are the places of the keypoints of cell c. */
  std::vector<uint32_t> starts_;
  /** Keypoints in the order of cells. */
  KeypointColumns seen_;
  std::vector<uint16_t> index_;
  std::vector<features::Descriptor> descriptors_;
};

}  // namespace loupe::matching
