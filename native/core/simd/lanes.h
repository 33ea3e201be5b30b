#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/simd/isa.h"

#if defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/**
 * Loops over several pixels at once, written once for every processor: a kernel is an inlined function over
 * the vector types below, and `RunWidest` compiles it a second time for AVX2 and takes that one where
 * ActiveIsa() allows. Both do the same operations in the same order, so that results do not depend on the
 * processor.
 */
#pragma GCC diagnostic ignored "-Wpsabi"

#define LOUPE_KERNEL inline __attribute__((always_inline))

namespace loupe::simd {

typedef float FloatLanes __attribute__((vector_size(32)));
typedef int32_t IntLanes __attribute__((vector_size(32)));
typedef int16_t ShortLanes __attribute__((vector_size(16)));
/** Gray values: more of them fit. */
typedef uint8_t ByteLanes __attribute__((vector_size(32)));

constexpr int kLanes = 8;
constexpr size_t kByteLanes = 32;
constexpr IntLanes kLaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

template <typename Lanes, typename Element>
LOUPE_KERNEL Lanes Load(const Element* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(Lanes));
  return lanes;
}

template <typename Lanes, typename Element>
LOUPE_KERNEL void Store(Element* to, const Lanes& lanes) {
  std::memcpy(to, &lanes, sizeof(Lanes));
}

/** The same bits as lanes of another type. */
template <typename To, typename From>
LOUPE_KERNEL To As(const From& lanes) {
  static_assert(sizeof(To) == sizeof(From), "lanes keep their bits");
  To to;
  std::memcpy(&to, &lanes, sizeof(To));
  return to;
}

/** Lanes of `yes` where the mask is -1, of `no` where it is 0. */
LOUPE_KERNEL FloatLanes Choose(const IntLanes& mask, const FloatLanes& yes, const FloatLanes& no) {
  return As<FloatLanes>((mask & As<IntLanes>(yes)) | (~mask & As<IntLanes>(no)));
}

LOUPE_KERNEL FloatLanes AllLanes(float value) { return FloatLanes{} + value; }

/** Eight 16-bit numbers as floats. */
LOUPE_KERNEL FloatLanes LoadShorts(const int16_t* from) {
  return __builtin_convertvector(Load<ShortLanes>(from), FloatLanes);
}

/** Sum of all lanes, always in the same order. */
LOUPE_KERNEL float SumOf(const FloatLanes& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/** Magnitudes. */
LOUPE_KERNEL FloatLanes Abs(const FloatLanes& v) { return As<FloatLanes>(As<IntLanes>(v) & 0x7fffffff); }

LOUPE_KERNEL FloatLanes SquareRoots(const FloatLanes& v) {
  FloatLanes roots;
#if defined(__SSSE3__)
  const auto* halves = reinterpret_cast<const float*>(&v);
  auto* to = reinterpret_cast<float*>(&roots);
  for (int half = 0; half < kLanes; half += 4)
    _mm_storeu_ps(to + half, _mm_sqrt_ps(_mm_loadu_ps(halves + half)));
#elif defined(__aarch64__)
  const auto* halves = reinterpret_cast<const float*>(&v);
  auto* to = reinterpret_cast<float*>(&roots);
  for (int half = 0; half < kLanes; half += 4) vst1q_f32(to + half, vsqrtq_f32(vld1q_f32(halves + half)));
#elif defined(__wasm_simd128__)
  const auto* halves = reinterpret_cast<const v128_t*>(&v);
  auto* to = reinterpret_cast<v128_t*>(&roots);
  for (int half = 0; half < 2; ++half) to[half] = wasm_f32x4_sqrt(halves[half]);
#else
  for (int i = 0; i < kLanes; ++i) roots[i] = __builtin_sqrtf(v[i]);
#endif
  return roots;
}

/** Bit i of the result is set where lane i of the mask is -1. */
LOUPE_KERNEL uint32_t BitsOf(const IntLanes& mask) {
#if defined(__SSSE3__)
  const auto low = _mm_castsi128_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(&mask)));
  const auto high = _mm_castsi128_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(&mask) + 1));
  return static_cast<uint32_t>(_mm_movemask_ps(low)) | static_cast<uint32_t>(_mm_movemask_ps(high)) << 4;
