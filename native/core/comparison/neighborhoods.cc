#include "core/comparison/neighborhoods.h"

#include <algorithm>
#include <vector>

#include "core/simd/lanes.h"

namespace loupe::comparison {
namespace {

struct Rows {
  const uint8_t *above, *at, *below;
  int width;
};

LOUPE_KERNEL uint8_t Least(uint8_t a, uint8_t b) { return a < b ? a : b; }
LOUPE_KERNEL uint8_t Most(uint8_t a, uint8_t b) { return a > b ? a : b; }
/** a - b, or 0 when b is more. */
LOUPE_KERNEL uint8_t Excess(uint8_t a, uint8_t b) { return uint8_t(Most(a, b) - b); }

/** `column` has room for one value on either side. */
LOUPE_KERNEL void LeastKernel(const Rows* rows, uint8_t* __restrict column, uint8_t* __restrict out) {
  // Taken out of the struct, which the compiler must think written to by every store of a byte.
  const uint8_t *above = rows->above, *at = rows->at, *below = rows->below;
  const int width = rows->width;
  for (int x = 0; x < width; ++x) column[x + 1] = Least(Least(above[x], at[x]), below[x]);
  column[0] = column[1], column[width + 1] = column[width];
  for (int x = 0; x < width; ++x) out[x] = Least(Least(column[x], column[x + 1]), column[x + 2]);
}

LOUPE_KERNEL void MostKernel(const Rows* rows, uint8_t* __restrict column, uint8_t* __restrict out) {
  const uint8_t *above = rows->above, *at = rows->at, *below = rows->below;
  const int width = rows->width;
  for (int x = 0; x < width; ++x) column[x + 1] = Most(Most(above[x], at[x]), below[x]);
  column[0] = column[1], column[width + 1] = column[width];
  for (int x = 0; x < width; ++x) out[x] = Most(Most(column[x], column[x + 1]), column[x + 2]);
}

struct BothRows {
  const uint8_t *a, *low_a, *high_a, *b, *low_b, *high_b;
  int width;
};

LOUPE_KERNEL void BeyondKernel(const BothRows* rows, uint8_t* __restrict out) {
  const uint8_t *as = rows->a, *low_a = rows->low_a, *high_a = rows->high_a;
  const uint8_t *bs = rows->b, *low_b = rows->low_b, *high_b = rows->high_b;
  const int width = rows->width;
  for (int x = 0; x < width; ++x) {
    const uint8_t a = as[x], b = bs[x];
    const uint8_t of_b = Most(Excess(b, high_a[x]), Excess(low_a[x], b));
    const uint8_t of_a = Most(Excess(a, high_b[x]), Excess(low_b[x], a));
    out[x] = Most(of_a, of_b);
  }
}

LOUPE_KERNEL void ContrastKernel(const BothRows* rows, uint8_t* __restrict out) {
  const uint8_t *low_a = rows->low_a, *high_a = rows->high_a, *low_b = rows->low_b, *high_b = rows->high_b;
  const int width = rows->width;
  for (int x = 0; x < width; ++x)
    out[x] = Least(uint8_t(high_a[x] - low_a[x]), uint8_t(high_b[x] - low_b[x]));
}

LOUPE_KERNEL void ShrinkKernel(const uint8_t* plane, const uint8_t* low, const uint8_t* high, int share,
                               int width, uint8_t* __restrict out_low, uint8_t* __restrict out_high) {
  for (int x = 0; x < width; ++x) {
    out_low[x] = uint8_t(plane[x] - ((plane[x] - low[x]) * share >> 8));
    out_high[x] = uint8_t(plane[x] + ((high[x] - plane[x]) * share >> 8));
  }
}

Rows RowsAround(const cv::Mat& plane, int y) {
  return {plane.ptr(std::max(0, y - 1)), plane.ptr(y), plane.ptr(std::min(plane.rows - 1, y + 1)),
          plane.cols};
}

}  // namespace

Neighborhood Widened(const Neighborhood& inner) {
  Neighborhood wider{cv::Mat(inner.low.size(), CV_8U), cv::Mat(inner.low.size(), CV_8U)};
  std::vector<uint8_t> column(size_t(inner.low.cols) + 2);
  for (int y = 0; y < inner.low.rows; ++y) {
    const Rows low = RowsAround(inner.low, y), high = RowsAround(inner.high, y);
    simd::RunWidest<LeastKernel>(&low, column.data(), wider.low.ptr(y));
    simd::RunWidest<MostKernel>(&high, column.data(), wider.high.ptr(y));
  }
  return wider;
}

Neighborhood Shrunk(const cv::Mat& plane, const Neighborhood& around, double share) {
  Neighborhood shrunk{cv::Mat(plane.size(), CV_8U), cv::Mat(plane.size(), CV_8U)};
  const int of_256 = cvRound(256 * share);
  for (int y = 0; y < plane.rows; ++y) {
    simd::RunWidest<ShrinkKernel>(plane.ptr(y), around.low.ptr(y), around.high.ptr(y), of_256, plane.cols,
                                  shrunk.low.ptr(y), shrunk.high.ptr(y));
  }
  return shrunk;
}

cv::Mat BeyondRange(const cv::Mat& a, const Neighborhood& around_a, const cv::Mat& b,
                    const Neighborhood& around_b) {
  cv::Mat beyond(a.size(), CV_8U);
  for (int y = 0; y < a.rows; ++y) {
    const BothRows rows{a.ptr(y), around_a.low.ptr(y), around_a.high.ptr(y),
                        b.ptr(y), around_b.low.ptr(y), around_b.high.ptr(y),
                        a.cols};
    simd::RunWidest<BeyondKernel>(&rows, beyond.ptr(y));
  }
  return beyond;
}

cv::Mat LesserContrast(const Neighborhood& a, const Neighborhood& b) {
  cv::Mat contrast(a.low.size(), CV_8U);
  for (int y = 0; y < contrast.rows; ++y) {
    const BothRows rows{nullptr,      a.low.ptr(y),  a.high.ptr(y), nullptr,
                        b.low.ptr(y), b.high.ptr(y), contrast.cols};
    simd::RunWidest<ContrastKernel>(&rows, contrast.ptr(y));
  }
  return contrast;
}

}  // namespace loupe::comparison
