#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/matching/options.h"
#include "core/matching/prediction.h"

namespace loupe::matching {

/** The keypoint that agrees with a prediction and has the nearest descriptor. */
struct NearestKeypoint {
  int index = -1;
  int hamming = 0;
};

/** Keypoints of a query sorted into cells, for fast lookup around predicted places. Made once for a search.
 */
class KeypointGrid {
 public:
  /** @param query, options  outlive the grid */
  KeypointGrid(const features::Features& query, const AgreementOptions& options);

  const features::Features& query() const { return query_; }

  /**
   * For every prediction: of the keypoints within its radius that agree with it, the one whose descriptor is
   * nearest to the reference's, if it is near enough; of equals, the first by cells.
   * @param descriptors  of all keypoints of the reference
   * @param found        is filled, one for each prediction
   */
  void Find(const Predictions& predictions, base::Span<const features::Descriptor> descriptors,
            std::vector<NearestKeypoint>* found) const;

 private:
  const features::Features& query_;
  const AgreementOptions& options_;
  int columns_ = 1;
  int rows_ = 1;
  /** starts_[c] to starts_[c + 1] are the places of the keypoints of cell c, row by row. */
  std::vector<uint32_t> starts_;
  /** Keypoints in the order of cells. */
  KeypointColumns seen_;
  std::vector<uint16_t> index_;
  std::vector<features::Descriptor> descriptors_;
};

}  // namespace loupe::matching
