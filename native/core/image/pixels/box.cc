#include "core/image/pixels/box.h"

#include <algorithm>
#include <vector>

namespace loupe::image {
namespace {

void SumThrees(const float* row, size_t width, double* sums) {
  const auto sum = [](float a, float b, float c) {
    return static_cast<double>(a) + static_cast<double>(b) + static_cast<double>(c);
  };
  if (width == 1) {
    sums[0] = sum(row[0], row[0], row[0]);
    return;
  }
  sums[0] = sum(row[0], row[0], row[1]);
  for (size_t x = 1; x + 1 < width; ++x) sums[x] = sum(row[x - 1], row[x], row[x + 1]);
  sums[width - 1] = sum(row[width - 2], row[width - 1], row[width - 1]);
}

}  // namespace

void MeanOfNine(GrayPlane* plane, int times) {
  const auto width = static_cast<size_t>(plane->width());
  const int height = plane->height();
  if (width == 0 || height == 0) return;
  // Sums along three rows in turn, and what is left of the window's sums when its first row is gone.
  std::vector<double> threes(3 * width), running(width);
  const auto threes_of = [&](int y) { return threes.data() + static_cast<size_t>(y + 1) % 3 * width; };
  for (; times > 0; --times) {
    SumThrees(plane->row(0), width, threes_of(-1));
    std::copy(threes_of(-1), threes_of(-1) + width, threes_of(0));
    for (size_t x = 0; x < width; ++x) running[x] = threes_of(-1)[x] + threes_of(0)[x];
    for (int y = 0; y < height; ++y) {
      // A row is read before the one above it is written, and never afterwards.
      double* const next = threes_of(y + 1);
      if (y + 1 < height)
        SumThrees(plane->row(y + 1), width, next);
      else
        std::copy(threes_of(y), threes_of(y) + width, next);
      const double* const gone = threes_of(y - 1);
      float* const out = plane->row(y);
      for (size_t x = 0; x < width; ++x) {
        const double sum = running[x] + next[x];
        out[x] = static_cast<float>(sum * (1.0 / 9));
        running[x] = sum - gone[x];
      }
    }
  }
}

}  // namespace loupe::image
