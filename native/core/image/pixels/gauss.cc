#include "core/image/pixels/gauss.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/image/pixels/edges.h"

namespace loupe::image {
namespace {

constexpr int kRadius = 3;
constexpr size_t kTaps = 2 * kRadius + 1;
/** Half of the kernel in 1/256, outermost first; all seven sum up to 256. */
constexpr uint32_t kWeights[kRadius + 1] = {18, 34, 48, 56};

/** Sums along a row in 1/256 gray value; `source` begins kRadius pixels before the first. */
void SumRow(const uint8_t* source, size_t count, uint16_t* __restrict sums) {
  for (size_t x = 0; x < count; ++x) {
    const uint8_t* s = source + x;
    sums[x] =
        static_cast<uint16_t>(kWeights[0] * (s[0] + uint32_t{s[6]}) + kWeights[1] * (s[1] + uint32_t{s[5]}) +
                              kWeights[2] * (s[2] + uint32_t{s[4]}) + kWeights[3] * s[3]);
  }
}

void SumColumns(const uint16_t* const* rows, size_t count, uint8_t* __restrict out) {
  const uint16_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4], *f = rows[5],
                 *g = rows[6];
  for (size_t x = 0; x < count; ++x) {
    const uint32_t sum = kWeights[0] * (a[x] + uint32_t{g[x]}) + kWeights[1] * (b[x] + uint32_t{f[x]}) +
                         kWeights[2] * (c[x] + uint32_t{e[x]}) + kWeights[3] * d[x];
    out[x] = static_cast<uint8_t>((sum + (1U << 15)) >> 16);
  }
}

}  // namespace

cv::Mat SmoothPlain(const cv::Mat& image) {
  cv::Mat smoothed(image.size(), CV_8UC1);
  const auto width = static_cast<size_t>(image.cols);
  std::vector<uint8_t> padded(width + 2 * kRadius);
  // The sums of seven rows in turn; mirrored rows lie among them.
  std::vector<uint16_t> sums(kTaps * width);
  const auto sums_of = [&](int y) { return sums.data() + static_cast<size_t>(y) % kTaps * width; };
  int next = 0;
  for (int y = 0; y < image.rows; ++y) {
    for (; next <= std::min(y + kRadius, image.rows - 1); ++next) {
      const uint8_t* row = image.ptr(next);
      std::memcpy(padded.data() + kRadius, row, width);
      for (int i = 1; i <= kRadius; ++i) {
        padded[static_cast<size_t>(kRadius - i)] = row[Mirrored(-i, image.cols)];
        padded[static_cast<size_t>(kRadius + image.cols - 1 + i)] =
            row[Mirrored(image.cols - 1 + i, image.cols)];
      }
      SumRow(padded.data(), width, sums_of(next));
    }
    const uint16_t* rows[kTaps];
    for (int i = 0; i < static_cast<int>(kTaps); ++i)
      rows[i] = sums_of(Mirrored(y + i - kRadius, image.rows));
    SumColumns(rows, width, smoothed.ptr(y));
  }
  return smoothed;
}

}  // namespace loupe::image
