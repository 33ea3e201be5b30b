#include "hamming.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "popcount_bytes.h"
#endif

namespace loupe {
namespace {

void DistancesScalar(const Descriptor& query, const Descriptor* descriptors, size_t count,
                     uint16_t* distances) {
  for (size_t i = 0; i < count; ++i)
    distances[i] = static_cast<uint16_t>(HammingDistance(query, descriptors[i]));
}

void BlockDistancesScalar(const Descriptor& query, const uint64_t* blocks, size_t count,
                          uint16_t* distances) {
  for (size_t i = 0; i < count; ++i) {
    const uint64_t* block = blocks + (i / 8) * 32 + i % 8;
    int bits = 0;
    for (int part = 0; part < 4; ++part) bits += __builtin_popcountll(block[8 * part] ^ query.word(part));
    distances[i] = static_cast<uint16_t>(bits);
  }
}

uint64_t GatherBitsScalar(const Descriptor& descriptor, const Descriptor& mask) {
  uint64_t gathered = 0;
  int shift = 0;
  for (int part = 0; part < 4; ++part) {
    const uint64_t bits = descriptor.word(part);
    for (uint64_t rest = mask.word(part); rest != 0; rest &= rest - 1) {
      if (shift >= 64) return gathered;
      const int bit = __builtin_ctzll(rest);
      gathered |= ((bits >> bit) & 1U) << shift++;
    }
  }
  return gathered;
}

constexpr HammingKernels kScalarKernels = {DistancesScalar, BlockDistancesScalar, GatherBitsScalar};

#if defined(__x86_64__)

// GCC 12 takes the deliberately undefined operands inside its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#define LOUPE_AVX2 __attribute__((target("avx2,bmi2,popcnt")))
#define LOUPE_AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi2,popcnt")))

/** Bits set in each 64-bit lane (Mula, Kurz and Lemire, "Faster population counts using AVX2", 2018). */
LOUPE_AVX2 inline __m256i PopcountLanes256(__m256i v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(0x0f);
  const __m256i lower = _mm256_shuffle_epi8(table, _mm256_and_si256(v, low));
  const __m256i upper = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low));
  return _mm256_sad_epu8(_mm256_add_epi8(lower, upper), _mm256_setzero_si256());
}

LOUPE_AVX2 void DistancesAvx2(const Descriptor& query, const Descriptor* descriptors, size_t count,
                              uint16_t* distances) {
  const __m256i q = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query.bytes));
  for (size_t i = 0; i < count; ++i) {
    const __m256i d = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(descriptors[i].bytes));
    const __m256i lanes = PopcountLanes256(_mm256_xor_si256(q, d));
    const __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    distances[i] = static_cast<uint16_t>(_mm_cvtsi128_si64(halves) + _mm_extract_epi64(halves, 1));
  }
}

/** Bits in which each of four descriptors of a block differs from the query, whose parts are spread over q.
 */
LOUPE_AVX2 inline __m256i BlockDistance256(const __m256i* q, const uint64_t* half_block) {
  __m256i bits = _mm256_setzero_si256();
  for (int part = 0; part < 4; ++part) {
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(half_block + 8 * part));
    bits = _mm256_add_epi8(bits, PopcountBytes256(_mm256_xor_si256(c, q[part])));
  }
  return _mm256_sad_epu8(bits, _mm256_setzero_si256());
}

LOUPE_AVX2 void BlockDistancesAvx2(const Descriptor& query, const uint64_t* blocks, size_t count,
                                   uint16_t* distances) {
  __m256i q[4];
  for (int part = 0; part < 4; ++part) q[part] = _mm256_set1_epi64x(static_cast<long long>(query.word(part)));
  for (size_t i = 0; i < count; i += 4) {
    alignas(32) uint64_t lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), BlockDistance256(q, blocks + (i / 8) * 32 + i % 8));
    for (size_t k = 0; k < 4; ++k) distances[i + k] = static_cast<uint16_t>(lanes[k]);
  }
}

LOUPE_AVX2 uint64_t GatherBitsBmi2(const Descriptor& descriptor, const Descriptor& mask) {
  uint64_t gathered = 0;
  int shift = 0;
  for (int part = 0; part < 4 && shift < 64; ++part) {
    gathered |= _pext_u64(descriptor.word(part), mask.word(part)) << shift;
    shift += __builtin_popcountll(mask.word(part));
  }
  return gathered;
}

