#include "tentative_pairs.h"

#include <algorithm>
#include <utility>

namespace loupe {
namespace {

using IndexedGeometry = std::pair<uint32_t, uint16_t>;

std::vector<IndexedGeometry> IndexGeometry(const ReferenceView& reference, int side) {
  std::vector<IndexedGeometry> indexed;
  indexed.reserve(reference.keypoints.size());
  for (size_t i = 0; i < reference.keypoints.size(); ++i) {
    indexed.emplace_back(PackedGeometry(reference.keypoints[i], side).bits(), static_cast<uint16_t>(i));
  }
  std::sort(indexed.begin(), indexed.end());
  return indexed;
}

}  // namespace

std::vector<Correspondence> TentativePairs(const Features& query, const ReferenceView& reference,
                                           Span<const RetrievalHit> hits, int side) {
  const std::vector<IndexedGeometry> indexed = IndexGeometry(reference, side);
  std::vector<Correspondence> pairs;
  for (const RetrievalHit& hit : hits) {
    const uint32_t bits = hit.geometry.bits();
    auto at = std::lower_bound(indexed.begin(), indexed.end(), IndexedGeometry(bits, 0));
    Correspondence best{hit.query, 0, UINT16_MAX};
    for (; at != indexed.end() && at->first == bits; ++at) {
      const int distance = HammingDistance(query.descriptors[hit.query], reference.descriptors[at->second]);
      if (distance >= best.distance) continue;
      best.reference_index = at->second;
      best.distance = static_cast<uint16_t>(distance);
    }
    if (best.distance != UINT16_MAX) pairs.push_back(best);
  }
  return pairs;
}

}  // namespace loupe
