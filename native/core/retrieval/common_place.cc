#include "core/retrieval/common_place.h"

#include <algorithm>

namespace loupe::retrieval {

uint32_t CommonPlace::MostTogether() const {
  uint32_t most = 0;
  for (uint32_t row = 0; row < kCellsASide; ++row) {
    const uint32_t* cell = counts_.data() + row * kStride;
    for (uint32_t column = 0; column < kCellsASide; ++column, ++cell)
      most = std::max(most, cell[0] + cell[1] + cell[kStride] + cell[kStride + 1]);
  }
  return most;
}

}  // namespace loupe::retrieval