#elif defined(__wasm_simd128__)
  const auto* halves = reinterpret_cast<const v128_t*>(&mask);
  return static_cast<uint32_t>(wasm_i32x4_bitmask(halves[0])) |
         static_cast<uint32_t>(wasm_i32x4_bitmask(halves[1])) << 4;
#else
  const IntLanes weighed = mask & IntLanes{1, 2, 4, 8, 16, 32, 64, 128};
  return static_cast<uint32_t>(((weighed[0] | weighed[1]) | (weighed[2] | weighed[3])) |
                               ((weighed[4] | weighed[5]) | (weighed[6] | weighed[7])));
#endif
}

template <typename Lanes>
LOUPE_KERNEL Lanes Min(const Lanes& a, const Lanes& b) {
  return a < b ? a : b;
}
template <typename Lanes>
LOUPE_KERNEL Lanes Max(const Lanes& a, const Lanes& b) {
  return a > b ? a : b;
}

#if defined(__wasm_simd128__)
/** An instruction for both halves of bytes. Comparing and choosing instead, the compiler makes no one of it.
 */
#define LOUPE_OF_BYTES(instruction)                                                              \
  const auto *x = reinterpret_cast<const v128_t*>(&a), *y = reinterpret_cast<const v128_t*>(&b); \
  ByteLanes result;                                                                              \
  reinterpret_cast<v128_t*>(&result)[0] = instruction(x[0], y[0]);                               \
  reinterpret_cast<v128_t*>(&result)[1] = instruction(x[1], y[1]);                               \
  return result

template <>
LOUPE_KERNEL ByteLanes Min<ByteLanes>(const ByteLanes& a, const ByteLanes& b) {
  LOUPE_OF_BYTES(wasm_u8x16_min);
}
template <>
LOUPE_KERNEL ByteLanes Max<ByteLanes>(const ByteLanes& a, const ByteLanes& b) {
  LOUPE_OF_BYTES(wasm_u8x16_max);
}
#endif

LOUPE_KERNEL ByteLanes AllBytes(uint8_t value) { return ByteLanes{} + value; }

/** Sums that stop at 255, and differences that stop at 0. */
LOUPE_KERNEL ByteLanes AddSaturated(const ByteLanes& a, const ByteLanes& b) {
#if defined(__wasm_simd128__)
  LOUPE_OF_BYTES(wasm_u8x16_add_sat);
#else
  const ByteLanes sum = a + b;
  return sum < a ? AllBytes(255) : sum;
#endif
}
LOUPE_KERNEL ByteLanes SubtractSaturated(const ByteLanes& a, const ByteLanes& b) {
#if defined(__wasm_simd128__)
  LOUPE_OF_BYTES(wasm_u8x16_sub_sat);
#else
  return Max(a, b) - b;
#endif
}

LOUPE_KERNEL bool IsAnySet(const ByteLanes& v) {
#if defined(__wasm_simd128__)
  const auto* halves = reinterpret_cast<const v128_t*>(&v);
  return wasm_v128_any_true(wasm_v128_or(halves[0], halves[1]));
#else
  typedef uint64_t Words __attribute__((vector_size(32)));
  const auto words = As<Words>(v);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

/** Bit i of the result is set where byte i of the mask is 255. */
LOUPE_KERNEL uint32_t BitsOf(const ByteLanes& mask) {
#if defined(__SSSE3__)
  const auto* halves = reinterpret_cast<const __m128i*>(&mask);
  return static_cast<uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(halves))) |
         static_cast<uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(halves + 1))) << 16;
