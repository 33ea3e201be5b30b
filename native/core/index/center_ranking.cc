#include "core/index/center_ranking.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>

#include "core/simd/popcount_bytes.h"
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::index {
namespace {

constexpr size_t kGroup = 64;
constexpr size_t kGroupBytes = kGroup * sizeof(features::Descriptor);
/** Distances are bytes in the wide kernels: those from here on are not told apart. */
constexpr uint32_t kSaturated = 255;

/** Puts a candidate into the ascending three best. */
inline void KeepBest(uint32_t candidate, Ranking* best) {
  if (candidate >= (*best)[2]) return;
  size_t place = 2;
  for (; place > 0 && (*best)[place - 1] > candidate; --place) (*best)[place] = (*best)[place - 1];
  (*best)[place] = candidate;
}

/** Bits set in each byte. */
inline uint64_t PopcountBytes(uint64_t v) {
  v -= (v >> 1) & 0x5555555555555555U;
  v = (v & 0x3333333333333333U) + ((v >> 2) & 0x3333333333333333U);
  return (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fU;
}

/** Eight centers per step; bytes are counted together for half a descriptor, lest they overflow. */
void RankScalar(const features::Descriptor& query, const uint8_t* planes, uint32_t first, Ranking* best) {
  for (size_t center = 0; center < kRankedTogether; center += 8) {
    const uint8_t* column = planes + center / kGroup * kGroupBytes + center % kGroup;
    uint64_t halves[2] = {};
    for (size_t byte = 0; byte < sizeof(features::Descriptor); ++byte) {
      uint64_t eight = 0;
      for (size_t i = 0; i < 8; ++i) eight |= uint64_t{column[byte * kGroup + i]} << (8 * i);
      halves[byte / 16] += PopcountBytes(eight ^ (query.bytes[byte] * 0x0101010101010101U));
    }
    for (uint32_t i = 0; i < 8; ++i) {
      const auto distance = static_cast<uint32_t>((halves[0] >> (8 * i)) & 255) +
                            static_cast<uint32_t>((halves[1] >> (8 * i)) & 255);
      KeepBest((distance << 16) | (first + static_cast<uint32_t>(center) + i), best);
    }
  }
}

#if defined(__wasm_simd128__)

/** Sixteen centers per step; those that are too far off are passed over together. */
void RankWasm(const features::Descriptor& query, const uint8_t* planes, uint32_t first, Ranking* best) {
  constexpr size_t kBytes = sizeof(features::Descriptor), kAtOnce = 16;
  v128_t spread[kBytes];
  for (size_t i = 0; i < kBytes; ++i) spread[i] = wasm_u8x16_splat(query.bytes[i]);
  for (size_t center = 0; center < kRankedTogether; center += kAtOnce) {
    const uint8_t* column = planes + center / kGroup * kGroupBytes + center % kGroup;
    v128_t halves[2] = {wasm_u8x16_splat(0), wasm_u8x16_splat(0)};
    for (size_t i = 0; i < kBytes; ++i) {
      const v128_t differing = wasm_v128_xor(wasm_v128_load(column + i * kGroup), spread[i]);
      halves[i / 16] = wasm_i8x16_add(halves[i / 16], wasm_i8x16_popcnt(differing));
    }
    const uint32_t farthest = std::min<uint32_t>((*best)[2] >> 16, kSaturated);
    const v128_t sums = wasm_u8x16_add_sat(halves[0], halves[1]);
    if (!wasm_v128_any_true(wasm_u8x16_le(sums, wasm_u8x16_splat(static_cast<uint8_t>(farthest))))) continue;
    uint8_t counts[2][kAtOnce];
    wasm_v128_store(counts[0], halves[0]);
    wasm_v128_store(counts[1], halves[1]);
    for (uint32_t i = 0; i < kAtOnce; ++i) {
      const uint32_t distance = uint32_t{counts[0][i]} + counts[1][i];
      KeepBest((distance << 16) | (first + static_cast<uint32_t>(center) + i), best);
    }
  }
}

#elif defined(__x86_64__)

// GCC 12 takes the deliberately undefined operands inside its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"

#define LOUPE_AVX2 __attribute__((target("avx2")))
#define LOUPE_AVX512 __attribute__((target("avx512f,avx512bw,avx2")))

/** Adds the best three of a group of 256, each (distance << 8 | number), to the ranking. */
void Merge(const uint16_t* three, const features::Descriptor& query, const uint8_t* planes, uint32_t first,
           Ranking* best) {
  if (three[2] >> 8 >= kSaturated) {
    RankScalar(query, planes, first, best);
    return;
  }
  for (size_t i = 0; i < 3; ++i)
    KeepBest((uint32_t{three[i]} >> 8 << 16) | (first + (three[i] & 255U)), best);
}

/** Distances of 32 centers, saturated. Three bytes at a time are added by bits first (a carry-save adder). */
LOUPE_AVX2 inline __m256i Distances256(const __m256i* query, const uint8_t* column) {
  const auto differing = [&](size_t byte) LOUPE_AVX2 {
    const auto* plane = reinterpret_cast<const __m256i*>(column + byte * kGroup);
    return _mm256_xor_si256(_mm256_loadu_si256(plane), query[byte]);
  };
  __m256i ones =
      _mm256_add_epi8(simd::PopcountBytes256(differing(30)), simd::PopcountBytes256(differing(31)));
  __m256i twos = _mm256_setzero_si256();
  for (size_t byte = 0; byte < 30; byte += 3) {
    const __m256i a = differing(byte), b = differing(byte + 1), c = differing(byte + 2);
    const __m256i half = _mm256_xor_si256(a, b);
    const __m256i carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, c));
    ones = _mm256_add_epi8(ones, simd::PopcountBytes256(_mm256_xor_si256(half, c)));
    twos = _mm256_add_epi8(twos, simd::PopcountBytes256(carry));
  }
  return _mm256_adds_epu8(_mm256_adds_epu8(twos, twos), ones);
}

/** Takes the least 16-bit number out of columns of ascending three. */
LOUPE_AVX2 inline uint16_t TakeLeast256(__m256i* columns) {
  const __m128i half =
      _mm_min_epu16(_mm256_castsi256_si128(columns[0]), _mm256_extracti128_si256(columns[0], 1));
  const auto least = static_cast<uint16_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(half)));
  const __m256i is_least = _mm256_cmpeq_epi16(columns[0], _mm256_set1_epi16(static_cast<int16_t>(least)));
  columns[0] = _mm256_blendv_epi8(columns[0], columns[1], is_least);
  columns[1] = _mm256_blendv_epi8(columns[1], columns[2], is_least);
  return least;
}

