#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/isa.h"

namespace loupe::retrieval {

/** Stands for a distance where there is no signature, or none that counts. */
constexpr uint8_t kNoDistance = 255;
/** Distances are counted and looked through in such steps. */
constexpr size_t kDistancesAtOnce = 64;

/** The innermost loops of a scan of inverted lists, for one instruction set. */
struct SignatureKernels {
  /**
   * Writes the Hamming distances (0..64) of 64-bit signatures from one. `distances` has room for `count`
   * rounded up to a multiple of eight; kNoDistance fills it up.
   */
  void (*measure)(uint64_t signature, const uint64_t* signatures, size_t count, uint8_t* distances);
  /** Writes kNoDistance for signatures that differ from one in more than `most` of the bits in `mask`. */
  void (*strike_out)(uint64_t signature, uint64_t mask, int most, const uint64_t* signatures, size_t count,
                     uint8_t* distances);
  /** How many distances are below `limit`, at most 255; `count` is a multiple of kDistancesAtOnce. */
  size_t (*count_below)(const uint8_t* distances, size_t count, uint32_t limit);
  /** Writes the positions of those, in ascending order. @return how many */
  size_t (*find_below)(const uint8_t* distances, size_t count, uint32_t limit, uint32_t* positions);
};

/** Kernels of one instruction set; the caller has checked IsSupported(). All give the same. */
const SignatureKernels& SignatureKernelsOf(simd::Isa isa);

/** Kernels of the widest instruction set that this processor supports. */
const SignatureKernels& ActiveSignatureKernels();

}  // namespace loupe::retrieval
