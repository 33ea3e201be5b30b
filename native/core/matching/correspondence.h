#pragma once

#include <cstdint>

namespace loupe::matching {

/** A guess that two keypoints show the same spot. */
struct Correspondence {
  uint16_t query_index = 0;
  uint16_t reference_index = 0;
  /** Hamming distance, 0..256: smaller ones are tried first. */
  uint16_t distance = 0;
};

}  // namespace loupe::matching
