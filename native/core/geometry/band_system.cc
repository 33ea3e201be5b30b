#include "core/geometry/band_system.h"

#include <algorithm>

#include "core/simd/lanes.h"

namespace loupe::geometry {
namespace {

/**
 * Takes multiples of a row from the rows after it, so that its column is zero in them. Products are rounded
 * before they are subtracted, so that every instruction set gives the same.
 */
LOUPE_KERNEL void Eliminate(const double* own, size_t end, size_t width, size_t sides,
                            double* __restrict later, double* __restrict right) {
  const double inverse = 1.0 / own[0];
  for (size_t i = 1; i < end; ++i, later += width) {
    const double factor = own[i] * inverse;
    for (size_t k = i; k < end; ++k) later[k - i] -= factor * own[k];
    for (size_t side = 0; side < sides; ++side) right[i * sides + side] -= factor * right[side];
  }
}

}  // namespace

BandSystem::BandSystem(size_t unknowns, size_t reach, size_t right_sides)
    : unknowns_(unknowns),
      width_(reach + 1),
      sides_(right_sides),
      upper_(unknowns * width_, 0.0),
      right_(unknowns * right_sides, 0.0) {}

bool BandSystem::Solve() {
  for (size_t row = 0; row < unknowns_; ++row) {
    const double* own = upper_.data() + row * width_;
    if (!(own[0] > 0.0)) return false;
    simd::RunWidest<Eliminate>(own, std::min(width_, unknowns_ - row), width_, sides_,
                               upper_.data() + (row + 1) * width_, right_.data() + row * sides_);
  }
  for (size_t row = unknowns_; row-- > 0;) {
    const double* own = upper_.data() + row * width_;
    const size_t end = std::min(width_, unknowns_ - row);
    for (size_t side = 0; side < sides_; ++side) {
      double value = right_[row * sides_ + side];
      for (size_t i = 1; i < end; ++i) value -= own[i] * right_[(row + i) * sides_ + side];
      right_[row * sides_ + side] = value / own[0];
    }
  }
  return true;
}

}  // namespace loupe::geometry
