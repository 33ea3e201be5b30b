#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/index/segment.h"

namespace loupe::index {

/**
 * Makes the segment of a single reference. Words stored in the DNA are used when they belong to `vocabulary`,
 * else its descriptors are quantized again.
 * @throws Error kDnaCorrupt or kDnaVersion when the DNA cannot be read
 */
std::shared_ptr<const Segment> BuildSegment(uint32_t key, const std::vector<uint8_t>& dna,
                                            const std::vector<std::string>& keywords,
                                            const Vocabulary& vocabulary);

}  // namespace loupe::index
