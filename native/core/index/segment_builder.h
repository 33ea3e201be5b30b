#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/index/segment.h"

namespace loupe::index {

/** A segment that takes part in a merge, without the references in `removed` (may be null). */
struct MergeSource {
  const Segment* segment;
  const LocalSet* removed;
};

/**
 * Makes the segment of a single reference. Words stored in the DNA are used when they belong to `vocabulary`,
 * else its descriptors are quantized again.
 * @throws Error kDnaCorrupt or kDnaVersion when the DNA cannot be read
 */
std::shared_ptr<const Segment> BuildSegment(uint32_t key, const std::vector<uint8_t>& dna,
                                            const std::vector<std::string>& keywords,
                                            const Vocabulary& vocabulary);

/**
 * Makes one segment of the references that are left in `sources`; DNA is shared, not copied. Keys are
 * distinct over all sources, and there are at most kMaxSegmentReferences of them.
 * @param code_masks  those of the vocabulary, to divide long lists; empty to divide none
 */
std::shared_ptr<const Segment> MergeSegments(const std::vector<MergeSource>& sources, uint32_t vocabulary_id,
                                             base::Span<const uint64_t> code_masks = {});

}  // namespace loupe::index
