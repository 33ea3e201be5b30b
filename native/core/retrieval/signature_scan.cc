#include "core/retrieval/signature_scan.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "core/simd/popcount_bytes.h"
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::retrieval {
namespace {

/** Signatures that are measured in one step, and how far ahead of it memory is asked for more of the list. */
constexpr size_t kMeasuredAtOnce = 8;
constexpr size_t kMeasuredAhead = 16 * kMeasuredAtOnce;

void MeasureScalar(uint64_t signature, const uint64_t* signatures, size_t count, uint8_t* distances) {
  size_t i = 0;
  for (; i < count; ++i) distances[i] = static_cast<uint8_t>(__builtin_popcountll(signature ^ signatures[i]));
  for (; i % kMeasuredAtOnce != 0; ++i) distances[i] = kNoDistance;
}

void StrikeOutScalar(uint64_t signature, uint64_t mask, int most, const uint64_t* signatures, size_t count,
                     uint8_t* distances) {
  for (size_t i = 0; i < count; ++i) {
    // Which ones differ cannot be foreseen: no branch.
    const bool is_other = __builtin_popcountll((signatures[i] ^ signature) & mask) > most;
    distances[i] = static_cast<uint8_t>(distances[i] | (0U - static_cast<uint32_t>(is_other)));
  }
}

size_t CountBelowScalar(const uint8_t* distances, size_t count, uint32_t limit) {
  size_t below = 0;
  for (size_t i = 0; i < count; ++i) below += distances[i] < limit ? 1 : 0;
  return below;
}

size_t FindBelowScalar(const uint8_t* distances, size_t count, uint32_t limit, uint32_t* positions) {
  size_t found = 0;
  for (size_t i = 0; i < count; ++i) {
    if (distances[i] < limit) positions[found++] = static_cast<uint32_t>(i);
  }
  return found;
}

#if defined(__wasm_simd128__)

/** Bits of bytes are added in neighbors, which are two signatures at first, until sixteen have a byte each.
 */
v128_t InNeighbors(v128_t first, v128_t second) {
  return wasm_u8x16_narrow_i16x8(wasm_u16x8_extadd_pairwise_u8x16(first),
                                 wasm_u16x8_extadd_pairwise_u8x16(second));
}

void MeasureWasm(uint64_t signature, const uint64_t* signatures, size_t count, uint8_t* distances) {
  constexpr size_t kAtOnce = 16;
  const v128_t query = wasm_i64x2_splat(static_cast<int64_t>(signature));
  const auto two = [&](const uint64_t* from) {
    return wasm_i8x16_popcnt(wasm_v128_xor(wasm_v128_load(from), query));
  };
  const auto four = [&](const uint64_t* from) { return InNeighbors(two(from), two(from + 2)); };
  const auto eight = [&](const uint64_t* from) { return InNeighbors(four(from), four(from + 4)); };
  size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce)
    wasm_v128_store(distances + i, InNeighbors(eight(signatures + i), eight(signatures + i + 8)));
  MeasureScalar(signature, signatures + i, count - i, distances + i);
}

uint32_t IsBelowWasm(const uint8_t* distances, v128_t limit) {
  return static_cast<uint32_t>(wasm_i8x16_bitmask(wasm_u8x16_lt(wasm_v128_load(distances), limit)));
}

size_t CountBelowWasm(const uint8_t* distances, size_t count, uint32_t limit) {
  const v128_t bound = wasm_u8x16_splat(static_cast<uint8_t>(limit));
  size_t below = 0;
  for (size_t i = 0; i < count; i += 16)
    below += static_cast<size_t>(__builtin_popcount(IsBelowWasm(distances + i, bound)));
  return below;
}

size_t FindBelowWasm(const uint8_t* distances, size_t count, uint32_t limit, uint32_t* positions) {
  const v128_t bound = wasm_u8x16_splat(static_cast<uint8_t>(limit));
  size_t found = 0;
  for (size_t i = 0; i < count; i += 16) {
    for (uint32_t is_below = IsBelowWasm(distances + i, bound); is_below != 0; is_below &= is_below - 1)
      positions[found++] = static_cast<uint32_t>(i) + static_cast<uint32_t>(__builtin_ctz(is_below));
  }
  return found;
}

constexpr SignatureKernels kScalarKernels = {MeasureWasm, StrikeOutScalar, CountBelowWasm, FindBelowWasm};

#else

constexpr SignatureKernels kScalarKernels = {MeasureScalar, StrikeOutScalar, CountBelowScalar,
                                             FindBelowScalar};

#endif

#if defined(__x86_64__)

// GCC 12 takes the deliberately undefined operands inside its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#define LOUPE_AVX2 __attribute__((target("avx2,bmi,popcnt")))
#define LOUPE_AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi,popcnt")))

/** Writes one position for each bit set. */
LOUPE_AVX2 inline size_t PositionsOf(uint64_t is_below, size_t first, uint32_t* positions) {
  size_t found = 0;
  for (; is_below != 0; is_below &= is_below - 1)
    positions[found++] = static_cast<uint32_t>(first + static_cast<size_t>(__builtin_ctzll(is_below)));
  return found;
}

/** The lowest bytes of four numbers. */
LOUPE_AVX2 inline uint32_t LowestBytes(__m256i numbers) {
  const __m256i pairs = _mm256_shuffle_epi8(numbers, _mm256_set1_epi64x(0x0800));
  return static_cast<uint32_t>(_mm256_extract_epi16(pairs, 0)) |
         (static_cast<uint32_t>(_mm256_extract_epi16(pairs, 8)) << 16);
}

LOUPE_AVX2 void MeasureAvx2(uint64_t signature, const uint64_t* signatures, size_t count,
                            uint8_t* distances) {
  const __m256i q = _mm256_set1_epi64x(static_cast<long long>(signature));
  size_t i = 0;
  for (; i + kMeasuredAtOnce <= count; i += kMeasuredAtOnce) {
    if (i + kMeasuredAhead < count) __builtin_prefetch(signatures + i + kMeasuredAhead);
    for (size_t half = i; half < i + kMeasuredAtOnce; half += 4) {
      const __m256i s = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(signatures + half));
      const __m256i bits =
          _mm256_sad_epu8(simd::PopcountBytes256(_mm256_xor_si256(q, s)), _mm256_setzero_si256());
      const uint32_t four = LowestBytes(bits);
      __builtin_memcpy(distances + half, &four, sizeof(four));
    }
  }
  MeasureScalar(signature, signatures + i, count - i, distances + i);
}

