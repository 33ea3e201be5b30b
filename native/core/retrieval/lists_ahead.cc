#include "core/retrieval/lists_ahead.h"

namespace loupe::retrieval {

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
      AskForSignatures(*view.segment, view.segment->PostingsOf(probe.word));
    }
  }
}

}  // namespace loupe::retrieval
