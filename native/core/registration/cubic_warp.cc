#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

#include "core/registration/warping.h"

namespace loupe::registration {
namespace {

constexpr int kWeightBits = 11;
constexpr int kSteps = RowPlaces::kSteps;
constexpr int kChannels = 3;
using Weights = std::array<int16_t, 4>;

/** Weights of four neighboring samples for each step between the middle two; each sums to 2^kWeightBits. */
std::array<Weights, kSteps> CubicWeights() {
  constexpr double a = -0.75;
  std::array<Weights, kSteps> table{};
  for (int step = 0; step < kSteps; ++step) {
    const double t = double(step) / kSteps;
    const auto near = [](double d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
    const auto far = [](double d) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; };
    const double exact[4] = {far(1 + t), near(t), near(1 - t), far(2 - t)};
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
      table[step][i] = int16_t(std::lround(exact[i] * (1 << kWeightBits)));
      sum += table[step][i];
    }
    table[step][t < 0.5 ? 1 : 2] = int16_t(table[step][t < 0.5 ? 1 : 2] + (1 << kWeightBits) - sum);
  }
  return table;
}

// Rows are summed to 6 bits beyond the pixel's own, so that they fit 16 bits with their overshoot.
constexpr int kRowShift = kWeightBits - 6;
constexpr int kFinalShift = kWeightBits + 6;

#if defined(__SSE4_1__)
/** Four RGB pixels from `row`, of which 16 bytes are read, weighted across. */
__m128i WeightedRow(const uchar* row, __m128i first_two, __m128i last_two) {
  const __m128i by_channel = _mm_setr_epi8(0, 3, 1, 4, 2, 5, -1, -1, 6, 9, 7, 10, 8, 11, -1, -1);
  const __m128i pixels = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row)), by_channel);
  const __m128i left = _mm_madd_epi16(_mm_cvtepu8_epi16(pixels), first_two);
  const __m128i right = _mm_madd_epi16(_mm_unpackhi_epi8(pixels, _mm_setzero_si128()), last_two);
  return _mm_srai_epi32(_mm_add_epi32(left, right), kRowShift);
}

__m128i PairOf(const Weights& weights, int first) {
  return _mm_set1_epi32(
      int(uint32_t(uint16_t(weights[first])) | uint32_t(uint16_t(weights[first + 1])) << 16));
}

void CubicPixel(const uchar* corner, size_t stride, const Weights& across, const Weights& down, uchar* out) {
  const __m128i first_two = PairOf(across, 0), last_two = PairOf(across, 2);
  const auto two_rows = [&](const uchar* row, const Weights& weights, int first) {
    const __m128i upper = WeightedRow(row, first_two, last_two);
    const __m128i lower = WeightedRow(row + stride, first_two, last_two);
    const __m128i both = _mm_blend_epi16(upper, _mm_slli_epi32(lower, 16), 0xAA);
    return _mm_madd_epi16(both, PairOf(weights, first));
  };
  __m128i sum = _mm_add_epi32(two_rows(corner, down, 0), two_rows(corner + 2 * stride, down, 2));
  sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << (kFinalShift - 1))), kFinalShift);
  const __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(sum, sum), sum);
  const int pixel = _mm_cvtsi128_si32(bytes);
  std::copy_n(reinterpret_cast<const uchar*>(&pixel), 4, out);
}
#else
void CubicPixel(const uchar* corner, size_t stride, const Weights& across, const Weights& down, uchar* out) {
  for (int c = 0; c < kChannels; ++c) {
    int sum = 1 << (kFinalShift - 1);
    for (int row = 0; row < 4; ++row) {
      int of_row = 0;
      for (int i = 0; i < 4; ++i) of_row += corner[row * stride + kChannels * i + c] * across[i];
      sum += (of_row >> kRowShift) * down[row];
    }
    out[c] = uchar(std::clamp(sum >> kFinalShift, 0, 255));
  }
}
#endif

/** Four rows of four pixels, with what a kernel reads beyond them. */
struct Patch {
  static constexpr int kStride = 4 * kChannels;
  std::array<uchar, 4 * kStride + 4> pixels{};
};

/** The pixels around a place, those of the rim repeated beyond it. */
Patch PatchAt(const cv::Mat& query, int left, int top) {
  Patch patch;
  for (int row = 0; row < 4; ++row) {
    const uchar* from = query.ptr(std::clamp(top + row, 0, query.rows - 1));
    for (int i = 0; i < 4; ++i) {
      const uchar* pixel = from + kChannels * std::clamp(left + i, 0, query.cols - 1);
      std::copy_n(pixel, kChannels, patch.pixels.data() + row * Patch::kStride + kChannels * i);
    }
  }
  return patch;
}

void WarpRow(const cv::Mat& query, const RowPlaces& places, int width, uchar* out, uchar* known) {
  static const std::array<Weights, kSteps> weights = CubicWeights();
  const int right = (query.cols - 1) * kSteps, bottom = (query.rows - 1) * kSteps;
  // Four pixels from the one before a place, and as many bytes as a kernel reads.
  const int last_inner_x = query.cols - 5, last_inner_y = query.rows - 3;
  const int *xs = places.x(), *ys = places.y();
  for (int i = 0; i < width; ++i) {
    const unsigned x = unsigned(std::clamp(xs[i], 0, right)), y = unsigned(std::clamp(ys[i], 0, bottom));
    known[i] = int(x) == xs[i] && int(y) == ys[i] ? 255 : 0;
    const int column = int(x / kSteps), row = int(y / kSteps);
    const unsigned u = x % kSteps, v = y % kSteps;
    if ((u | v) == 0) {
      std::copy_n(query.ptr(row) + kChannels * column, kChannels, out + 4 * i);
      out[4 * i + 3] = 0;
    } else if (column >= 1 && column <= last_inner_x && row >= 1 && row <= last_inner_y) {
      CubicPixel(query.ptr(row - 1) + kChannels * (column - 1), query.step, weights[u], weights[v],
                 out + 4 * i);
    } else {
      const Patch patch = PatchAt(query, column - 1, row - 1);
      CubicPixel(patch.pixels.data(), Patch::kStride, weights[u], weights[v], out + 4 * i);
    }
  }
}

}  // namespace

Warped WarpRgb(const cv::Mat& query, const Warp& warp, const cv::Size& size, int first_row) {
  Warped warped{cv::Mat(size, CV_8UC4), cv::Mat(size, CV_8U)};
  RowPlaces places(warp, size.width);
  for (int y = 0; y < size.height; ++y) {
    places.Locate(first_row + y);
    WarpRow(query, places, size.width, warped.image.ptr(y), warped.known.ptr(y));
  }
  return warped;
}

}  // namespace loupe::registration
