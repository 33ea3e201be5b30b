#pragma once

#include <cstdint>

namespace loupe::simd {

/** Instruction sets that inner loops are written for. Every one gives the same results. */
enum class Isa : uint8_t { kScalar, kAvx2, kAvx512 };

/** True when this processor can run what is written for `isa`. */
bool IsSupported(Isa isa);

/** The widest instruction set that this processor supports. */
Isa BestIsa();

/** The instruction set that kernels run with: the widest, unless a ScopedIsa says otherwise. */
Isa ActiveIsa();

/**
 * Lets all kernels of the process run with another instruction set while it lives, so that tests and
 * benchmarks compare them. For one thread at a time.
 */
class ScopedIsa {
 public:
  /** @param isa  one that is supported */
  explicit ScopedIsa(Isa isa);
  ~ScopedIsa();
  ScopedIsa(const ScopedIsa&) = delete;
  ScopedIsa& operator=(const ScopedIsa&) = delete;

 private:
  const Isa before_;
};

}  // namespace loupe::simd
