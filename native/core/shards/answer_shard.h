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

/**
 * Answers what ShardedReferences asks of one shard. Keeps its buffers from one answer to the next; one object
 * serves one thread.
 */
class ShardAnswerer {
 public:
  /**
   * @param shard      the references of the shard, and no others
   * @param question  of the same version
   * @throws Error kInvalidArgument for what is no question, kAborted when cancelled, kSnapshotCorrupt when a
   * stored DNA turns out to be damaged
   */
  std::vector<uint8_t> Answer(const index::ReferenceIndex& shard, base::Span<const uint8_t> question,
                              const retrieval::RetrievalOptions& options,
                              const base::CancellationToken* cancellation);

 private:
  retrieval::PostingScan scan_;
  retrieval::PlacedVotes placed_votes_;
};

}  // namespace loupe::shards
