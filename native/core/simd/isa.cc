#include "core/simd/isa.h"

#include <atomic>

namespace loupe::simd {

bool IsSupported(Isa isa) {
#if defined(__x86_64__)
  const bool has_avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  if (isa == Isa::kAvx2) return has_avx2;
  if (isa == Isa::kAvx512) {
    return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  }
#endif
  return isa == Isa::kScalar;
}

Isa BestIsa() {
  static const Isa best = IsSupported(Isa::kAvx512) ? Isa::kAvx512
                          : IsSupported(Isa::kAvx2) ? Isa::kAvx2
                                                    : Isa::kScalar;
  return best;
}

namespace {

std::atomic<Isa>& Active() {
  static std::atomic<Isa> active{BestIsa()};
  return active;
}

}  // namespace

Isa ActiveIsa() { return Active().load(std::memory_order_relaxed); }

ScopedIsa::ScopedIsa(Isa isa) : before_(Active().exchange(isa)) {}
ScopedIsa::~ScopedIsa() { Active().store(before_); }

}  // namespace loupe::simd