LOUPE_AVX2 void StrikeOutAvx2(uint64_t signature, uint64_t mask, int most, const uint64_t* signatures,
                              size_t count, uint8_t* distances) {
  const __m256i q = _mm256_set1_epi64x(static_cast<long long>(signature & mask));
  const __m256i m = _mm256_set1_epi64x(static_cast<long long>(mask));
  const __m256i greatest = _mm256_set1_epi64x(most);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256i s = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(signatures + i));
    const __m256i differing = _mm256_xor_si256(_mm256_and_si256(s, m), q);
    const __m256i bits = _mm256_sad_epu8(simd::PopcountBytes256(differing), _mm256_setzero_si256());
    uint32_t four = 0;
    __builtin_memcpy(&four, distances + i, sizeof(four));
    four |= LowestBytes(_mm256_cmpgt_epi64(bits, greatest));
    __builtin_memcpy(distances + i, &four, sizeof(four));
  }
  StrikeOutScalar(signature, mask, most, signatures + i, count - i, distances + i);
}

LOUPE_AVX2 inline uint64_t IsBelow256(const uint8_t* distances, __m256i greatest) {
  const __m256i d = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(distances));
  const __m256i is_below = _mm256_cmpeq_epi8(_mm256_min_epu8(d, greatest), d);
  return static_cast<uint32_t>(_mm256_movemask_epi8(is_below));
}

LOUPE_AVX2 size_t CountBelowAvx2(const uint8_t* distances, size_t count, uint32_t limit) {
  if (limit == 0) return 0;
  const __m256i greatest = _mm256_set1_epi8(static_cast<char>(limit - 1));
  size_t below = 0;
  for (size_t i = 0; i < count; i += 32)
    below += static_cast<size_t>(__builtin_popcountll(IsBelow256(distances + i, greatest)));
  return below;
}

LOUPE_AVX2 size_t FindBelowAvx2(const uint8_t* distances, size_t count, uint32_t limit, uint32_t* positions) {
  if (limit == 0) return 0;
  const __m256i greatest = _mm256_set1_epi8(static_cast<char>(limit - 1));
  size_t found = 0;
  for (size_t i = 0; i < count; i += 32)
    found += PositionsOf(IsBelow256(distances + i, greatest), i, positions + found);
  return found;
}

