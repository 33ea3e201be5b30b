#include "core/retrieval/local_references.h"

namespace loupe::retrieval {

void LocalReferences::Begin(size_t descriptor_count, size_t crowd_size,
                            const base::CancellationToken* cancellation) {
  cancellation_ = cancellation;
  scan_.Begin(descriptor_count, scope_->views(), crowd_size);
}

void LocalReferences::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                           int words_each) {
  scan_.Scan(queries, probes, words_each, cancellation_);
}

const std::vector<PostingHit>& LocalReferences::ScanCrowd(base::Span<const uint16_t> queries,
                                                          const std::vector<index::WordProbes>& probes,
                                                          size_t least) {
  return scan_.ScanCrowd(queries, probes, least, cancellation_);
}

std::vector<VotedImage> LocalReferences::CountPlaced(base::Span<const uint16_t> queries,
                                                     const std::vector<index::WordProbes>& probes,
                                                     const std::vector<ExpectedPlace>& places,
                                                     const PlacedVoteOptions& options, size_t /*most*/) {
  return placed_votes_.Count(queries, probes, places, *scope_, options, nullptr, cancellation_);
}

ImageFacts LocalReferences::FactsOf(uint32_t image) const {
  const SegmentView& view = scope_->ViewOf(image);
  const uint32_t local = image - view.first_image;
  return {view.index, view.segment->key(local), view.segment->side(local), view.segment->geometries()};
}

const index::DnaBlob* LocalReferences::DnaOf(uint32_t image) const {
  const SegmentView& view = scope_->ViewOf(image);
  return &view.segment->dna(image - view.first_image);
}

}  // namespace loupe::retrieval
