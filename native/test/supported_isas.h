#pragma once

#include <vector>

#include "core/simd/isa.h"

namespace loupe::test {

/** The instruction sets that this processor can run. */
inline std::vector<simd::Isa> SupportedIsas() {
  std::vector<simd::Isa> isas;
  for (const simd::Isa isa : {simd::Isa::kScalar, simd::Isa::kAvx2, simd::Isa::kAvx512}) {
    if (simd::IsSupported(isa)) isas.push_back(isa);
  }
  return isas;
}

}  // namespace loupe::test
