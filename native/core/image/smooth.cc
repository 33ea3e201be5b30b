#include "core/image/smooth.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/image/pixels/edges.h"
#include "core/image/pixels/gauss.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::image {
namespace {

#if defined(__x86_64__) || defined(__wasm_simd128__)

constexpr int kRadius = 3;
constexpr size_t kTaps = 2 * kRadius + 1;
/** Half of the kernel in 1/256, outermost first; all seven sum up to 256. */
constexpr int kWeights[kRadius + 1] = {18, 34, 48, 56};
/** Columns worked on at once. */
constexpr size_t kColumnsAtOnce = 16;

/** Seven neighboring rows of sums. */
using SumRows = std::array<const int16_t*, kTaps>;

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

LOUPE_AVX2 inline __m256i LoadSums(const int16_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
LOUPE_AVX2 inline __m256i Everywhere(int value) { return _mm256_set1_epi16(static_cast<int16_t>(value)); }
LOUPE_AVX2 inline __m256i Widened(const uint8_t* p) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

/** Sums along a row in 1/256 gray value, less 2^15; `source` begins kRadius pixels before the first. */
LOUPE_AVX2 void SumRow(const uint8_t* source, size_t count, int16_t* sums) {
  const __m256i half = _mm256_set1_epi16(INT16_MIN);
  for (size_t x = 0; x < count; x += kColumnsAtOnce) {
    const uint8_t* s = source + x;
    __m256i sum = _mm256_mullo_epi16(Widened(s + kRadius), Everywhere(kWeights[kRadius]));
    for (int i = 0; i < kRadius; ++i) {
      const __m256i both = _mm256_add_epi16(Widened(s + i), Widened(s + 2 * kRadius - i));
      sum = _mm256_add_epi16(sum, _mm256_mullo_epi16(both, Everywhere(kWeights[i])));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + x), _mm256_xor_si256(sum, half));
  }
}

/** Sums the rows of sums and rounds. As all weights are 2^8, the total lacks 2^23. */
LOUPE_AVX2 inline void SumColumns(const SumRows& rows, size_t x, uint8_t* out) {
  const __m256i middle = LoadSums(rows[kRadius] + x), only_first = _mm256_set1_epi32(kWeights[kRadius]);
  __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(middle, middle), only_first);
  __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(middle, middle), only_first);
  for (size_t i = 0; i < kRadius; ++i) {
    const __m256i a = LoadSums(rows[i] + x), b = LoadSums(rows[2 * kRadius - i] + x);
    const __m256i weight = Everywhere(kWeights[i]);
    low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weight));
    high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weight));
  }
  const __m256i back = _mm256_set1_epi32((1 << 23) + (1 << 15));
  const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(low, back), 16),
                                           _mm256_srai_epi32(_mm256_add_epi32(high, back), 16));
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(words, words), 0x08);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm256_castsi256_si128(bytes));
}

#else

#define LOUPE_AVX2

v128_t LoadSums(const int16_t* p) { return wasm_v128_load(p); }

void SumRow(const uint8_t* source, size_t count, int16_t* sums) {
  const v128_t half = wasm_i16x8_splat(INT16_MIN);
  for (size_t x = 0; x < count; x += 8) {
    const uint8_t* s = source + x;
    const auto weighed = [](v128_t numbers, int weight) {
      return wasm_i16x8_mul(numbers, wasm_i16x8_splat(static_cast<int16_t>(weight)));
    };
    v128_t sum = weighed(wasm_u16x8_load8x8(s + kRadius), kWeights[kRadius]);
    for (int i = 0; i < kRadius; ++i) {
      const v128_t both = wasm_i16x8_add(wasm_u16x8_load8x8(s + i), wasm_u16x8_load8x8(s + 2 * kRadius - i));
      sum = wasm_i16x8_add(sum, weighed(both, kWeights[i]));
    }
    wasm_v128_store(sums + x, wasm_v128_xor(sum, half));
  }
}

/** Eight of them, as numbers of 16 bits. */
v128_t SumEight(const SumRows& rows, size_t x) {
  const v128_t back = wasm_i32x4_splat((1 << 23) + (1 << 15));
  v128_t low = back, high = back;
  for (size_t i = 0; i <= kRadius; ++i) {
    // The row in the middle is alone.
    const v128_t a = LoadSums(rows[i] + x), none = wasm_i16x8_splat(0);
    const v128_t b = i < kRadius ? LoadSums(rows[2 * kRadius - i] + x) : none;
    const v128_t weight = wasm_i16x8_splat(static_cast<int16_t>(kWeights[i]));
    const v128_t first = wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t second = wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(first, weight));
    high = wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(second, weight));
  }
  return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, 16), wasm_i32x4_shr(high, 16));
}

void SumColumns(const SumRows& rows, size_t x, uint8_t* out) {
  wasm_v128_store(out + x, wasm_u8x16_narrow_i16x8(SumEight(rows, x), SumEight(rows, x + 8)));
}

#endif

LOUPE_AVX2 void SumAcross(const SumRows& rows, size_t count, uint8_t* out) {
  // The last columns overlap those before instead of writing beyond the row.
  for (size_t x = 0; x < count; x += kColumnsAtOnce)
    SumColumns(rows, std::min(x, count - kColumnsAtOnce), out);
}

/** Copies a row and mirrors it at its ends. */
void Pad(const uint8_t* row, int count, uint8_t* padded) {
  std::memcpy(padded + kRadius, row, static_cast<size_t>(count));
  for (int i = 1; i <= kRadius; ++i) {
    padded[kRadius - i] = row[i];
    padded[kRadius + count - 1 + i] = row[count - 1 - i];
  }
}

cv::Mat SmoothInRegisters(const cv::Mat& image) {
  cv::Mat smoothed(image.size(), CV_8UC1);
  const auto width = static_cast<size_t>(image.cols);
  const size_t pitch = width + kColumnsAtOnce;
  std::vector<uint8_t> padded(pitch + 2 * kRadius);
  // The sums of seven rows in turn; mirrored rows lie among them.
  std::vector<int16_t> sums(kTaps * pitch);
  const auto sums_of = [&](int y) { return sums.data() + static_cast<size_t>(y) % kTaps * pitch; };
  int next = 0;
  for (int y = 0; y < image.rows; ++y) {
    for (; next <= std::min(y + kRadius, image.rows - 1); ++next) {
      Pad(image.ptr(next), image.cols, padded.data());
      SumRow(padded.data(), width, sums_of(next));
    }
    SumRows rows;
    for (int i = 0; i < static_cast<int>(kTaps); ++i)
      rows[static_cast<size_t>(i)] = sums_of(Mirrored(y + i - kRadius, image.rows));
    SumAcross(rows, width, smoothed.ptr(y));
  }
  return smoothed;
}

#endif

}  // namespace

cv::Mat Smooth(const cv::Mat& image, simd::Isa isa) {
#if defined(__x86_64__) || defined(__wasm_simd128__)
#if defined(__x86_64__)
  const bool may_use_them = isa != simd::Isa::kScalar;
#else
  constexpr bool may_use_them = true;
#endif
  if (may_use_them && image.cols >= static_cast<int>(kColumnsAtOnce) && image.rows > kRadius)
    return SmoothInRegisters(image);
#endif
  (void)isa;
  return SmoothPlain(image);
}

}  // namespace loupe::image
