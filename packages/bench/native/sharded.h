#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/features/features.h"
#include "core/index/vocabulary.h"

namespace loupe::bench {

/** A photo as searches look at it, first and closer. */
struct ShardedQuery {
  features::Features first, closer;
};

/**
 * Searches one index, and the same references divided into shards, both grown to a size by simulated
 * references. Prints one line of JSON: whether the answers are equal digit by digit, processor time of both
 * (of the shards together with what searches through them, but without any network), rounds and bytes.
 * @param dnas  of real references, with keys from 1 on
 * @param together  shards that answer together, as if one searcher held them
 * @param pool  features of real pictures that references are simulated from
 */
void MeasureSharded(const std::shared_ptr<const index::Vocabulary>& vocabulary,
                    const std::vector<std::vector<uint8_t>>& dnas,
                    const std::vector<features::Features>& pool, const std::vector<ShardedQuery>& queries,
                    size_t size, size_t shard_count, size_t together);

}  // namespace loupe::bench
