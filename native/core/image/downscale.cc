#include "core/image/downscale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
#include <vector>

#include "core/image/pixels/turned.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::image {
namespace {

constexpr int kLobes = 3;
constexpr int kWeightBits = 14;

/** The rows that one row of the result is made of; an even number, so that they can be taken in pairs. */
struct Taps {
  int first = 0;
  std::vector<int16_t> weights;
};

/** sinc(x) * sinc(x / kLobes), by sin(3a) = 3 sin a - 4 sin^3 a. */
float Lanczos(float x) {
  if (std::abs(x) < 1e-4f) return 1.0f;
  const float third = static_cast<float>(CV_PI) * x / kLobes, s = std::sin(third);
  return s * s * (3 - 4 * s * s) / (kLobes * third * third);
}

Taps TapsOf(int row, double reduction) {
  const double center = (row + 0.5) * reduction - 0.5, reach = kLobes * reduction;
  Taps taps;
  taps.first = static_cast<int>(std::ceil(center - reach));
  const int last = static_cast<int>(std::floor(center + reach));
  std::vector<float> exact;
  float sum = 0;
  for (int i = taps.first; i <= last; ++i) {
    exact.push_back(Lanczos(static_cast<float>((i - center) / reduction)));
    sum += exact.back();
  }
  int left = 1 << kWeightBits;
  for (const float weight : exact) {
    taps.weights.push_back(static_cast<int16_t>(std::lround(weight / sum * (1 << kWeightBits))));
    left -= taps.weights.back();
  }
  // A flat picture must keep its value exactly.
  *std::max_element(taps.weights.begin(), taps.weights.end()) += static_cast<int16_t>(left);
  if (taps.weights.size() % 2 != 0) taps.weights.push_back(0);
  return taps;
}

/** How rows are made of rows. */
struct TapTable {
  int from = 0, to = 0;
  std::vector<Taps> rows;
};

/** The last tables of a thread are kept, since pictures of one size often come one after another. */
const std::vector<Taps>& TapsFor(int from, int to) {
  constexpr size_t kKept = 4;
  thread_local std::array<TapTable, kKept> tables;
  thread_local size_t next = 0;
  for (const TapTable& table : tables) {
    if (table.from == from && table.to == to) return table.rows;
  }
  TapTable& table = tables[next++ % kKept];
  table = {from, to, {}};
  table.rows.reserve(static_cast<size_t>(to));
  for (int row = 0; row < to; ++row) table.rows.push_back(TapsOf(row, static_cast<double>(from) / to));
  return table.rows;
}

uint8_t SumAt(const std::vector<const uint8_t*>& rows, const Taps& taps, int x) {
  int sum = 1 << (kWeightBits - 1);
  for (size_t i = 0; i < rows.size(); ++i) sum += taps.weights[i] * rows[i][x];
  return cv::saturate_cast<uint8_t>(sum >> kWeightBits);
}

constexpr int kAtOnce = 16;

#if defined(__wasm_simd128__)
/** The same for 16 neighbors; equal results. */
void SumSixteen(const std::vector<const uint8_t*>& rows, const Taps& taps, int x, uint8_t* out) {
  v128_t sums[4];
  for (v128_t& sum : sums) sum = wasm_i32x4_splat(1 << (kWeightBits - 1));
  for (size_t i = 0; i < rows.size(); i += 2) {
    const v128_t first = wasm_v128_load(rows[i] + x), second = wasm_v128_load(rows[i + 1] + x);
    const v128_t low =
        wasm_i8x16_shuffle(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t high =
        wasm_i8x16_shuffle(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const auto pair = static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i])) |
                      static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i + 1])) << 16;
    const v128_t weights = wasm_u32x4_splat(pair);
    const v128_t parts[4] = {wasm_u16x8_extend_low_u8x16(low), wasm_u16x8_extend_high_u8x16(low),
                             wasm_u16x8_extend_low_u8x16(high), wasm_u16x8_extend_high_u8x16(high)};
    for (int p = 0; p < 4; ++p) sums[p] = wasm_i32x4_add(sums[p], wasm_i32x4_dot_i16x8(parts[p], weights));
  }
  for (v128_t& sum : sums) sum = wasm_i32x4_shr(sum, kWeightBits);
  wasm_v128_store(out, wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(sums[0], sums[1]),
                                               wasm_i16x8_narrow_i32x4(sums[2], sums[3])));
}
#elif CV_SIMD128

