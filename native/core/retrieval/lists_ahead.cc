#include "core/retrieval/lists_ahead.h"

#include <algorithm>

namespace loupe::retrieval {
namespace {

constexpr uint32_t kPostingsPerLine = 8;
/** Of a long list only the start: the rest arrives while it is measured. */
constexpr uint32_t kMostAskedFor = 16 * kPostingsPerLine;

}  // namespace

void ListsAhead::AskForBounds(size_t position) const {
  if (position >= probes_.size()) return;
  for (const index::WordProbe& probe : probes_[position]) {
    for (const SegmentView& view : views_) {
      const uint32_t* bounds = view.segment->BoundsOf(probe.word);
      if (bounds != nullptr) __builtin_prefetch(bounds);
    }
  }
}

void ListsAhead::AskForLists(size_t position) const {
  if (position >= probes_.size()) return;
  for (const index::WordProbe& probe : probes_[position]) {
    for (const SegmentView& view : views_) {
      const index::PostingRange range = view.segment->PostingsOf(probe.word);
      const uint64_t* signatures = view.segment->signatures();
      const uint32_t end = std::min(range.end, range.begin + kMostAskedFor);
      for (uint32_t at = range.begin; at < end; at += kPostingsPerLine) __builtin_prefetch(signatures + at);
    }
  }
}

}  // namespace loupe::retrieval
