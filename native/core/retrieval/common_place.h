#pragma once

#include <array>
#include <cstdint>

#include "core/index/segment.h"

namespace loupe::retrieval {

/**
 * Counts how many keypoints of different references lie at one place of these. What pages of one template
 * share lies at the same place of each; what only looks alike, as letters of one typeface do, lies anywhere.
 */
class CommonPlace {
 public:
  void Add(const index::PackedGeometry& geometry) { ++counts_[CellOf(geometry.x(), geometry.y())]; }

  /** Of those that were added, the most inside one square, a sixteenth of a reference's longest side wide. */
  uint32_t MostTogether() const;

 private:
  /** A place that lies on a border between cells would be counted in parts: four cells make a square. */
  static constexpr uint32_t kCellsASide = 32;
  static constexpr uint32_t kStepsPerCell = 1024 / kCellsASide;
  /** With an empty row and column behind the last. */
  static constexpr uint32_t kStride = kCellsASide + 1;

  static uint32_t CellOf(uint32_t x, uint32_t y) { return y / kStepsPerCell * kStride + x / kStepsPerCell; }

  std::array<uint32_t, kStride * kStride> counts_{};
};

}  // namespace loupe::retrieval
