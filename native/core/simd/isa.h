#pragma once

#include <cstdint>

namespace loupe::simd {

/** Instruction sets that inner loops are written for. Every one gives the same results. */
enum class Isa : uint8_t { kScalar, kAvx2, kAvx512 };

/** True when this processor can run what is written for `isa`. */
bool IsSupported(Isa isa);

/** The widest instruction set that this processor supports. */
Isa BestIsa();

}  // namespace loupe::simd
