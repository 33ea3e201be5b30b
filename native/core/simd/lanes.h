#pragma once

#include <cstdint>
#include <cstring>

#include "core/simd/isa.h"

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

constexpr int kLanes = 8;

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

#if defined(__x86_64__)
template <auto kKernel, typename... Arguments>
__attribute__((target("avx2"))) void RunForAvx2(Arguments... arguments) {
  kKernel(arguments...);
}
#endif

template <auto kKernel, typename... Arguments>
void RunWidest(Arguments... arguments) {
#if defined(__x86_64__)
  if (ActiveIsa() != Isa::kScalar) return RunForAvx2<kKernel, Arguments...>(arguments...);
#endif
  kKernel(arguments...);
}

}  // namespace loupe::simd
