#pragma once

#include <array>
#include <vector>

#include "packages/bench/native/simulated_segment.h"

namespace loupe::bench {

/** Distances of signatures (0..64) from the nearest, the tenth and the fiftieth nearest stranger that a
 * search sees. */
struct StrangerDistances {
  static constexpr std::array<size_t, 3> kRanks = {1, 10, 50};
  /** Mean of the middle tenth of all descriptors asked for, by rank; 64 where there are fewer. */
  std::array<double, 3> by_rank{};
  /** Mean number of strangers that a search counts as hits. */
  double hits = 0.0;
};

/** How near strangers come among real references, and among as many simulated ones made from a part of these.
 */
struct StrangerComparison {
  StrangerDistances real;
  StrangerDistances simulated;
};

/**
 * Asks for descriptors of some references among others that are not they. The last `asked` pictures are asked
 * for, the first `size` are the real strangers, and the simulated ones are made from those `parents` of these
 * that come last.
 * @param pictures  in an order without meaning; at least size + asked
 */
StrangerComparison CompareStrangers(const std::vector<features::Features>& pictures,
                                    const index::Vocabulary& vocabulary, size_t size, size_t parents,
                                    size_t asked, uint64_t seed);

}  // namespace loupe::bench