LOUPE_AVX512 inline __m512i PopcountLanes512(__m512i v) {
  const __m512i table =
      _mm512_maskz_broadcast_i32x4(0xffff, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i low = _mm512_set1_epi8(0x0f);
  const __m512i lower = _mm512_shuffle_epi8(table, _mm512_and_si512(v, low));
  const __m512i upper = _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(v, 4), low));
  return _mm512_sad_epu8(_mm512_add_epi8(lower, upper), _mm512_setzero_si512());
}

/** Four descriptors per step: each pair of registers holds two, and the lanes are folded to one sum each. */
LOUPE_AVX512 void DistancesAvx512(const Descriptor& query, const Descriptor* descriptors, size_t count,
                                  uint16_t* distances) {
  const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query.bytes));
  const __m512i q = _mm512_maskz_broadcast_i64x4(0xff, half);
  const __m512i even_pairs = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
  const __m512i odd_pairs = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m512i a = PopcountLanes512(_mm512_xor_si512(q, _mm512_loadu_si512(descriptors[i].bytes)));
    const __m512i b = PopcountLanes512(_mm512_xor_si512(q, _mm512_loadu_si512(descriptors[i + 2].bytes)));
    const __m512i pairs = _mm512_add_epi64(_mm512_permutex2var_epi64(a, even_pairs, b),
                                           _mm512_permutex2var_epi64(a, odd_pairs, b));
    alignas(64) uint64_t sums[8];
    _mm512_store_si512(sums, pairs);
    for (int k = 0; k < 4; ++k) distances[i + k] = static_cast<uint16_t>(sums[2 * k] + sums[2 * k + 1]);
  }
  for (; i < count; ++i) distances[i] = static_cast<uint16_t>(HammingDistance(query, descriptors[i]));
}

/** Bits in which each of the eight descriptors of a block differs from the query, whose parts are spread over
 * q. A carry-save adder turns four populations into three. */
LOUPE_AVX512 inline __m512i BlockDistance512(const __m512i* q, const uint64_t* block) {
  const __m512i a = _mm512_xor_si512(q[0], _mm512_loadu_si512(block));
  const __m512i b = _mm512_xor_si512(q[1], _mm512_loadu_si512(block + 8));
  const __m512i c = _mm512_xor_si512(q[2], _mm512_loadu_si512(block + 16));
  const __m512i d = _mm512_xor_si512(q[3], _mm512_loadu_si512(block + 24));
  const __m512i sum = _mm512_ternarylogic_epi64(a, b, c, 0x96);
  const __m512i carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
  const __m512i twos = _mm512_add_epi8(PopcountBytes512(carry), PopcountBytes512(_mm512_and_si512(sum, d)));
  const __m512i bits =
      _mm512_add_epi8(_mm512_add_epi8(twos, twos), PopcountBytes512(_mm512_xor_si512(sum, d)));
  return _mm512_sad_epu8(bits, _mm512_setzero_si512());
}

LOUPE_AVX512 void BlockDistancesAvx512(const Descriptor& query, const uint64_t* blocks, size_t count,
                                       uint16_t* distances) {
  __m512i q[4];
  for (int part = 0; part < 4; ++part) q[part] = _mm512_set1_epi64(static_cast<long long>(query.word(part)));
  for (size_t i = 0; i < count; i += 8) {
    const __m128i eight = _mm512_cvtepi64_epi16(BlockDistance512(q, blocks + i * 4));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(distances + i), eight);
  }
}

constexpr HammingKernels kAvx2Kernels = {DistancesAvx2, BlockDistancesAvx2, GatherBitsBmi2};
constexpr HammingKernels kAvx512Kernels = {DistancesAvx512, BlockDistancesAvx512, GatherBitsBmi2};

#endif

}  // namespace

std::vector<uint64_t> ToBlocks(Span<const Descriptor> descriptors) {
  std::vector<uint64_t> blocks((descriptors.size() + 7) / 8 * 32);
  for (size_t i = 0; i < descriptors.size(); ++i) {
    for (int part = 0; part < 4; ++part) {
      blocks[(i / 8) * 32 + static_cast<size_t>(part) * 8 + i % 8] = descriptors[i].word(part);
    }
  }
  return blocks;
}

const HammingKernels& KernelsOf(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::kAvx512) return kAvx512Kernels;
  if (isa == Isa::kAvx2) return kAvx2Kernels;
#endif
  (void)isa;
  return kScalarKernels;
}

const HammingKernels& BestKernels() {
  static const HammingKernels& best = KernelsOf(BestIsa());
  return best;
}

}  // namespace loupe
