#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/search.h"
#include "core/verification/verify.h"

namespace loupe::search {

/** A candidate that may be placed once more. */
struct SecondChance {
  /** Of retrieval; more speaks for the candidate. */
  double evidence;
  uint32_t index, key;
  signature::ReferenceView reference;
};

/**
 * Of the candidates with most evidence, places the one whose descriptors agree most by all of them: the pairs
 * of retrieval agree with one similarity, which crumpled paper does only in part.
 * @param verified       what was found of candidates so far
 * @param looked_closer  index and key of the candidate that was placed by all of its descriptors, if any
 * @return the candidate when it is recognized
 */
std::optional<SearchHit> PlaceAnew(const matching::KeypointGrid& grid, const std::vector<SearchHit>& verified,
                                   const std::optional<std::pair<uint32_t, uint32_t>>& looked_closer,
                                   const verification::VerifyOptions& options,
                                   std::vector<SecondChance> candidates);

}  // namespace loupe::search
