#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/retrieval/posting_scan.h"
#include "core/shards/merged_nearest.h"
#include "core/shards/shard_line.h"

namespace loupe::shards {

/** Descriptors of one question: its answer stays below the megabyte that one message of NATS may have. */
constexpr size_t kMostDescriptors = 1000;

/** What shards tell of the postings nearest to descriptors, by descriptor. */
class ToldNearest {
 public:
  /**
   * Reads what was told, and holds it until it reads again.
   * @param answers  to questions about kMostDescriptors descriptors each, the last about the rest; several
   * indexes are asked one after the other before the next descriptors
   * @param indexes  of the questions, by their positions in the search call
   * @return what the shards did
   * @throws Error kInvalidArgument for what is cut off
   */
  retrieval::ScanCounters Read(std::vector<ShardAnswer> answers, size_t descriptor_count,
                               base::Span<const uint32_t> indexes);

  /** By the place of the descriptor in what was asked. */
  base::Span<const ShardNearest> operator[](size_t descriptor) const {
    const Part& part = parts_[descriptor / kMostDescriptors];
    return {told_.data() + part.begin + descriptor % kMostDescriptors * part.each, part.each};
  }

 private:
  /** Of the descriptors of one question: where their reports begin, and how many shards report on
   * each. */
  struct Part {
    size_t begin = 0;
    size_t each = 0;
    /** Of those who tell, how many have been read. */
    size_t read = 0;
    size_t descriptor_count = 0;
  };

  std::vector<ShardAnswer> answers_;
  std::vector<Part> parts_;
  /** By descriptor, one after the other: bytes of answers_. */
  std::vector<ShardNearest> told_;
};

}  // namespace loupe::shards
