#include "core/retrieval/local_references.h"

#include "core/base/error.h"

namespace loupe::retrieval {

void LocalReferences::Begin(size_t descriptor_count, size_t crowd_size,
                            const base::CancellationToken* cancellation) {
  cancellation_ = cancellation;
  scan_.Begin(descriptor_count, scope_->views(), crowd_size);
}

void LocalReferences::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                           const ScanBreadth& breadth) {
  scan_.Scan(queries, probes, breadth, scope_->vocabulary(), cancellation_);
}

const std::vector<PostingHit>& LocalReferences::ScanCrowd(base::Span<const uint16_t> queries,
                                                          const std::vector<index::WordProbes>& probes,
                                                          size_t least) {
  return scan_.ScanCrowd(queries, probes, least, cancellation_);
}

std::vector<uint32_t> LocalReferences::CountFound(base::Span<const uint16_t> queries,
                                                  const std::vector<index::WordProbes>& probes,
                                                  const std::vector<ExpectedPlace>& places,
                                                  const PlacedVoteOptions& options) {
  return placed_votes_.CountFound(queries, probes, places, *scope_, options, cancellation_);
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

void LocalReferences::Fetch(base::Span<const uint32_t> images) {
  bool are_here = true;
  for (const uint32_t image : images) {
    const index::DnaBlob& dna = StoredDnaOf(image);
    if (dna.is_here()) continue;
    dna.arriving->Want(dna.arriving_number);
    are_here = false;
  }
  if (!are_here) {
    throw base::Error(base::ErrorCode::kSignaturesAway,
                      "Signatures of candidates have not arrived yet; put these references, or try later.");
  }
}

const index::DnaBlob* LocalReferences::DnaOf(uint32_t image) const {
  const index::DnaBlob& dna = StoredDnaOf(image);
  if (!dna.is_here())
    throw base::Error(base::ErrorCode::kSignaturesAway, "The signature of a candidate has not arrived yet.");
  return &dna;
}

const index::DnaBlob& LocalReferences::StoredDnaOf(uint32_t image) const {
  const SegmentView& view = scope_->ViewOf(image);
  return view.segment->dna(image - view.first_image);
}

}  // namespace loupe::retrieval
