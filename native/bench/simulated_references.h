#pragma once

#include <cstdint>
#include <vector>

#include "core/features.h"
#include "test/random.h"

namespace loupe::bench {

/**
 * Makes references in any number from a few real ones: each takes its corners from random real pictures and
 * flips a few descriptor bits. Lists get the lengths that real references would give them; look-alike pages
 * do not arise, so simulated references measure time and memory, not recall.
 */
class ReferenceSimulator {
 public:
  /** @param pool features of real pictures, at least one with keypoints; outlives the simulator */
  ReferenceSimulator(const std::vector<Features>& pool, uint64_t seed) : pool_(pool), random_(seed) {}

  /** DNA of the next simulated reference. */
  std::vector<uint8_t> Next();

 private:
  const std::vector<Features>& pool_;
  test::Random random_;
};

}  // namespace loupe::bench
