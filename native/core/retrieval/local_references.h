#pragma once

#include <vector>

#include "core/retrieval/reference_source.h"
#include "core/retrieval/search_filter.h"

namespace loupe::retrieval {

/** The references of indexes in this process. Keeps its buffers from one search to the next. */
class LocalReferences : public ReferenceSource {
 public:
  /** @param scope  outlives its searches */
  void Open(const SearchScope& scope) { scope_ = &scope; }

  size_t reference_count() const override { return scope_->reference_count(); }
  size_t allowed_count() const override { return scope_->allowed_count(); }
  void Begin(size_t descriptor_count, size_t crowd_size,
             const base::CancellationToken* cancellation) override;
  void Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
            const ScanBreadth& breadth) override;
  const std::vector<PostingHit>& Hits() override { return scan_.Hits(); }
  size_t image_count() const override { return scope_->image_count(); }
  base::Span<const uint16_t> crowded() const override { return scan_.crowded(); }
  ScanCounters counters() const override { return scan_.counters(); }
  const std::vector<PostingHit>& ScanCrowd(base::Span<const uint16_t> queries,
                                           const std::vector<index::WordProbes>& probes,
                                           size_t least) override;
  std::vector<uint32_t> CountFound(base::Span<const uint16_t> queries,
                                   const std::vector<index::WordProbes>& probes,
                                   const std::vector<ExpectedPlace>& places,
                                   const PlacedVoteOptions& options) override;
  std::vector<VotedImage> CountPlaced(base::Span<const uint16_t> queries,
                                      const std::vector<index::WordProbes>& probes,
                                      const std::vector<ExpectedPlace>& places,
                                      const PlacedVoteOptions& options, size_t most) override;
  ImageFacts FactsOf(uint32_t image) const override;
  bool are_elsewhere() const override { return false; }
  void Expect(base::Span<const uint32_t> /*images*/) override {}
  /** @throws Error kSignaturesAway when one of them has not arrived yet, and notes that it is wanted */
  void Fetch(base::Span<const uint32_t> images) override;
  /** @throws Error kSignaturesAway */
  const index::DnaBlob* DnaOf(uint32_t image) const override;

 private:
  const index::DnaBlob& StoredDnaOf(uint32_t image) const;

  const SearchScope* scope_ = nullptr;
  const base::CancellationToken* cancellation_ = nullptr;
  PostingScan scan_;
  PlacedVotes placed_votes_;
};

}  // namespace loupe::retrieval