#elif defined(__wasm_simd128__)
  const auto* halves = reinterpret_cast<const v128_t*>(&mask);
  return static_cast<uint32_t>(wasm_i8x16_bitmask(halves[0])) |
         static_cast<uint32_t>(wasm_i8x16_bitmask(halves[1])) << 16;
#else
  uint32_t bits = 0;
  for (size_t i = 0; i < kByteLanes; ++i) bits |= uint32_t{mask[i]} >> 7 << i;
  return bits;
#endif
}

/** For every half byte, the bytes of those of four 32-bit lanes whose bits are set, in order. */
inline constexpr std::array<std::array<uint8_t, 16>, 16> kChosenBytes = [] {
  std::array<std::array<uint8_t, 16>, 16> all{};
  for (size_t bits = 0; bits < 16; ++bits) {
    size_t count = 0;
    for (size_t lane = 0; lane < 4; ++lane) {
      if ((bits >> lane & 1) == 0) continue;
      for (size_t byte = 0; byte < 4; ++byte) all[bits][count++] = static_cast<uint8_t>(4 * lane + byte);
    }
  }
  return all;
}();

/**
 * Writes those of eight lanes whose bits are set, in order; there is room for eight.
 * @return how many they are
 */
LOUPE_KERNEL size_t StoreChosen(uint32_t* to, const IntLanes& lanes, uint32_t bits) {
#if defined(__SSSE3__)
  const auto* halves = reinterpret_cast<const __m128i*>(&lanes);
  const auto choose = [&](const __m128i* half, uint32_t chosen, uint32_t* at) {
    const auto* bytes = reinterpret_cast<const __m128i*>(kChosenBytes[chosen].data());
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at),
                     _mm_shuffle_epi8(_mm_loadu_si128(half), _mm_loadu_si128(bytes)));
  };
#elif defined(__aarch64__)
  const auto* halves = reinterpret_cast<const uint8_t*>(&lanes);
  const auto choose = [&](const uint8_t* half, uint32_t chosen, uint32_t* at) {
    vst1q_u8(reinterpret_cast<uint8_t*>(at),
             vqtbl1q_u8(vld1q_u8(half), vld1q_u8(kChosenBytes[chosen].data())));
  };
#elif defined(__wasm_simd128__)
  const auto* halves = reinterpret_cast<const v128_t*>(&lanes);
  const auto choose = [&](const v128_t* half, uint32_t chosen, uint32_t* at) {
    wasm_v128_store(at, wasm_i8x16_swizzle(*half, wasm_v128_load(kChosenBytes[chosen].data())));
  };
#endif
#if defined(__SSSE3__) || defined(__aarch64__) || defined(__wasm_simd128__)
  const auto low_count = static_cast<size_t>(__builtin_popcount(bits & 15));
  choose(halves, bits & 15, to);
  choose(halves + sizeof(lanes) / 2 / sizeof(*halves), bits >> 4, to + low_count);
  return low_count + static_cast<size_t>(__builtin_popcount(bits >> 4));
#else
  size_t count = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    to[count] = static_cast<uint32_t>(lanes[lane]);
    count += bits >> lane & 1;
  }
  return count;
#endif
}

#if defined(__x86_64__)
template <auto kKernel, typename... Arguments>
__attribute__((target("avx2"))) void RunForAvx2(Arguments... arguments) {
  kKernel(arguments...);
}
#endif

template <auto kKernel, typename... Arguments>
void RunFor(Isa isa, Arguments... arguments) {
#if defined(__x86_64__)
  if (isa != Isa::kScalar) return RunForAvx2<kKernel, Arguments...>(arguments...);
#endif
  (void)isa;
  kKernel(arguments...);
}

template <auto kKernel, typename... Arguments>
void RunWidest(Arguments... arguments) {
  RunFor<kKernel, Arguments...>(ActiveIsa(), arguments...);
}

}  // namespace loupe::simd
