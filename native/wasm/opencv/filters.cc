#include "wasm/opencv/filters.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace loupe::wasm {
namespace {

int Within(int at, int count) { return std::clamp(at, 0, count - 1); }

/** Sums of `side` neighbors; what lies outside adds nothing. */
void SumLine(const double* from, int count, int step, int side, double* to) {
  const int reach = side / 2;
  for (int at = 0; at < count; ++at) {
    double sum = 0;
    for (int i = std::max(0, at - reach); i <= std::min(count - 1, at + side - 1 - reach); ++i)
      sum += from[i * step];
    to[at * step] = sum;
  }
}

}  // namespace

cv::Mat SlopesAlong(const cv::Mat& gray, bool is_along_x) {
  cv::Mat slopes(gray.size(), CV_16S);
  const auto width = static_cast<size_t>(gray.cols);
  // Of three rows, with one more column at each side.
  std::vector<int16_t> down(width + 2);
  for (int y = 0; y < gray.rows; ++y) {
    const uint8_t *above = gray.ptr(Within(y - 1, gray.rows)), *at = gray.ptr(y),
                  *below = gray.ptr(Within(y + 1, gray.rows));
    int16_t* middle = down.data() + 1;
    if (is_along_x)
      for (size_t x = 0; x < width; ++x) middle[x] = static_cast<int16_t>(above[x] + 2 * at[x] + below[x]);
    else
      for (size_t x = 0; x < width; ++x) middle[x] = static_cast<int16_t>(below[x] - above[x]);
    down[0] = down[1];
    down[width + 1] = down[width];
    auto* out = slopes.ptr<int16_t>(y);
    if (is_along_x)
      for (size_t x = 0; x < width; ++x) out[x] = static_cast<int16_t>(down[x + 2] - down[x]);
    else
      for (size_t x = 0; x < width; ++x)
        out[x] = static_cast<int16_t>(down[x] + 2 * down[x + 1] + down[x + 2]);
  }
  return slopes;
}

cv::Mat SumsAround(const cv::Mat& numbers, int side) {
  cv::Mat along(numbers.size(), CV_64F), sums(numbers.size(), CV_64F);
  for (int y = 0; y < numbers.rows; ++y)
    SumLine(numbers.ptr<double>(y), numbers.cols, 1, side, along.ptr<double>(y));
  for (int x = 0; x < numbers.cols; ++x)
    SumLine(along.ptr<double>() + x, numbers.rows, numbers.cols, side, sums.ptr<double>() + x);
  return sums;
}

cv::Mat Spread(const cv::Mat& mask) {
  cv::Mat spread(mask.size(), CV_8U);
  for (int y = 0; y < mask.rows; ++y) {
    for (int x = 0; x < mask.cols; ++x) {
      uint8_t greatest = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          greatest = std::max(greatest, mask.ptr(Within(y + dy, mask.rows))[Within(x + dx, mask.cols)]);
      spread.ptr(y)[x] = greatest;
    }
  }
  return spread;
}

void PutWithin(const cv::Mat& gray, int top, int left, cv::Mat* wider) {
  for (int y = 0; y < wider->rows; ++y) {
    const uint8_t* from = gray.ptr(Within(y - top, gray.rows));
    uint8_t* to = wider->ptr(y);
    for (int x = 0; x < wider->cols; ++x) to[x] = from[Within(x - left, gray.cols)];
  }
}

int NumberRegions(const cv::Mat& mask, cv::Mat* labels) {
  for (int y = 0; y < mask.rows; ++y) std::fill_n(labels->ptr<int>(y), mask.cols, 0);
  int count = 1;
  std::vector<cv::Point> open;
  for (int y = 0; y < mask.rows; ++y) {
    for (int x = 0; x < mask.cols; ++x) {
      if (mask.ptr(y)[x] == 0 || labels->ptr<int>(y)[x] != 0) continue;
      labels->ptr<int>(y)[x] = count;
      open.assign(1, {x, y});
      while (!open.empty()) {
        const cv::Point at = open.back();
        open.pop_back();
        for (int v = std::max(0, at.y - 1); v <= std::min(mask.rows - 1, at.y + 1); ++v) {
          for (int u = std::max(0, at.x - 1); u <= std::min(mask.cols - 1, at.x + 1); ++u) {
            int& label = labels->ptr<int>(v)[u];
            if (mask.ptr(v)[u] == 0 || label != 0) continue;
            label = count;
            open.emplace_back(u, v);
          }
        }
      }
      ++count;
    }
  }
  return count;
}

}  // namespace loupe::wasm
