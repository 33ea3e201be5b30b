#pragma once

#include <cstdint>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/index/vocabulary.h"
#include "core/retrieval/candidate_votes.h"
#include "core/retrieval/options.h"
#include "core/retrieval/search_filter.h"

namespace loupe::retrieval {

/** Where a pose puts a query keypoint in the references that are seen by it, in units of PackedGeometry. */
struct ExpectedPlace {
  float x = 0.0f;
  float y = 0.0f;
  /** Orientation in 1/256 turn. */
  int angle = 0;
  int level = 0;
  /** Whether it lies inside the reference at all. */
  bool is_inside = false;
};

/** The vote of a descriptor that `found_count` of `reference_count` references have where the pose puts it.
 */
uint32_t PlacedWeight(size_t reference_count, size_t found_count);

/**
 * Votes among references that are all seen by one pose: the pages of one template. A query descriptor votes
 * for every reference that has its like where the pose puts it, however many these are, and its vote weighs
 * the more the fewer they are (inverse document frequency: Sparck Jones, 1972). What all pages share says
 * nothing then, and what fills one of them says nearly all. Place, orientation and level leave so few
 * postings that none needs to be left out for being one of many.
 */
class PlacedVotes {
 public:
  /**
   * @param queries  numbers of the query descriptors that are looked up, below places.size()
   * @param probes   their words, in the same order
   * @param places   of all query descriptors
   * @param weights  of the votes of each of `queries`; null for PlacedWeight() of the references of the scope
   * @return references with votes, in order of their first one
   */
  const std::vector<VotedImage>& Count(base::Span<const uint16_t> queries,
                                       const std::vector<index::WordProbes>& probes,
                                       const std::vector<ExpectedPlace>& places, const SearchScope& scope,
                                       const PlacedVoteOptions& options, const std::vector<uint32_t>* weights,
                                       const base::CancellationToken* cancellation);

  /** How many references each of `queries` votes for. Parameters as for Count(). */
  std::vector<uint32_t> CountFound(base::Span<const uint16_t> queries,
                                   const std::vector<index::WordProbes>& probes,
                                   const std::vector<ExpectedPlace>& places, const SearchScope& scope,
                                   const PlacedVoteOptions& options,
                                   const base::CancellationToken* cancellation);

 private:
  void Find(const index::WordProbes& probes, const ExpectedPlace& place, const SearchScope& scope,
            const PlacedVoteOptions& options);

  /** The references that one descriptor votes for, each once. */
  std::vector<uint32_t> found_;
  std::vector<uint8_t> is_found_;
  std::vector<uint8_t> distances_;
  std::vector<uint32_t> positions_;
  std::vector<uint32_t> votes_;
  std::vector<VotedImage> voted_;
};

}  // namespace loupe::retrieval
