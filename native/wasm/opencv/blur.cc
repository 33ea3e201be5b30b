#include "wasm/opencv/blur.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/image/pixels/edges.h"

namespace loupe::wasm {
namespace {

constexpr int kMostReach = 8;

/** Half of a kernel in 1/256, the middle first; its sides and the middle sum up to 256. */
struct Kernel {
  double sigma;
  int reach;
  uint16_t weights[kMostReach + 1];
};

/** As OpenCV rounds them, each with what rounding left over of those before. */
constexpr Kernel kKernels[] = {
    {0.7, 2, {146, 53, 2}},
    {1.0, 3, {102, 62, 14, 1}},
    {1.4, 4, {74, 56, 26, 8, 1}},
    {2.0, 6, {52, 45, 31, 16, 7, 2, 1}},
    {2.8, 8, {36, 34, 29, 20, 13, 8, 4, 1, 1}},
};

const Kernel& KernelOf(double sigma) {
  for (const Kernel& kernel : kKernels)
    if (kernel.sigma == sigma) return kernel;
  throw base::Error(base::ErrorCode::kInternal, "The module has no kernel for this blur.");
}

/** Sums along a row; `padded` begins `reach` pixels before the first. */
void SumRow(const uint8_t* padded, size_t count, const Kernel& kernel, uint16_t* __restrict sums) {
  const uint8_t* middle = padded + kernel.reach;
  const uint16_t weight = kernel.weights[0];
  for (size_t x = 0; x < count; ++x) sums[x] = static_cast<uint16_t>(weight * middle[x]);
  for (int i = 1; i <= kernel.reach; ++i) {
    const uint8_t *left = middle - i, *right = middle + i;
    const uint16_t side = kernel.weights[i];
    for (size_t x = 0; x < count; ++x)
      sums[x] = static_cast<uint16_t>(sums[x] + side * static_cast<uint16_t>(left[x] + right[x]));
  }
}

}  // namespace

cv::Mat BlurredBytes(const cv::Mat& gray, double sigma) {
  const Kernel& kernel = KernelOf(sigma);
  const int reach = kernel.reach;
  const auto width = static_cast<size_t>(gray.cols);
  std::vector<uint8_t> padded(width + 2 * static_cast<size_t>(reach));
  std::vector<uint16_t> sums(width * static_cast<size_t>(gray.rows));
  for (int y = 0; y < gray.rows; ++y) {
    const uint8_t* row = gray.ptr(y);
    std::copy_n(row, width, padded.data() + reach);
    for (int i = 1; i <= reach; ++i) {
      padded[static_cast<size_t>(reach - i)] = row[image::Mirrored(-i, gray.cols)];
      padded[static_cast<size_t>(reach + gray.cols - 1 + i)] =
          row[image::Mirrored(gray.cols - 1 + i, gray.cols)];
    }
    SumRow(padded.data(), width, kernel, sums.data() + static_cast<size_t>(y) * width);
  }
  cv::Mat blurred(gray.size(), CV_8U);
  std::vector<uint32_t> column(width);
  const auto row_of = [&](int y) {
    return sums.data() + static_cast<size_t>(image::Mirrored(y, gray.rows)) * width;
  };
  for (int y = 0; y < gray.rows; ++y) {
    const uint16_t* middle = row_of(y);
    for (size_t x = 0; x < width; ++x) column[x] = uint32_t{kernel.weights[0]} * middle[x] + (1U << 15);
    for (int i = 1; i <= reach; ++i) {
      const uint16_t *above = row_of(y - i), *below = row_of(y + i);
      const uint32_t side = kernel.weights[i];
      for (size_t x = 0; x < width; ++x) column[x] += side * (uint32_t{above[x]} + below[x]);
    }
    uint8_t* out = blurred.ptr(y);
    for (size_t x = 0; x < width; ++x) out[x] = static_cast<uint8_t>(column[x] >> 16);
  }
  return blurred;
}

cv::Mat BlurredNumbers(const cv::Mat& numbers, double sigma) {
  // As far as OpenCV reaches with numbers of 32 bits.
  const int side = cvRound(sigma * 4 * 2 + 1) | 1, reach = side / 2, channels = numbers.channels();
  std::vector<double> exact(static_cast<size_t>(side));
  double sum = 0;
  for (int i = 0; i < side; ++i) {
    const double at = i - reach;
    sum += exact[static_cast<size_t>(i)] = std::exp(-at * at / (2 * sigma * sigma));
  }
  std::vector<float> weights(exact.size());
  for (size_t i = 0; i < exact.size(); ++i) weights[i] = static_cast<float>(exact[i] / sum);
  const auto blur = [&](const float* from, int count, int step, float* to) {
    for (int at = 0; at < count; ++at) {
      float blurred = 0;
      for (int i = std::max(0, at - reach); i <= std::min(count - 1, at + reach); ++i)
        blurred += weights[static_cast<size_t>(i - at + reach)] * from[i * step];
      to[at * step] = blurred;
    }
  };
  cv::Mat along(numbers.size(), numbers.type()), blurred(numbers.size(), numbers.type());
  const int row = numbers.cols * channels;
  for (int y = 0; y < numbers.rows; ++y)
    for (int c = 0; c < channels; ++c)
      blur(numbers.ptr<float>(y) + c, numbers.cols, channels, along.ptr<float>(y) + c);
  for (int x = 0; x < row; ++x) blur(along.ptr<float>() + x, numbers.rows, row, blurred.ptr<float>() + x);
  return blurred;
}

}  // namespace loupe::wasm
