#pragma once

#include <memory>
#include <vector>

#include "core/index/segment.h"
#include "core/index/vocabulary.h"
#include "test/random.h"

namespace loupe::bench {

/** A real corner as an inverted list holds it. */
struct PooledCorner {
  uint64_t signature = 0;
  uint32_t angle_and_level = 0;
};

/** Real corners by word. */
class CornerPool {
 public:
  /** @throws Error kInvalidArgument when no picture has keypoints */
  CornerPool(const std::vector<features::Features>& pictures, const index::Vocabulary& vocabulary);

  /** Corners that are given by word. */
  CornerPool(uint32_t vocabulary_id, const std::vector<std::vector<PooledCorner>>& by_word);

  uint32_t vocabulary_id() const { return vocabulary_id_; }
  size_t size() const { return corners_.size(); }
  base::Span<const PooledCorner> of(size_t word) const {
    return {corners_.data() + starts_[word], starts_[word + 1] - starts_[word]};
  }

 private:
  void Append(const std::vector<std::vector<PooledCorner>>& by_word);

  uint32_t vocabulary_id_;
  /** First corner of each word, and one beyond the last. */
  std::vector<uint32_t> starts_;
  std::vector<PooledCorner> corners_;
};

/** A simulated corner of a word: each bit of its signature is that of one of two corners of the pool. */
PooledCorner SimulateCorner(base::Span<const PooledCorner> corners, test::Random* random);

/** Corners of `references` simulated references, drawn from the pool of `real_references` real ones. */
CornerPool Simulated(const CornerPool& pool, size_t references, size_t real_references, test::Random* random);

/**
 * A whole segment of simulated references, written list by list: thousands of times as fast as adding them
 * one by one, and their DNA is shared, so that a million fit into memory. Lists are as long as real pictures
 * would make them; candidates are verified against a DNA that is not theirs, which fails as it does for
 * theirs. Long lists are divided as they are wherever segments are merged.
 *
 * @param vocabulary  that of the pool
 * @param first_key  keys go on from here by steps
 * @param count      1 to kMaxSegmentReferences
 * @param dnas       DNA that stand for those of the references, at least one
 */
std::shared_ptr<const index::Segment> SimulateSegment(const CornerPool& pool,
                                                      const index::Vocabulary& vocabulary, uint32_t first_key,
                                                      size_t count, const std::vector<index::DnaBlob>& dnas,
                                                      test::Random* random, uint32_t key_step = 1);

}  // namespace loupe::bench