/** Sinks 16-bit numbers into columns of ascending three. */
LOUPE_AVX2 inline void Sink256(__m256i numbers, __m256i* columns) {
  const __m256i first = _mm256_min_epu16(columns[0], numbers);
  numbers = _mm256_max_epu16(columns[0], numbers);
  columns[0] = first;
  const __m256i second = _mm256_min_epu16(columns[1], numbers);
  numbers = _mm256_max_epu16(columns[1], numbers);
  columns[1] = second;
  columns[2] = _mm256_min_epu16(columns[2], numbers);
}

LOUPE_AVX2 void RankAvx2(const features::Descriptor& query, const uint8_t* planes, uint32_t first,
                         Ranking* best) {
  __m256i spread[sizeof(features::Descriptor)];
  for (size_t i = 0; i < sizeof(features::Descriptor); ++i) {
    spread[i] = _mm256_set1_epi8(static_cast<char>(query.bytes[i]));
  }
  alignas(32) uint8_t ramp[32];
  for (size_t i = 0; i < 32; ++i) ramp[i] = static_cast<uint8_t>(i);
  __m256i numbers = _mm256_load_si256(reinterpret_cast<const __m256i*>(ramp));
  __m256i columns[3] = {_mm256_set1_epi8(-1), _mm256_set1_epi8(-1), _mm256_set1_epi8(-1)};
  for (size_t center = 0; center < kRankedTogether; center += 32) {
    const __m256i distances = Distances256(spread, planes + center / kGroup * kGroupBytes + center % kGroup);
    Sink256(_mm256_unpacklo_epi8(numbers, distances), columns);
    Sink256(_mm256_unpackhi_epi8(numbers, distances), columns);
    numbers = _mm256_add_epi8(numbers, _mm256_set1_epi8(32));
  }
  uint16_t three[3];
  for (uint16_t& least : three) least = TakeLeast256(columns);
  Merge(three, query, planes, first, best);
}

/** Adds two registers to a third bit by bit; the carries have twice its weight. */
LOUPE_AVX512 inline __m512i CarryOf(__m512i* sum, __m512i a, __m512i b) {
  const __m512i carry = _mm512_ternarylogic_epi64(*sum, a, b, 0xe8);
  *sum = _mm512_ternarylogic_epi64(*sum, a, b, 0x96);
  return carry;
}

/** Distances of 64 centers, saturated: bits are added up in Harley and Seal's counter, eight bytes at a time.
 */
