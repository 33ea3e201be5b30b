#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "test/random.h"

namespace loupe::bench {

/** Descriptor bits that differ between a simulated corner and the real one that it comes from. */
constexpr int kFlippedBits = 12;
/** Corners of a simulated reference. */
constexpr int kSimulatedCorners = 500;
/** Both sides of its working picture, in pixels. */
constexpr int kSimulatedSide = 512;

/**
 * Makes references in any number from a few real ones: each takes its corners from random real pictures and
 * flips a few descriptor bits. Words come with the corners when the pool has them. Lists get the lengths that
 * real references would give them; look-alike pages do not arise, so simulated references measure time and
 * memory, not recall.
 */
class ReferenceSimulator {
 public:
  /** @param pool features of real pictures, at least one with keypoints; outlives the simulator */
  ReferenceSimulator(const std::vector<features::Features>& pool, uint64_t seed);

  /** DNA of the next simulated reference. */
  std::vector<uint8_t> Next();

 private:
  const std::vector<features::Features>& pool_;
  test::Random random_;
  /** Vocabulary of every picture of the pool; 0 when some have none or another one. */
  uint32_t vocabulary_id_ = 0;
};

}  // namespace loupe::bench
