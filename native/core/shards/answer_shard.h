#pragma once

#include <cstdint>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/index/reference_index.h"
#include "core/retrieval/options.h"
#include "core/retrieval/placed_votes.h"
#include "core/retrieval/posting_scan.h"

namespace loupe::shards {

/** A shard of this process: it holds the references whose key is `number` modulo `count`. */
struct HeldShard {
  const index::ReferenceIndex* index = nullptr;
  uint32_t number = 0;
  uint32_t count = 1;
};

/**
 * Answers what ShardedReferences asks of shards of one index, some or one of them, as if these were one
 * shard. Keeps its buffers from one answer to the next; one object serves one thread.
 */
class ShardAnswerer {
 public:
  /**
   * @param shards     of one index; none holds nothing
   * @param vocabulary_id  theirs
   * @param question   of the same version
   * @throws Error kInvalidArgument for what is no question, kAborted when cancelled, kSnapshotCorrupt when a
   * stored DNA turns out to be damaged
   */
  std::vector<uint8_t> Answer(base::Span<const HeldShard> shards, uint32_t vocabulary_id,
                              base::Span<const uint8_t> question, const retrieval::RetrievalOptions& options,
                              const base::CancellationToken* cancellation);

 private:
  retrieval::PostingScan scan_;
  retrieval::PlacedVotes placed_votes_;
};

}  // namespace loupe::shards