LOUPE_AVX512 inline __m512i Distances512(const __m512i* query, const uint8_t* group) {
  __m512i ones = _mm512_setzero_si512(), twos = ones, fours = ones, eights = ones;
#pragma GCC unroll 4
  for (size_t byte = 0; byte < sizeof(features::Descriptor); byte += 8) {
    const auto pair_carry = [&](size_t at) LOUPE_AVX512 {
      const __m512i a = _mm512_xor_si512(_mm512_loadu_si512(group + at * kGroup), query[at]);
      const __m512i b = _mm512_xor_si512(_mm512_loadu_si512(group + (at + 1) * kGroup), query[at + 1]);
      return CarryOf(&ones, a, b);
    };
    const __m512i two_a = pair_carry(byte), two_b = pair_carry(byte + 2);
    const __m512i four_a = CarryOf(&twos, two_a, two_b);
    const __m512i two_c = pair_carry(byte + 4), two_d = pair_carry(byte + 6);
    const __m512i four_b = CarryOf(&twos, two_c, two_d);
    eights = _mm512_add_epi8(eights, simd::PopcountBytes512(CarryOf(&fours, four_a, four_b)));
  }
  __m512i sum = eights;
  for (const __m512i& bits : {fours, twos, ones}) {
    sum = _mm512_adds_epu8(_mm512_adds_epu8(sum, sum), simd::PopcountBytes512(bits));
  }
  return sum;
}

LOUPE_AVX512 inline uint16_t TakeLeast512(__m512i* columns) {
  const __m256i half =
      _mm256_min_epu16(_mm512_castsi512_si256(columns[0]), _mm512_extracti64x4_epi64(columns[0], 1));
  const __m128i quarter = _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  const auto least = static_cast<uint16_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(quarter)));
  const __mmask32 is_least =
      _mm512_cmpeq_epi16_mask(columns[0], _mm512_set1_epi16(static_cast<int16_t>(least)));
  columns[0] = _mm512_mask_mov_epi16(columns[0], is_least, columns[1]);
  columns[1] = _mm512_mask_mov_epi16(columns[1], is_least, columns[2]);
  return least;
}

LOUPE_AVX512 inline void Sink512(__m512i numbers, __m512i* columns) {
  const __m512i first = _mm512_min_epu16(columns[0], numbers);
  numbers = _mm512_max_epu16(columns[0], numbers);
  columns[0] = first;
  const __m512i second = _mm512_min_epu16(columns[1], numbers);
  numbers = _mm512_max_epu16(columns[1], numbers);
  columns[1] = second;
  columns[2] = _mm512_min_epu16(columns[2], numbers);
}

LOUPE_AVX512 void RankAvx512(const features::Descriptor& query, const uint8_t* planes, uint32_t first,
                             Ranking* best) {
  __m512i spread[sizeof(features::Descriptor)];
  for (size_t i = 0; i < sizeof(features::Descriptor); ++i) {
    spread[i] = _mm512_set1_epi8(static_cast<char>(query.bytes[i]));
  }
  alignas(64) uint8_t ramp[64];
  for (size_t i = 0; i < 64; ++i) ramp[i] = static_cast<uint8_t>(i);
  __m512i numbers = _mm512_load_si512(ramp);
  __m512i columns[3] = {_mm512_set1_epi8(-1), _mm512_set1_epi8(-1), _mm512_set1_epi8(-1)};
  for (size_t center = 0; center < kRankedTogether; center += kGroup) {
    const __m512i distances = Distances512(spread, planes + center * sizeof(features::Descriptor));
    Sink512(_mm512_unpacklo_epi8(numbers, distances), columns);
    Sink512(_mm512_unpackhi_epi8(numbers, distances), columns);
    numbers = _mm512_add_epi8(numbers, _mm512_set1_epi8(kGroup));
  }
  uint16_t three[3];
  for (uint16_t& least : three) least = TakeLeast512(columns);
  Merge(three, query, planes, first, best);
}

#endif

}  // namespace

RankCenters RankCentersOf(simd::Isa isa) {
#if defined(__x86_64__)
  if (isa == simd::Isa::kAvx512) return RankAvx512;
  if (isa == simd::Isa::kAvx2) return RankAvx2;
#endif
  (void)isa;
#if defined(__wasm_simd128__)
  return RankWasm;
#else
  return RankScalar;
#endif
}

RankCenters ActiveRankCenters() { return RankCentersOf(simd::ActiveIsa()); }

std::vector<uint8_t> ToPlanes(base::Span<const features::Descriptor> centers) {
  std::vector<uint8_t> planes(centers.size() * sizeof(features::Descriptor));
  for (size_t i = 0; i < centers.size(); ++i) {
    uint8_t* column = planes.data() + i / kGroup * kGroupBytes + i % kGroup;
    for (size_t byte = 0; byte < sizeof(features::Descriptor); ++byte)
      column[byte * kGroup] = centers[i].bytes[byte];
  }
  return planes;
}

features::Descriptor FromPlanes(const std::vector<uint8_t>& planes, size_t number) {
  features::Descriptor center;
  const uint8_t* column = planes.data() + number / kGroup * kGroupBytes + number % kGroup;
  for (size_t byte = 0; byte < sizeof(features::Descriptor); ++byte)
    center.bytes[byte] = column[byte * kGroup];
  return center;
}

}  // namespace loupe::index
