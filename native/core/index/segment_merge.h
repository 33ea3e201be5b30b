#pragma once

#include <memory>
#include <vector>

#include "core/base/span.h"
#include "core/index/segment.h"

namespace loupe::index {

/** A segment that takes part in a merge, without the references in `removed` (may be null). */
struct MergeSource {
  const Segment* segment;
  const LocalSet* removed;
};

/**
 * Makes one segment of the references that are left in `sources`; DNA is shared, not copied. Keys are
 * distinct over all sources, and there are at most kMaxSegmentReferences of them.
 * @param code_masks  those of the vocabulary, to divide long lists; empty to divide none
 */
std::shared_ptr<const Segment> MergeSegments(const std::vector<MergeSource>& sources, uint32_t vocabulary_id,
                                             base::Span<const uint64_t> code_masks = {});

}  // namespace loupe::index
