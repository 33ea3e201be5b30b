#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/large_memory.h"
#include "core/index/segment.h"

namespace loupe::index {

/** How many postings a word has; lists of these are in ascending order of words. */
struct WordCount {
  uint16_t word;
  uint32_t count;
};

/** Which lists are divided, and where their ends are: all that are long enough, as far as places go. */
struct Divisions {
  Divisions(const std::vector<WordCount>& words, bool is_divided);

  /** The division of each list, by the rank of its word; 0 where there is none. */
  std::vector<uint16_t> by_rank;
  uint32_t place_count = 0;
  bool has_long_ends = false;
};

/** Bytes of a segment under construction, 8-byte aligned, with its directory filled. */
class SegmentBytes {
 public:
  SegmentBytes(size_t references, const std::vector<WordCount>& words, size_t keyword_bytes,
               uint32_t vocabulary_id, bool is_divided = false);

  template <typename T>
  T* At(size_t offset) {
    return reinterpret_cast<T*>(bytes_->data() + offset);
  }
  const SegmentLayout& layout() const { return layout_; }
  bool has_divided_lists() const { return header_.division_count > 0; }
  /** The division of a list, by the rank of its word; 0 when it has none. */
  uint16_t DivisionOf(size_t rank) const { return divisions_.by_rank[rank]; }

  /** Completes the directory and opens the segment. */
  std::shared_ptr<const Segment> Finish(std::vector<DnaBlob> dnas);

 private:
  void FillDirectory(const std::vector<WordCount>& words);

  Divisions divisions_;
  SegmentHeader header_;
  SegmentLayout layout_;
  std::shared_ptr<base::LargeMemory> bytes_;
};

}  // namespace loupe::index
