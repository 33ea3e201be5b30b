#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/index/segment.h"
#include "core/index/vocabulary.h"
#include "core/retrieval/candidate_votes.h"
#include "core/retrieval/options.h"
#include "core/retrieval/placed_votes.h"
#include "core/retrieval/posting_scan.h"

namespace loupe::retrieval {

/** What is known of a reference that has hits. */
struct ImageFacts {
  /** Position of its index in the search call. */
  uint32_t index = 0;
  uint32_t key = 0;
  /** Longest side of its working picture in pixels. */
  int side = 1;
  /** For ChosenImage. */
  const index::PackedGeometry* geometries = nullptr;
};

/**
 * The references that one search looks through, wherever they lie: in indexes of this process
 * (LocalReferences) or in those of others (shards::ShardedReferences). Both answer the same, so that the rest
 * of a search need not know. References have numbers, images, below image_count(), for the time of one
 * search. One object serves one search at a time.
 */
class ReferenceSource {
 public:
  ReferenceSource() = default;
  ReferenceSource(const ReferenceSource&) = delete;
  ReferenceSource& operator=(const ReferenceSource&) = delete;
  virtual ~ReferenceSource() = default;

  /** References in all indexes, filtered or not. */
  virtual size_t reference_count() const = 0;
  /** References that may be found. */
  virtual size_t allowed_count() const = 0;

  /** Begins with one form of a query; parameters as for PostingScan::Begin(). */
  virtual void Begin(size_t descriptor_count, size_t crowd_size,
                     const base::CancellationToken* cancellation) = 0;
  /** As PostingScan::Scan(). */
  virtual void Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                    const ScanBreadth& breadth) = 0;
  /** As PostingScan::Hits(); used until the next call. */
  virtual const std::vector<PostingHit>& Hits() = 0;
  /** All images that were told so far are below. */
  virtual size_t image_count() const = 0;
  /** As PostingScan::crowded(). */
  virtual base::Span<const uint16_t> crowded() const = 0;
  virtual ScanCounters counters() const = 0;
  /** As PostingScan::ScanCrowd(). */
  virtual const std::vector<PostingHit>& ScanCrowd(base::Span<const uint16_t> queries,
                                                   const std::vector<index::WordProbes>& probes,
                                                   size_t least) = 0;
  /** As PlacedVotes::CountFound(). */
  virtual std::vector<uint32_t> CountFound(base::Span<const uint16_t> queries,
                                           const std::vector<index::WordProbes>& probes,
                                           const std::vector<ExpectedPlace>& places,
                                           const PlacedVoteOptions& options) = 0;
  /**
   * As PlacedVotes::Count().
   * @param most  returns at least this many references with most votes; of equals those of the lowest index
   * and key
   */
  virtual std::vector<VotedImage> CountPlaced(base::Span<const uint16_t> queries,
                                              const std::vector<index::WordProbes>& probes,
                                              const std::vector<ExpectedPlace>& places,
                                              const PlacedVoteOptions& options, size_t most) = 0;

  virtual ImageFacts FactsOf(uint32_t image) const = 0;

  /** Whether each Fetch() may have to ask others, and wait. */
  virtual bool are_elsewhere() const = 0;
  /**
   * Announces whose DNAs are likely to be fetched next. They come along when something has to be asked of
   * others anyway; nothing is asked for their sake.
   */
  virtual void Expect(base::Span<const uint32_t> images) = 0;
  /** Has the DNAs of references brought, all at once; those that are here already cost nothing. */
  virtual void Fetch(base::Span<const uint32_t> images) = 0;
  /** DNA of a reference that was fetched, valid for as long as this; null where it has been removed
   * meanwhile.
   */
  virtual const index::DnaBlob* DnaOf(uint32_t image) const = 0;
};

}  // namespace loupe::retrieval
