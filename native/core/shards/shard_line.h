#pragma once

#include <cstdint>
#include <vector>

namespace loupe::shards {

/** What shards of one index are asked, all the same. */
struct ShardQuestion {
  /** Their positions in the list of shards. */
  std::vector<uint32_t> shards;
  std::vector<uint8_t> message;
};

/** What some of them answer together, as if they were one shard. */
struct ShardAnswer {
  /** Position of the question in the list of questions. */
  uint32_t question = 0;
  std::vector<uint8_t> bytes;
};

/** The way to the shards, wherever they are. */
class ShardLine {
 public:
  ShardLine() = default;
  ShardLine(const ShardLine&) = delete;
  ShardLine& operator=(const ShardLine&) = delete;
  virtual ~ShardLine() = default;

  /**
   * Has all questions answered by ShardAnswerer::Answer(), at the same time where it can.
   * @return one answer or several to each question, of each of its shards once
   * @throws Error when a shard does not answer
   */
  virtual std::vector<ShardAnswer> Ask(std::vector<ShardQuestion> questions) = 0;
};

}  // namespace loupe::shards
