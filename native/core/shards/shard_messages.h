#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/index/vocabulary.h"
#include "core/retrieval/placed_votes.h"
#include "core/retrieval/search_filter.h"
#include "core/shards/bytes.h"

namespace loupe::shards {

/** Both sides have to be of the same one. */
constexpr uint8_t kMessageVersion = 3;

/** What shards are asked for. Each question stands for itself: a shard remembers nothing. */
enum class QuestionKind : uint8_t {
  /** How many references there are. */
  kCounts,
  /** The postings nearest to descriptors. */
  kNearest,
  /** Of descriptors that resemble many references, hits of the first of these. */
  kCrowd,
  /** How many references descriptors vote for where a pose puts them. */
  kPlacedCounts,
  /** The references with most such votes. */
  kPlacedVotes,
  /** The DNAs of references. */
  kDnas,
};

/**
 * A question that reads postings begins with the version, its kind and the filter, which is that of the whole
 * index.
 * @param filter  keys in ascending order
 */
void PutFilter(const retrieval::SearchFilter& filter, ByteWriter* writer);
retrieval::SearchFilter GetFilter(ByteReader* reader);

/** Which postings are to be told. What follows from how many shards answer together, they find out
 * themselves. */
struct NearestQuestion {
  /** As many as one index would keep; otherwise what may be enough. */
  bool is_last = false;
  /** Shards of the search. */
  uint32_t shard_count = 1;
  /** Words that are looked up of each descriptor. */
  uint8_t words_each = 1;
  /** As in ScanBreadth. */
  uint8_t code_radius = index::kCodeBits;
  /** The number of hits of one descriptor, over all shards, that make a crowd. */
  uint64_t crowd_size = UINT64_MAX;

  void Write(ByteWriter* writer) const;
  /** @throws Error kInvalidArgument for what cannot be asked */
  static NearestQuestion Read(ByteReader* reader);
  /** The most hits of a descriptor that `together` shards, which answer at once, report. */
  size_t MostTold(size_t together) const;
  /** Fewer hits of a descriptor than this, in `together` of the shards, are no part of a crowd. */
  size_t LeastOfCrowd(size_t together) const;
};

void PutProbes(base::Span<const index::WordProbes> probes, ByteWriter* writer);
std::vector<index::WordProbes> GetProbes(ByteReader* reader);

void PutPlaces(base::Span<const retrieval::ExpectedPlace> places, ByteWriter* writer);
std::vector<retrieval::ExpectedPlace> GetPlaces(size_t count, ByteReader* reader);

/** A posting that resembles a descriptor, as a shard reports it. */
struct ToldHit {
  /** In bytes. */
  static constexpr size_t kSize = 11;

  uint32_t key;
  /** Bits of PackedGeometry. */
  uint32_t geometry;
  /** Longest side of the reference's working picture in pixels. */
  uint16_t side;
  uint8_t distance;

  void Write(uint8_t* to) const {
    std::memcpy(to, &key, 4);
    std::memcpy(to + 4, &geometry, 4);
    std::memcpy(to + 8, &side, 2);
    to[10] = distance;
  }
  static ToldHit Read(const uint8_t* from) {
    ToldHit hit;
    std::memcpy(&hit.key, from, 4);
    std::memcpy(&hit.geometry, from + 4, 4);
    std::memcpy(&hit.side, from + 8, 2);
    hit.distance = from[10];
    return hit;
  }
};

}  // namespace loupe::shards
