#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/features/features.h"
#include "core/index/reference_index.h"
#include "core/retrieval/candidates.h"
#include "core/retrieval/local_references.h"
#include "core/retrieval/search_filter.h"
#include "core/search/options.h"
#include "core/verification/match.h"

namespace loupe::search {

/** What a caller asks for; what searching is tuned by stands in SearchOptions. */
struct SearchRequest {
  retrieval::SearchFilter filter;
  /** Greatest number of hits returned, 1..1000. */
  int limit = 10;
  /** Strictness of the decision, 0..1, larger is stricter; see VerifyRequest. */
  float threshold = verification::kShippedThreshold;
  /** Also look for mirror images of references. */
  bool find_mirrored = false;
  /**
   * Looks closer where the first try is not enough (see SearchStatistics): called then, once, it gives the
   * features of a closer look, or null for none. Empty for no second try. What it gives outlives the search.
   */
  std::function<const features::Features*()> closer_look;
  /** The most keypoints that the query was given: with fewer, a closer look would see no more. 0 where that
   * is not known, so that one is taken. */
  int most_keypoints = 0;
  /** Looks at the closer look's pixels from the side, too, where they show nothing from the front. */
  bool looks_from_side = true;
  /** Fill the matched points of each hit. */
  bool with_points = false;
  const base::CancellationToken* cancellation = nullptr;
};

/** A reference that was verified against the query. */
struct SearchHit {
  /** Position of its index in the search call. */
  uint32_t index = 0;
  uint32_t key = 0;
  verification::LocalMatch match;
  /** Number of the reference in its source. */
  uint32_t image = 0;
  /** See FrameCorrelation; of a few hits, the best ones that may be what the query is a copy of. */
  std::optional<float> frame_correlation;
};

struct SearchStatistics {
  retrieval::RetrievalStages retrieval;
  double verify_ms = 0.0;
  uint64_t candidates = 0;
  uint64_t verified = 0;
  /** Whether the first try recognized something and, where the query shows what a crowd of references share,
   * one of them stands out; or whether the query holds too little for a closer look to see more. */
  bool is_first_look_enough = false;
  /** Whether a closer look was taken, because it was not. */
  bool has_looked_closer = false;
};

struct SearchResult {
  /**
   * Recognized references first (Clone, Match), nearest first; then the others that came close. Ties by index
   * and key. Several works in one picture are several hits.
   */
  std::vector<SearchHit> hits;
  SearchStatistics statistics;
};

/**
 * Searches several indexes as if they were one. Each answer depends on the query and the references alone:
 * not on the order in which they were added, nor on threads. Keeps buffers between searches; one object
 * serves one thread.
 */
class Searcher {
 public:
  Searcher();
  ~Searcher();

  /**
   * Searches whatever references there are; the filter is that of the references.
   * @throws like the others, and whatever the references throw
   */
  SearchResult SearchThrough(retrieval::ReferenceSource* references, const index::Vocabulary& vocabulary,
                             const features::Features& query, const SearchRequest& request,
                             const SearchOptions& options);

  /**
   * @throws Error kInvalidArgument for a limit outside 1..1000, kAborted when cancelled, kSnapshotCorrupt
   * when a stored DNA turns out to be damaged (rebuild that index)
   */
  SearchResult Search(base::Span<const index::ReferenceIndex* const> indexes, const features::Features& query,
                      const SearchRequest& request, const SearchOptions& options);

  /**
   * References that are nearly the same picture as a given one: the near-duplicate check. The stored picture
   * takes the query's part; it is not compared with itself.
   * @param dna       signature of the picture
   * @param self_key  its key in `indexes[self_index]`, left out of the answer; self_index < 0 when it is in
   * none
   */
  SearchResult Conflicts(base::Span<const index::ReferenceIndex* const> indexes,
                         base::Span<const uint8_t> dna, int self_index, uint32_t self_key,
                         const SearchRequest& request, const SearchOptions& options);

 private:
  std::unique_ptr<retrieval::CandidateFinder> finder_;
  std::unique_ptr<retrieval::LocalReferences> local_;
};

/** The options that references are compared with each other by. */
SearchOptions ConflictOptionsOf(const SearchOptions& options);

}  // namespace loupe::search
