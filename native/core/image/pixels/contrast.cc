#include "core/image/pixels/contrast.h"

#include <cstdlib>

#include "core/image/pixels/edges.h"

namespace loupe::image {
namespace {

/** Three neighboring rows. */
struct Rows {
  const uint8_t *above, *row, *below;
};

int FineAt(const Rows& r, int left, int x, int right) {
  return std::abs(r.above[x] + r.below[x] + r.row[left] + r.row[right] - 4 * r.row[x]);
}

int GradientAt(const Rows& r, int left, int right) {
  return std::abs(r.above[right] - r.above[left] + 2 * (r.row[right] - r.row[left]) + r.below[right] -
                  r.below[left]);
}

}  // namespace

Contrast ContrastOf(const cv::Mat& image) {
  const int width = image.cols, height = image.rows;
  Contrast sum;
  for (int y = 0; y < height; ++y) {
    const Rows rows = {image.ptr(Mirrored(y - 1, height)), image.ptr(y), image.ptr(Mirrored(y + 1, height))};
    // Both fit: rows are shorter than 2^15 pixels, and each adds less than 2^11.
    int fine = 0, gradient = 0;
    for (int x = 1; x + 1 < width; ++x) {
      fine += FineAt(rows, x - 1, x, x + 1);
      gradient += GradientAt(rows, x - 1, x + 1);
    }
    for (const int x : {0, width - 1}) {
      const int left = Mirrored(x - 1, width), right = Mirrored(x + 1, width);
      fine += FineAt(rows, left, x, right);
      gradient += GradientAt(rows, left, right);
    }
    sum.fine += fine;
    sum.gradient += gradient;
  }
  return sum;
}

}  // namespace loupe::image
