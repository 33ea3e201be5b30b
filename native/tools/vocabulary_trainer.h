#pragma once

#include <cstdint>
#include <vector>

#include "core/index/vocabulary.h"

namespace loupe::tools {

struct TrainOptions {
  /** Rounds of assigning descriptors and recomputing centers, per level. */
  int round_count = 12;
  uint64_t seed = 1;
};

/** Centers of both levels and the signature masks, as a vocabulary file holds them. */
struct TrainedVocabulary {
  std::vector<features::Descriptor> branches;
  std::vector<features::Descriptor> words;
  std::vector<features::Descriptor> masks;
};

/**
 * Trains a two-level vocabulary by k-majority: k-means in Hamming space, where a center's bit is the majority
 * of its members' (Grana et al., 2013). Centers start from distinct random members; a center that loses all
 * members gets a random one again. The same descriptors and options give the same vocabulary.
 * @param descriptors  at least 65,536, in any order
 */
TrainedVocabulary TrainVocabulary(const std::vector<features::Descriptor>& descriptors,
                                  const TrainOptions& options);

}  // namespace loupe::tools
