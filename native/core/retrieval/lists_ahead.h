#pragma once

#include <cstddef>
#include <vector>

#include "core/index/vocabulary.h"
#include "core/retrieval/ask_for_signatures.h"
#include "core/retrieval/nearest_postings.h"

namespace loupe::retrieval {

/**
 * Asks the memory for the lists of descriptors that are looked up next: nearly all lie where no cache holds
 * them, so that reading one when it is needed means waiting for it.
 */
class ListsAhead {
 public:
  /** @param probes, views  outlive this */
  ListsAhead(const std::vector<index::WordProbes>& probes, const std::vector<SegmentView>& views)
      : probes_(probes), views_(views) {
    for (size_t i = 0; i < kBoundsAhead; ++i) AskForBounds(i);
    for (size_t i = 0; i < kListsAhead; ++i) AskForLists(i);
  }

  /** To be called with each descriptor as it is looked up, in order. */
  void GoTo(size_t position) {
    AskForBounds(position + kBoundsAhead);
    AskForLists(position + kListsAhead);
  }

 private:
  void AskForBounds(size_t position) const;
  void AskForLists(size_t position) const;

  const std::vector<index::WordProbes>& probes_;
  const std::vector<SegmentView>& views_;
};

}  // namespace loupe::retrieval
