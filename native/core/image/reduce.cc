#include "core/image/reduce.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/image/pixels/scaling.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::image {
namespace {

#if defined(__x86_64__) || defined(__wasm_simd128__)

/** Columns of the result that one register of 16-bit numbers holds, in two halves. */
constexpr size_t kRegisterColumns = 16;
constexpr size_t kHalf = 8;

/** Where the pixels of a row or column of the result lie: between `first` and the next, in 1/256. */
struct Steps {
  std::vector<int> first;
  /** Weight of the next pixel; the first has the rest of 256. */
  std::vector<int> weight;
};

Steps StepsOf(int from, int to) {
  Steps steps;
  const double scale = 1.0 / (static_cast<double>(to) / from);
  for (int i = 0; i < to; ++i) {
    const double place = scale * (i + 0.5) - 0.5;
    const int floor = static_cast<int>(std::floor(place));
    // Beyond the outermost pixels' centers the picture goes on as it ends.
    const bool is_outside = floor < 0 || floor >= from - 1;
    steps.first.push_back(std::clamp(floor, 0, from - 2));
    steps.weight.push_back(is_outside ? (floor < 0 ? 0 : 256)
                                      : static_cast<int>(std::nearbyint((place - floor) * 256.0)));
  }
  return steps;
}

/** What sixteen columns of the result take from a row: bytes of sixteen from two places on. */
struct alignas(32) Pick {
  uint8_t first[2 * kRegisterColumns];
  uint8_t second[2 * kRegisterColumns];
  uint16_t first_weight[kRegisterColumns];
  uint16_t second_weight[kRegisterColumns];
  int from[2];
};

/** Columns beyond the last repeat it. */
std::vector<Pick> PicksOf(const Steps& steps, int width) {
  std::vector<Pick> picks((steps.first.size() + kRegisterColumns - 1) / kRegisterColumns);
  for (size_t p = 0; p < picks.size(); ++p) {
    for (size_t i = 0; i < kRegisterColumns; ++i) {
      const auto at = [&](size_t lane) {
        return std::min(p * kRegisterColumns + lane, steps.first.size() - 1);
      };
      int& from = picks[p].from[i / kHalf];
      if (i % kHalf == 0) from = std::min(steps.first[at(i)], width - static_cast<int>(kRegisterColumns));
      const int place = steps.first[at(i)] - from;
      picks[p].first[2 * i] = static_cast<uint8_t>(place);
      picks[p].second[2 * i] = static_cast<uint8_t>(place + 1);
      // The high halves of the 16-bit numbers become 0.
      picks[p].first[2 * i + 1] = picks[p].second[2 * i + 1] = 0x80;
      picks[p].second_weight[i] = static_cast<uint16_t>(steps.weight[at(i)]);
      picks[p].first_weight[i] = static_cast<uint16_t>(256 - steps.weight[at(i)]);
    }
  }
  return picks;
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

LOUPE_AVX2 inline __m256i LoadPick(const void* p) {
  return _mm256_load_si256(static_cast<const __m256i*>(p));
}

LOUPE_AVX2 void MixAlong(const uint8_t* row, const std::vector<Pick>& picks, uint16_t* mixed) {
  for (const Pick& pick : picks) {
    const __m256i bytes = _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(row + pick.from[1]),
                                              reinterpret_cast<const __m128i*>(row + pick.from[0]));
    const __m256i first = _mm256_shuffle_epi8(bytes, LoadPick(pick.first));
    const __m256i second = _mm256_shuffle_epi8(bytes, LoadPick(pick.second));
    const __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(first, LoadPick(pick.first_weight)),
                                         _mm256_mullo_epi16(second, LoadPick(pick.second_weight)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(mixed), sum);
    mixed += kRegisterColumns;
  }
}

/** Products are signed, so that rows are taken less 2^15 and their sum less 2^23. */
LOUPE_AVX2 void MixAcross(const uint16_t* above, const uint16_t* below, int weight, size_t count,
                          uint8_t* out) {
  const __m256i half = _mm256_set1_epi16(INT16_MIN), back = _mm256_set1_epi32((1 << 23) + (1 << 15));
  const __m256i weights = _mm256_set1_epi32((weight << 16) | (256 - weight));
  for (size_t next = 0; next < count; next += kRegisterColumns) {
    // The last columns overlap those before instead of writing beyond the row.
    const size_t x = std::min(next, count - kRegisterColumns);
    const __m256i a = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(above + x)), half);
    const __m256i b = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(below + x)), half);
    const __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weights);
    const __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weights);
    const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(low, back), 16),
                                             _mm256_srai_epi32(_mm256_add_epi32(high, back), 16));
    const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(words, words), 0x08);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm256_castsi256_si128(bytes));
  }
}

