#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/base/span.h"
#include "core/shards/shard_messages.h"

namespace loupe::shards {

/** What shards that answer together tell of one descriptor. */
struct ShardNearest {
  /** All postings nearer than this are among the hits. */
  uint8_t complete = 0;
  /** Postings at that distance; 255 stands for more. */
  uint8_t left_out_count = 0;
  /** Postings that are very near. */
  uint32_t crowd_count = 0;
  /** Hits that it was asked for at most. */
  uint8_t most = 0;
  uint8_t hit_count = 0;
  const uint8_t* hits = nullptr;
  /** Position of their index in the search call. */
  uint32_t index = 0;

  ToldHit hit(size_t i) const { return ToldHit::Read(hits + i * ToldHit::kSize); }
};

/** A hit of one of the shards. */
struct MergedHit {
  /** Position of its index in the search call. */
  uint32_t index;
  uint16_t weight;
  ToldHit hit;

  /** The order of equals: by index, key and geometry. */
  bool operator<(const MergedHit& other) const {
    return std::tie(index, hit.key, hit.geometry) < std::tie(other.index, other.hit.key, other.hit.geometry);
  }
};

/** What one index of all references would tell of a descriptor. */
struct MergedNearest {
  std::vector<MergedHit> hits;
};

/**
 * Finds what NearestPostings would keep of all postings together.
 * @param told  by all shards, each by itself or together with others of its index
 * @return whether it follows from `told`. It always does where each shard reports all it has or was asked
 * for kMaxHitsPerDescriptor.
 */
bool MergeNearest(base::Span<const ShardNearest> told, MergedNearest* merged);

}  // namespace loupe::shards
