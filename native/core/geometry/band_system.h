#pragma once

#include <cstddef>
#include <vector>

namespace loupe::geometry {

/** A symmetric positive definite system of equations whose matrix is zero away from the diagonal. */
class BandSystem {
 public:
  /** @param reach  how far from the diagonal entries may lie */
  BandSystem(size_t unknowns, size_t reach, size_t right_sides);

  /** Adds to the entry of a row and the same or an earlier column, and so to its mirror image. */
  void Add(size_t row, size_t column, double value) { upper_[column * width_ + row - column] += value; }
  void AddRight(size_t row, size_t side, double value) { right_[row * sides_ + side] += value; }

  /** Solves in place (Cholesky). @return false when the matrix is not positive definite */
  bool Solve();
  /** A solved unknown. */
  double Solution(size_t row, size_t side) const { return right_[row * sides_ + side]; }

 private:
  size_t unknowns_, width_, sides_;
  /** Rows of the upper triangle, each from the diagonal on. */
  std::vector<double> upper_, right_;
};

}  // namespace loupe::geometry
