#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/index/vocabulary.h"
#include "test/random.h"

namespace loupe::bench {

/** Corners of a simulated reference. */
constexpr int kSimulatedCorners = 500;
/** Both sides of its working picture, in pixels. */
constexpr int kSimulatedSide = 512;

/** Words of a picture's descriptors, as it has them or as the vocabulary gives them. */
std::vector<uint16_t> WordsOf(const features::Features& picture, const index::Vocabulary& vocabulary);

/**
 * Makes references in any number from a few real ones. A corner has two parents, real corners of one word,
 * and takes each bit of its descriptor from either: it lies as near to strangers as these do to each other,
 * however few real ones there are (packages/bench/native/stranger_distances.h measures that). Lists get the
 * lengths that real references would give them; pages that look alike as a whole do not arise.
 */
class ReferenceSimulator {
 public:
  /**
   * @param pool  features of real pictures, at least one with keypoints; outlives the simulator
   * @param vocabulary  gives words to pictures of the pool that have none
   */
  ReferenceSimulator(const std::vector<features::Features>& pool, const index::Vocabulary& vocabulary,
                     uint64_t seed);

  /** DNA of the next simulated reference. */
  std::vector<uint8_t> Next();

 private:
  struct Corner {
    uint32_t picture;
    uint32_t place;
    uint16_t word;
  };

  const features::Descriptor& DescriptorOf(const Corner& corner) const {
    return pool_[corner.picture].descriptors[corner.place];
  }

  const std::vector<features::Features>& pool_;
  test::Random random_;
  uint32_t vocabulary_id_;
  /** In order of their words. */
  std::vector<Corner> corners_;
  /** First corner of each word, and one beyond the last. */
  std::vector<uint32_t> starts_;
};

}  // namespace loupe::bench