/** Distances of up to eight signatures; kNoDistance for those not `inside`. */
LOUPE_AVX512 inline void MeasureEight(__m512i q, const uint64_t* signatures, __mmask8 inside,
                                      uint8_t* distances) {
  const __m512i s = _mm512_maskz_loadu_epi64(inside, signatures);
  const __m512i bits =
      _mm512_sad_epu8(simd::PopcountBytes512(_mm512_xor_si512(q, s)), _mm512_setzero_si512());
  const __m512i filled = _mm512_mask_mov_epi64(_mm512_set1_epi64(kNoDistance), inside, bits);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(distances), _mm512_cvtepi64_epi8(filled));
}

LOUPE_AVX512 void MeasureAvx512(uint64_t signature, const uint64_t* signatures, size_t count,
                                uint8_t* distances) {
  const __m512i q = _mm512_set1_epi64(static_cast<long long>(signature));
  size_t i = 0;
  for (; i + kMeasuredAhead < count; i += kMeasuredAtOnce) {
    __builtin_prefetch(signatures + i + kMeasuredAhead);
    MeasureEight(q, signatures + i, 0xff, distances + i);
  }
  for (; i + kMeasuredAtOnce <= count; i += kMeasuredAtOnce)
    MeasureEight(q, signatures + i, 0xff, distances + i);
  if (i < count)
    MeasureEight(q, signatures + i, static_cast<__mmask8>((1U << (count - i)) - 1U), distances + i);
}

LOUPE_AVX512 void StrikeOutAvx512(uint64_t signature, uint64_t mask, int most, const uint64_t* signatures,
                                  size_t count, uint8_t* distances) {
  const __m512i q = _mm512_set1_epi64(static_cast<long long>(signature & mask));
  const __m512i m = _mm512_set1_epi64(static_cast<long long>(mask));
  const __m512i greatest = _mm512_set1_epi64(most);
  size_t i = 0;
  for (; i + kMeasuredAtOnce <= count; i += kMeasuredAtOnce) {
    const __m512i s = _mm512_maskz_loadu_epi64(0xff, signatures + i);
    const __m512i differing = _mm512_xor_si512(_mm512_and_si512(s, m), q);
    const __m512i bits = _mm512_sad_epu8(simd::PopcountBytes512(differing), _mm512_setzero_si512());
    const __mmask8 is_other = _mm512_cmpgt_epi64_mask(bits, greatest);
    const __m512i none = _mm512_maskz_set1_epi64(is_other, kNoDistance);
    const __m128i before = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(distances + i));
    const __m128i after = _mm_or_si128(before, _mm512_cvtepi64_epi8(none));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(distances + i), after);
  }
  StrikeOutScalar(signature, mask, most, signatures + i, count - i, distances + i);
}

LOUPE_AVX512 inline uint64_t IsBelow512(const uint8_t* distances, __m512i limit) {
  return _mm512_cmplt_epu8_mask(_mm512_loadu_si512(distances), limit);
}

LOUPE_AVX512 size_t CountBelowAvx512(const uint8_t* distances, size_t count, uint32_t limit) {
  const __m512i bound = _mm512_set1_epi8(static_cast<char>(limit));
  size_t below = 0;
  for (size_t i = 0; i < count; i += kDistancesAtOnce)
    below += static_cast<size_t>(__builtin_popcountll(IsBelow512(distances + i, bound)));
  return below;
}

LOUPE_AVX512 size_t FindBelowAvx512(const uint8_t* distances, size_t count, uint32_t limit,
                                    uint32_t* positions) {
  const __m512i bound = _mm512_set1_epi8(static_cast<char>(limit));
  size_t found = 0;
  for (size_t i = 0; i < count; i += kDistancesAtOnce)
    found += PositionsOf(IsBelow512(distances + i, bound), i, positions + found);
  return found;
}

constexpr SignatureKernels kAvx2Kernels = {MeasureAvx2, StrikeOutAvx2, CountBelowAvx2, FindBelowAvx2};
constexpr SignatureKernels kAvx512Kernels = {MeasureAvx512, StrikeOutAvx512, CountBelowAvx512,
                                             FindBelowAvx512};

#endif

}  // namespace

const SignatureKernels& SignatureKernelsOf(simd::Isa isa) {
#if defined(__x86_64__)
  if (isa == simd::Isa::kAvx512) return kAvx512Kernels;
  if (isa == simd::Isa::kAvx2) return kAvx2Kernels;
#endif
  (void)isa;
  return kScalarKernels;
}

const SignatureKernels& ActiveSignatureKernels() { return SignatureKernelsOf(simd::ActiveIsa()); }

}  // namespace loupe::retrieval
