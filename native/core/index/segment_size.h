#pragma once

#include <cstddef>

namespace loupe::index {

/** References are numbered by 18 bits inside a segment, */
constexpr size_t kMaxSegmentReferences = 262144;
/** and by 16 in one of at most this many. */
constexpr size_t kMostNarrowReferences = 65536;

}  // namespace loupe::index
