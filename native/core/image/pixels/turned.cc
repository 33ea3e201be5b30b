#include "core/image/pixels/turned.h"

#include <cstdint>
#include <cstring>

namespace loupe::image {
namespace {

constexpr int kSide = 8;

/** Swaps those bytes of two rows that the mask names, `shift` bits apart. */
inline void SwapParts(uint64_t* a, uint64_t* b, int shift, uint64_t mask) {
  const uint64_t differing = ((*a >> shift) ^ *b) & mask;
  *b ^= differing;
  *a ^= differing << shift;
}

/** Turns rows of eight bytes, the first of which is the lowest, into columns: halves, quarters, then single
 * ones. */
inline void TurnBlock(uint64_t* rows) {
  for (int i = 0; i < 4; ++i) SwapParts(&rows[i], &rows[i + 4], 32, 0x00000000ffffffffU);
  for (const int i : {0, 1, 4, 5}) SwapParts(&rows[i], &rows[i + 2], 16, 0x0000ffff0000ffffU);
  for (const int i : {0, 2, 4, 6}) SwapParts(&rows[i], &rows[i + 1], 8, 0x00ff00ff00ff00ffU);
}

}  // namespace

cv::Mat Transposed(const cv::Mat& image) {
  cv::Mat turned(image.cols, image.rows, CV_8UC1);
  const int whole_rows = image.rows / kSide * kSide, whole_cols = image.cols / kSide * kSide;
  for (int y = 0; y < whole_rows; y += kSide) {
    for (int x = 0; x < whole_cols; x += kSide) {
      uint64_t rows[kSide];
      for (int i = 0; i < kSide; ++i) std::memcpy(&rows[i], image.ptr(y + i) + x, kSide);
      TurnBlock(rows);
      for (int i = 0; i < kSide; ++i) std::memcpy(turned.ptr(x + i) + y, &rows[i], kSide);
    }
    for (int x = whole_cols; x < image.cols; ++x) {
      for (int i = 0; i < kSide; ++i) turned.ptr(x)[y + i] = image.ptr(y + i)[x];
    }
  }
  for (int y = whole_rows; y < image.rows; ++y) {
    for (int x = 0; x < image.cols; ++x) turned.ptr(x)[y] = image.ptr(y)[x];
  }
  return turned;
}

}  // namespace loupe::image
