#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/simd/isa.h"

namespace loupe::features {

/** The innermost loops of retrieval for one instruction set. */
struct HammingKernels {
  /**
   * Writes the Hamming distances (0..256) of `query` to descriptors in blocks of eight (see ToBlocks);
   * `count` is a multiple of eight.
   */
  void (*block_distances)(const Descriptor& query, const uint64_t* blocks, size_t count, uint16_t* distances);
  /**
   * Gathers the bits of a descriptor that `mask` selects, lowest first, into one word. The mask has 64 set
   * bits.
   */
  uint64_t (*gather_bits)(const Descriptor& descriptor, const Descriptor& mask);
};

/** Rearranges descriptors for block_distances; zeros fill up the last block. */
std::vector<uint64_t> ToBlocks(base::Span<const Descriptor> descriptors);

/** Kernels of one instruction set; the caller has checked IsSupported(). */
const HammingKernels& KernelsOf(simd::Isa isa);

/** Kernels of the widest instruction set that this processor supports. */
const HammingKernels& ActiveKernels();

}  // namespace loupe::features
