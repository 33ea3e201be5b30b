#pragma once

#include <cstdint>
#include <vector>

#include "features.h"
#include "isa.h"
#include "prediction.h"

namespace loupe {

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

/**
 * Keypoints of a query listed for every cell that they can be reached from, so that one list answers what
 * lies around a place.
 */
class NearKeypoints {
 public:
  /**
   * @param query     outlives the lists
   * @param reach_px  greatest radius that will be asked for
   */
  NearKeypoints(const Features& query, const KeypointColumns& columns, int cell_side_px, float reach_px);

  /**
   * Of the keypoints within a radius that agree with a prediction, the one whose descriptor is nearest to
   * `descriptor` and nearer than `hamming_limit`; of equals, the first by rows.
   * @param radius_px  at most the reach; the place lies no farther than that outside the picture
   * @param isa        the result is the same for every one
   */
  NearestKeypoint Find(const Predicted& predicted, const Descriptor& descriptor, float radius_px,
                       int hamming_limit, Isa isa) const;

 private:
  const Features& query_;
  float inverse_side_;
  float reach_;
  int columns_;
  /** starts_[c] to starts_[c + 1] is the list of cell c. */
  std::vector<uint32_t> starts_;
  /** The lists, one after the other, with room to read eight beyond the last. */
  KeypointColumns seen_;
  std::vector<uint16_t> index_;
};

}  // namespace loupe