/** The same for 16 neighbors; equal results. */
void SumSixteen(const std::vector<const uint8_t*>& rows, const Taps& taps, int x, uint8_t* out) {
  cv::v_int32x4 sums[4];
  for (auto& sum : sums) sum = cv::v_setzero_s32();
  for (size_t i = 0; i < rows.size(); i += 2) {
    cv::v_uint8x16 low, high;
    cv::v_zip(cv::v_load(rows[i] + x), cv::v_load(rows[i + 1] + x), low, high);
    const auto pair = static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i])) |
                      static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i + 1])) << 16;
    const cv::v_int16x8 weights = cv::v_reinterpret_as_s16(cv::v_setall_u32(pair));
    cv::v_uint16x8 parts[4];
    cv::v_expand(low, parts[0], parts[1]);
    cv::v_expand(high, parts[2], parts[3]);
    for (int p = 0; p < 4; ++p) sums[p] = cv::v_dotprod(cv::v_reinterpret_as_s16(parts[p]), weights, sums[p]);
  }
  const cv::v_int16x8 left = cv::v_rshr_pack<kWeightBits>(sums[0], sums[1]);
  const cv::v_int16x8 right = cv::v_rshr_pack<kWeightBits>(sums[2], sums[3]);
  cv::v_store(out, cv::v_pack_u(left, right));
}
#else
/** The same for 16 neighbors in loops that the compiler turns into vectors. */
void SumSixteen(const std::vector<const uint8_t*>& rows, const Taps& taps, int x, uint8_t* out) {
  int32_t sums[kAtOnce];
  for (int32_t& sum : sums) sum = 1 << (kWeightBits - 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    const int32_t weight = taps.weights[i];
    for (int k = 0; k < kAtOnce; ++k) sums[k] += weight * rows[i][x + k];
  }
  for (int k = 0; k < kAtOnce; ++k) out[k] = static_cast<uint8_t>(std::clamp(sums[k] >> kWeightBits, 0, 255));
}
#endif

#if defined(__x86_64__)
constexpr int kAvx2AtOnce = 32;

/** The same for 32 neighbors; equal results. */
__attribute__((target("avx2"))) void SumThirtyTwo(const std::vector<const uint8_t*>& rows, const Taps& taps,
                                                  int x, uint8_t* out) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sums[4];
  for (auto& sum : sums) sum = _mm256_set1_epi32(1 << (kWeightBits - 1));
  for (size_t i = 0; i < rows.size(); i += 2) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows[i] + x));
    const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows[i + 1] + x));
    const __m256i low = _mm256_unpacklo_epi8(first, second), high = _mm256_unpackhi_epi8(first, second);
    const auto pair = static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i])) |
                      static_cast<uint32_t>(static_cast<uint16_t>(taps.weights[i + 1])) << 16;
    const __m256i weights = _mm256_set1_epi32(static_cast<int>(pair));
    const __m256i parts[4] = {_mm256_unpacklo_epi8(low, zero), _mm256_unpackhi_epi8(low, zero),
                              _mm256_unpacklo_epi8(high, zero), _mm256_unpackhi_epi8(high, zero)};
    for (int p = 0; p < 4; ++p) sums[p] = _mm256_add_epi32(sums[p], _mm256_madd_epi16(parts[p], weights));
  }
  for (auto& sum : sums) sum = _mm256_srai_epi32(sum, kWeightBits);
  // Each step works within halves of the registers, so that the order is the first one in the end.
  const __m256i left = _mm256_packs_epi32(sums[0], sums[1]), right = _mm256_packs_epi32(sums[2], sums[3]);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_packus_epi16(left, right));
}
#endif

/** Reduces the number of rows. */
cv::Mat ReduceRows(const cv::Mat& image, int rows, simd::Isa isa) {
  if (rows == image.rows) return image;
  const std::vector<Taps>& all_taps = TapsFor(image.rows, rows);
  cv::Mat reduced(rows, image.cols, CV_8UC1);
  std::vector<const uint8_t*> sources;
  for (int y = 0; y < rows; ++y) {
    const Taps& taps = all_taps[static_cast<size_t>(y)];
    sources.clear();
    for (size_t i = 0; i < taps.weights.size(); ++i) {
      sources.push_back(image.ptr(std::clamp(taps.first + static_cast<int>(i), 0, image.rows - 1)));
    }
    uint8_t* out = reduced.ptr(y);
    int x = 0;
#if defined(__x86_64__)
    if (isa != simd::Isa::kScalar) {
      for (; x + kAvx2AtOnce <= image.cols; x += kAvx2AtOnce) SumThirtyTwo(sources, taps, x, out + x);
    }
#endif
    (void)isa;
    for (; x + kAtOnce <= image.cols; x += kAtOnce) SumSixteen(sources, taps, x, out + x);
    for (; x < image.cols; ++x) out[x] = SumAt(sources, taps, x);
  }
  return reduced;
}

}  // namespace

cv::Mat Downscale(const cv::Mat& gray, const cv::Size& size, simd::Isa isa) {
  return Transposed(ReduceRows(Transposed(ReduceRows(gray, size.height, isa)), size.width, isa));
}

}  // namespace loupe::image
