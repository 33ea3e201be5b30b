#pragma once

#include <vector>

#include "core/isa.h"

namespace loupe::test {

/** The instruction sets that this processor can run. */
inline std::vector<Isa> SupportedIsas() {
  std::vector<Isa> isas;
  for (const Isa isa : {Isa::kScalar, Isa::kAvx2, Isa::kAvx512}) {
    if (IsSupported(isa)) isas.push_back(isa);
  }
  return isas;
}

}  // namespace loupe::test
