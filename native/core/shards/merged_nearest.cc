#include "core/shards/merged_nearest.h"

#include <algorithm>
#include <array>

#include "core/retrieval/nearest_postings.h"

namespace loupe::shards {
namespace {

using retrieval::kMaxHitsPerDescriptor;
using retrieval::kSignatureDistanceLimit;

using Histogram = std::array<uint32_t, kSignatureDistanceLimit + 1>;

/** Postings at each distance up to the least one from which on some shard does not tell all, which is given.
 */
Histogram CountByDistance(base::Span<const ShardNearest> told, uint32_t known) {
  Histogram counts{};
  for (const ShardNearest& shard : told) {
    for (size_t i = 0; i < shard.hit_count; ++i) {
      const uint8_t distance = shard.hits[i * ToldHit::kSize + ToldHit::kSize - 1];
      if (distance < shard.complete) ++counts[distance];
    }
    if (shard.complete == known) counts[known] += shard.left_out_count;
  }
  return counts;
}

/** Hits below a distance, or at it. */
void Collect(base::Span<const ShardNearest> told, uint32_t limit, bool at_limit, MergedNearest* merged) {
  for (const ShardNearest& shard : told) {
    for (size_t i = 0; i < shard.hit_count; ++i) {
      const ToldHit hit = shard.hit(i);
      if (at_limit ? hit.distance == limit : hit.distance < limit)
        merged->hits.push_back(
            {shard.index, static_cast<uint16_t>(at_limit ? 1 : limit - hit.distance), hit});
    }
  }
}

}  // namespace

bool MergeNearest(base::Span<const ShardNearest> told, MergedNearest* merged) {
  merged->hits.clear();
  uint32_t known = kSignatureDistanceLimit;
  for (const ShardNearest& shard : told) known = std::min<uint32_t>(known, shard.complete);
  const Histogram counts = CountByDistance(told, known);
  uint32_t limit = 0;
  uint32_t below = 0;
  const uint32_t last = std::min(known, kSignatureDistanceLimit - 1);
  while (limit <= last && below + counts[limit] <= kMaxHitsPerDescriptor) below += counts[limit++];
  // Here the limit is too high, or nothing lies farther, or that is unknown.
  if (limit > known) return false;
  if (below > 0 || limit == kSignatureDistanceLimit) {
    Collect(told, limit, false, merged);
    return true;
  }
  // Those at the least distance are too many: the first of them by index and key, which each shard has to
  // tell.
  for (const ShardNearest& shard : told) {
    if (shard.complete == limit && shard.most < kMaxHitsPerDescriptor) return false;
  }
  Collect(told, limit, true, merged);
  std::nth_element(merged->hits.begin(), merged->hits.begin() + kMaxHitsPerDescriptor, merged->hits.end());
  merged->hits.resize(kMaxHitsPerDescriptor);
  return true;
}

}  // namespace loupe::shards
