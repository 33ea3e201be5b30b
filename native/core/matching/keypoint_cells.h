#pragma once

#include <algorithm>
#include <cstdint>

namespace loupe::matching {

/** Neighboring cells: the places of a row's keypoints are starts[0] to starts[span], those of the next row
 * lie as many further on as the grid has columns. */
struct KeypointCells {
  const uint32_t* starts;
  int span, rows;
};

/** Number of the column or row of cells, of so many, that a coordinate falls in; those at the rim reach on.
 */
template <int kSide>
inline int CellOf(float v, int count) {
  return std::clamp(static_cast<int>(v) / kSide, 0, count - 1);
}

/** The cells that a circle reaches; all coordinates in pixels. */
template <int kCellWidth, int kCellHeight>
inline KeypointCells CellsWithin(const uint32_t* starts, int columns, int rows, float x, float y,
                                 float radius) {
  const int first_column = CellOf<kCellWidth>(x - radius, columns);
  const int last_column = CellOf<kCellWidth>(x + radius, columns);
  const int first_row = CellOf<kCellHeight>(y - radius, rows);
  const int last_row = CellOf<kCellHeight>(y + radius, rows);
  return {starts + first_row * columns + first_column, last_column - first_column + 1,
          last_row - first_row + 1};
}

}  // namespace loupe::matching
