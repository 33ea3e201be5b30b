#pragma once

#include <cstdint>
#include <vector>

#include "posting_scan.h"

namespace loupe {

/** The hits of one reference: a run of VotedHits::hits, by query descriptor and then geometry. */
struct VotedImage {
  uint32_t image = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t votes = 0;
};

/** Hits grouped by reference. */
struct VotedHits {
  std::vector<RetrievalHit> hits;
  std::vector<VotedImage> images;
};

/**
 * Groups hits by reference and adds up their weights. Of several hits of one query descriptor in one
 * reference, the heaviest is kept (ties: the lowest geometry).
 */
void GroupByImage(const std::vector<RetrievalHit>& hits, VotedHits* grouped);

}  // namespace loupe
