#include "core/image/gray_plane.h"

#include <algorithm>
#include <cmath>

#include "core/simd/lanes.h"

namespace loupe::image {
namespace {

/** The window reaches so far from its middle. */
constexpr int kReach = 6;
/** Added to the local deviation: differences of a few gray levels are noise. */
constexpr float kFaintDeviation = 3.0f;
/** Added to counts: changes none but zero. */
constexpr float kTiny = 1e-9f;
constexpr size_t kLanes = GrayPlane::kLanes;

/** Sums of thirteen neighbors along a row: eight, four and one of them. */
void SumAlong(const float* row, size_t count, std::vector<float>* scratch, float* sums) {
  const size_t length = count + 2 * kReach;
  float* twos = scratch->data();
  float* fours = twos + length;
  const float* first = row - kReach;
  for (size_t i = 0; i + 1 < length; ++i) twos[i] = first[i] + first[i + 1];
  for (size_t i = 0; i + 3 < length; ++i) fours[i] = twos[i] + twos[i + 2];
  for (size_t i = 0; i < count; ++i) sums[i] = (fours[i] + fours[i + 4]) + (fours[i + 8] + first[i + 12]);
}

LOUPE_KERNEL void TakeSquareRoots(float* values, size_t count) {
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    simd::Store(values + i, simd::SquareRoots(simd::Load<simd::FloatLanes>(values + i)));
  for (; i < count; ++i) values[i] = std::sqrt(values[i]);
}

double VarianceOf(double sum, double squares, double count) {
  return std::max(0.0, squares / count - sum / count * (sum / count));
}

}  // namespace

void PairSums::Add(const PairSums& other) {
  count += other.count;
  a += other.a, b += other.b;
  aa += other.aa, bb += other.bb, ab += other.ab;
}

float PairSums::Correlation() const {
  if (count < 1) return 0.0f;
  const double va = VarianceOf(a, aa, count), vb = VarianceOf(b, bb, count);
  if (va < 1e-6 || vb < 1e-6) return 0.0f;
  return static_cast<float>((ab / count - a / count * b / count) / std::sqrt(va * vb));
}

float PairSums::Deviation() const {
  return count < 1 ? 0.0f : static_cast<float>(std::sqrt(VarianceOf(a, aa, count)));
}

float PairSums::SecondDeviation() const {
  return count < 1 ? 0.0f : static_cast<float>(std::sqrt(VarianceOf(b, bb, count)));
}

PairSums SumsOfBlock(const GrayPlane& a, const GrayPlane& b, const GrayPlane& mask, int x, int y, int side) {
  float n[kLanes] = {}, sa[kLanes] = {}, sb[kLanes] = {}, saa[kLanes] = {}, sbb[kLanes] = {},
        sab[kLanes] = {};
  const int end_x = std::min(x + side, a.width()), end_y = std::min(y + side, a.height());
  for (int row = y; row < end_y; ++row) {
    const float *pa = a.row(row), *pb = b.row(row), *pm = mask.row(row);
    for (int column = x; column < end_x; column += static_cast<int>(kLanes)) {
      for (size_t i = 0; i < kLanes; ++i) {
        const float va = pa[column + static_cast<int>(i)], vb = pb[column + static_cast<int>(i)];
        n[i] += pm[column + static_cast<int>(i)];
        sa[i] += va;
        sb[i] += vb;
        saa[i] += va * va;
        sbb[i] += vb * vb;
        sab[i] += va * vb;
      }
    }
  }
  PairSums sums;
  for (size_t i = 0; i < kLanes; ++i) sums.Add({n[i], sa[i], sb[i], saa[i], sbb[i], sab[i]});
  return sums;
}

GrayPlane SumsAround(const GrayPlane& plane) {
  const auto width = static_cast<size_t>(plane.width());
  GrayPlane along(plane.width(), plane.height()), sums(plane.width(), plane.height());
  std::vector<float> scratch(2 * (width + 2 * kReach));
  for (int y = 0; y < plane.height(); ++y) SumAlong(plane.row(y), width, &scratch, along.row(y));
  // The window moves down: one row comes in, one goes out.
  std::vector<float> window(width, 0.0f);
  for (int y = -kReach; y < plane.height(); ++y) {
    if (y + kReach < plane.height()) {
      const float* in = along.row(y + kReach);
      for (size_t x = 0; x < width; ++x) window[x] += in[x];
    }
    if (y > kReach) {
      const float* out = along.row(y - kReach - 1);
      for (size_t x = 0; x < width; ++x) window[x] -= out[x];
    }
    if (y >= 0) std::copy(window.begin(), window.end(), sums.row(y));
  }
  return sums;
}

GrayPlane NormalizeLocally(const GrayPlane& values, const GrayPlane& mask, const GrayPlane& counts) {
  const auto width = static_cast<size_t>(values.width());
  GrayPlane squares(values.width(), values.height()), normalized(values.width(), values.height());
  for (int y = 0; y < values.height(); ++y) {
    const float* v = values.row(y);
    float* square = squares.row(y);
    for (size_t x = 0; x < width; ++x) square[x] = v[x] * v[x];
  }
  const GrayPlane sums = SumsAround(values), square_sums = SumsAround(squares);
  std::vector<float> means(width), deviations(width);
  for (int y = 0; y < values.height(); ++y) {
    const float *s = sums.row(y), *q = square_sums.row(y), *n = counts.row(y), *v = values.row(y),
                *m = mask.row(y);
    for (size_t x = 0; x < width; ++x) {
      const float share = 1.0f / (n[x] + kTiny);
      means[x] = s[x] * share;
      const float variance = q[x] * share - means[x] * means[x];
      // Without a comparison, so that the loop is vectorized: rounding may leave a little below zero.
      deviations[x] = 0.5f * (variance + std::abs(variance));
    }
    simd::RunWidest<TakeSquareRoots>(deviations.data(), width);
    float* out = normalized.row(y);
    for (size_t x = 0; x < width; ++x) out[x] = (v[x] - means[x]) * m[x] / (deviations[x] + kFaintDeviation);
  }
  return normalized;
}

}  // namespace loupe::image