#else

void MixAlong(const uint8_t* row, const std::vector<Pick>& picks, uint16_t* mixed) {
  for (const Pick& pick : picks) {
    for (size_t half = 0; half < 2; ++half) {
      const v128_t bytes = wasm_v128_load(row + pick.from[half]);
      const size_t at = half * kHalf;
      const v128_t first = wasm_i8x16_swizzle(bytes, wasm_v128_load(pick.first + 2 * at));
      const v128_t second = wasm_i8x16_swizzle(bytes, wasm_v128_load(pick.second + 2 * at));
      wasm_v128_store(mixed, wasm_i16x8_add(wasm_i16x8_mul(first, wasm_v128_load(pick.first_weight + at)),
                                            wasm_i16x8_mul(second, wasm_v128_load(pick.second_weight + at))));
      mixed += kHalf;
    }
  }
}

void MixAcross(const uint16_t* above, const uint16_t* below, int weight, size_t count, uint8_t* out) {
  const v128_t first = wasm_u16x8_splat(static_cast<uint16_t>(256 - weight));
  const v128_t second = wasm_u16x8_splat(static_cast<uint16_t>(weight)), half = wasm_u32x4_splat(1 << 15);
  const auto mixed = [&](size_t x) {
    const v128_t a = wasm_v128_load(above + x), b = wasm_v128_load(below + x);
    const v128_t low =
        wasm_i32x4_add(wasm_u32x4_extmul_low_u16x8(a, first), wasm_u32x4_extmul_low_u16x8(b, second));
    const v128_t high =
        wasm_i32x4_add(wasm_u32x4_extmul_high_u16x8(a, first), wasm_u32x4_extmul_high_u16x8(b, second));
    return wasm_u16x8_narrow_i32x4(wasm_u32x4_shr(wasm_i32x4_add(low, half), 16),
                                   wasm_u32x4_shr(wasm_i32x4_add(high, half), 16));
  };
  for (size_t next = 0; next < count; next += kRegisterColumns) {
    const size_t x = std::min(next, count - kRegisterColumns);
    wasm_v128_store(out + x, wasm_u8x16_narrow_i16x8(mixed(x), mixed(x + kHalf)));
  }
}

#endif

/** Mixes rows of the picture, and remembers the last two, since neighbors share them. */
class RowMixer {
 public:
  RowMixer(const cv::Mat& image, int width)
      : image_(image), picks_(PicksOf(StepsOf(image.cols, width), image.cols)) {
    for (auto& row : rows_) row.resize(picks_.size() * kRegisterColumns);
  }

  const uint16_t* Row(int y) {
    const int place = y % 2;
    if (known_[place] != y) MixAlong(image_.ptr(y), picks_, rows_[place].data());
    known_[place] = y;
    return rows_[place].data();
  }

 private:
  const cv::Mat& image_;
  const std::vector<Pick> picks_;
  std::vector<uint16_t> rows_[2];
  int known_[2] = {-1, -1};
};

cv::Mat ReduceWithPicks(const cv::Mat& image, const cv::Size& size) {
  cv::Mat reduced(size, CV_8UC1);
  const Steps across = StepsOf(image.rows, size.height);
  RowMixer mixer(image, size.width);
  for (int y = 0; y < size.height; ++y) {
    const auto at = static_cast<size_t>(y);
    const int first = across.first[at];
    MixAcross(mixer.Row(first), mixer.Row(first + 1), across.weight[at], static_cast<size_t>(size.width),
              reduced.ptr(y));
  }
  return reduced;
}

#endif

}  // namespace

cv::Mat ReduceLinear(const cv::Mat& image, const cv::Size& size, simd::Isa isa) {
#if defined(__x86_64__) || defined(__wasm_simd128__)
#if defined(__x86_64__)
  const bool may_pick = isa != simd::Isa::kScalar;
#else
  constexpr bool may_pick = true;
#endif
  // Eight columns of the result must come from sixteen of the picture.
  const bool is_little = 3 * size.width >= 2 * image.cols && size.width <= image.cols && image.rows > 1;
  if (may_pick && is_little && size.width >= static_cast<int>(kRegisterColumns))
    return ReduceWithPicks(image, size);
#endif
  (void)isa;
  return ScaleExactly(image, size);
}

}  // namespace loupe::image
