#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/index/segment.h"

namespace loupe::retrieval {

/**
 * By how many descriptors asking for the bounds of lists, and for lists, goes before reading them: time for
 * the memory to deliver.
 */
constexpr size_t kBoundsAhead = 6;
constexpr size_t kListsAhead = 2;

/** Signatures in a line of the cache. */
constexpr uint32_t kPostingsPerLine = 8;
/** Only the start of a list is asked for; the rest arrives while it is measured. */
constexpr uint32_t kMostAskedFor = 16 * kPostingsPerLine;

/** The postings at the start of a list that are worth asking for. */
inline index::PostingRange StartOf(index::PostingRange list) {
  return {list.begin, std::min(list.end, list.begin + kMostAskedFor)};
}

/** Asks the memory for the signatures of the postings at the start of a list. */
inline void AskForSignatures(const index::Segment& segment, index::PostingRange list) {
  const uint64_t* signatures = segment.signatures();
  const index::PostingRange start = StartOf(list);
  if (start.begin == start.end) return;
  for (uint32_t at = start.begin; at < start.end; at += kPostingsPerLine) __builtin_prefetch(signatures + at);
  __builtin_prefetch(signatures + start.end - 1);
}

}  // namespace loupe::retrieval
