#include "core/features/hamming.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "core/simd/popcount_bytes.h"
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace loupe::features {
namespace {

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

#if defined(__wasm_simd128__)

/** Adds neighbors among the bytes of two registers into the bytes of one. */
v128_t InNeighbors(v128_t first, v128_t second) {
  return wasm_u8x16_narrow_i16x8(wasm_u16x8_extadd_pairwise_u8x16(first),
                                 wasm_u16x8_extadd_pairwise_u8x16(second));
}

/** A block per step. No byte overflows before two of them are left of each descriptor. */
void BlockDistancesWasm(const Descriptor& query, const uint64_t* blocks, size_t count, uint16_t* distances) {
  v128_t parts[4];
  for (int part = 0; part < 4; ++part) parts[part] = wasm_i64x2_splat(static_cast<int64_t>(query.word(part)));
  for (size_t i = 0; i < count; i += 8) {
    const uint64_t* block = blocks + i * 4;
    const auto two = [&](size_t at) {
      v128_t bits = wasm_i64x2_splat(0);
      for (size_t part = 0; part < 4; ++part) {
        const v128_t differing = wasm_v128_xor(wasm_v128_load(block + 8 * part + at), parts[part]);
        bits = wasm_i8x16_add(bits, wasm_i8x16_popcnt(differing));
      }
      return bits;
    };
    const v128_t bytes = InNeighbors(InNeighbors(two(0), two(2)), InNeighbors(two(4), two(6)));
    wasm_v128_store(distances + i, wasm_u16x8_extadd_pairwise_u8x16(bytes));
  }
}

constexpr HammingKernels kScalarKernels = {BlockDistancesWasm, GatherBitsScalar};

#else

constexpr HammingKernels kScalarKernels = {BlockDistancesScalar, GatherBitsScalar};

#endif

#if defined(__x86_64__)

// GCC 12 takes the deliberately undefined operands inside its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#define LOUPE_AVX2_BMI2 __attribute__((target("avx2,bmi2,popcnt")))
#define LOUPE_AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi2,popcnt")))

/** Bits in which each of four descriptors of a block differs from the query, whose parts are spread over q.
 */
LOUPE_AVX2_BMI2 inline __m256i BlockDistance256(const __m256i* q, const uint64_t* half_block) {
  __m256i bits = _mm256_setzero_si256();
  for (int part = 0; part < 4; ++part) {
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(half_block + 8 * part));
    bits = _mm256_add_epi8(bits, simd::PopcountBytes256(_mm256_xor_si256(c, q[part])));
  }
  return _mm256_sad_epu8(bits, _mm256_setzero_si256());
}

LOUPE_AVX2_BMI2 void BlockDistancesAvx2(const Descriptor& query, const uint64_t* blocks, size_t count,
                                        uint16_t* distances) {
  __m256i q[4];
  for (int part = 0; part < 4; ++part) q[part] = _mm256_set1_epi64x(static_cast<long long>(query.word(part)));
  for (size_t i = 0; i < count; i += 4) {
    alignas(32) uint64_t lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), BlockDistance256(q, blocks + (i / 8) * 32 + i % 8));
    for (size_t k = 0; k < 4; ++k) distances[i + k] = static_cast<uint16_t>(lanes[k]);
  }
}

LOUPE_AVX2_BMI2 uint64_t GatherBitsBmi2(const Descriptor& descriptor, const Descriptor& mask) {
  uint64_t gathered = 0;
  int shift = 0;
  for (int part = 0; part < 4 && shift < 64; ++part) {
    gathered |= _pext_u64(descriptor.word(part), mask.word(part)) << shift;
    shift += __builtin_popcountll(mask.word(part));
  }
  return gathered;
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
  const __m512i twos =
      _mm512_add_epi8(simd::PopcountBytes512(carry), simd::PopcountBytes512(_mm512_and_si512(sum, d)));
  const __m512i bits =
      _mm512_add_epi8(_mm512_add_epi8(twos, twos), simd::PopcountBytes512(_mm512_xor_si512(sum, d)));
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

constexpr HammingKernels kAvx2Kernels = {BlockDistancesAvx2, GatherBitsBmi2};
constexpr HammingKernels kAvx512Kernels = {BlockDistancesAvx512, GatherBitsBmi2};

#endif

}  // namespace

std::vector<uint64_t> ToBlocks(base::Span<const Descriptor> descriptors) {
  std::vector<uint64_t> blocks((descriptors.size() + 7) / 8 * 32);
  for (size_t i = 0; i < descriptors.size(); ++i) {
    for (int part = 0; part < 4; ++part) {
      blocks[(i / 8) * 32 + static_cast<size_t>(part) * 8 + i % 8] = descriptors[i].word(part);
    }
  }
  return blocks;
}

const HammingKernels& KernelsOf(simd::Isa isa) {
#if defined(__x86_64__)
  if (isa == simd::Isa::kAvx512) return kAvx512Kernels;
  if (isa == simd::Isa::kAvx2) return kAvx2Kernels;
#endif
  (void)isa;
  return kScalarKernels;
}

const HammingKernels& ActiveKernels() { return KernelsOf(simd::ActiveIsa()); }

}  // namespace loupe::features
