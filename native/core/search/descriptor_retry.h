#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/search.h"
#include "core/verification/verify.h"

namespace loupe::search {

/** A candidate whose pose may be estimated once more. */
struct RetryCandidate {
  /** Of retrieval; more speaks for the candidate. */
  double evidence;
  uint32_t index, key;
  signature::ReferenceView reference;
  /** Number of the reference in its source. */
  uint32_t image = 0;
};

/**
 * Of the candidates with most evidence, verifies the one with the largest pose cluster by all of its
 * descriptors: the pairs of retrieval agree with one similarity, which crumpled paper does only in part.
 * @param verified       what was found of candidates so far
 * @param refined  index and key of the candidate that was refined by all of its descriptors, if any
 * @return the candidate when it is recognized
 */
std::optional<SearchHit> RetryFromAllDescriptors(const matching::KeypointGrid& grid,
                                                 const std::vector<SearchHit>& verified,
                                                 const std::optional<std::pair<uint32_t, uint32_t>>& refined,
                                                 const verification::VerifyRequest& request,
                                                 const SearchOptions& options,
                                                 std::vector<RetryCandidate> candidates);

}  // namespace loupe::search
