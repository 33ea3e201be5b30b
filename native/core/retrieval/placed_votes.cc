#include "core/retrieval/placed_votes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "core/retrieval/lists_ahead.h"
#include "core/retrieval/nearest_postings.h"
#include "core/retrieval/signature_scan.h"

namespace loupe::retrieval {
namespace {

/** Votes are whole numbers, so that their sum does not depend on an order: sixteenths of a bit. */
constexpr double kVotesPerBit = 16.0;
constexpr size_t kDescriptorsPerCheck = 64;
constexpr size_t kGeometriesAhead = 24;

bool IsThere(const index::PackedGeometry& geometry, const ExpectedPlace& place,
             const PlacedVoteOptions& options) {
  const float radius = options.radius * 1023.0f;
  const float dx = static_cast<float>(geometry.x()) - place.x;
  const float dy = static_cast<float>(geometry.y()) - place.y;
  if (dx * dx + dy * dy > radius * radius) return false;
  const int turn = ((static_cast<int>(geometry.angle()) - place.angle + 128) & 255) - 128;
  return std::abs(turn) <= options.turn_tolerance &&
         std::abs(static_cast<int>(geometry.level()) - place.level) <= options.level_tolerance;
}

}  // namespace

uint32_t PlacedWeight(size_t reference_count, size_t found_count) {
  const double share =
      static_cast<double>(reference_count) / static_cast<double>(std::max<size_t>(1, found_count));
  return static_cast<uint32_t>(std::lround(kVotesPerBit * std::log2(std::max(1.0, share))));
}

std::vector<uint32_t> PlacedVotes::CountFound(base::Span<const uint16_t> queries,
                                              const std::vector<index::WordProbes>& probes,
                                              const std::vector<ExpectedPlace>& places,
                                              const SearchScope& scope, const PlacedVoteOptions& options,
                                              const base::CancellationToken* cancellation) {
  is_found_.assign(scope.image_count(), 0);
  std::vector<uint32_t> counts;
  ListsAhead ahead(probes, scope.views());
  for (size_t i = 0; i < queries.size(); ++i) {
    if (i % kDescriptorsPerCheck == 0) base::ThrowIfCancelled(cancellation);
    ahead.GoTo(i);
    Find(probes[i], places[queries[i]], scope, options);
    counts.push_back(static_cast<uint32_t>(found_.size()));
    for (const uint32_t image : found_) is_found_[image] = 0;
  }
  return counts;
}

const std::vector<VotedImage>& PlacedVotes::Count(base::Span<const uint16_t> queries,
                                                  const std::vector<index::WordProbes>& probes,
                                                  const std::vector<ExpectedPlace>& places,
                                                  const SearchScope& scope, const PlacedVoteOptions& options,
                                                  const std::vector<uint32_t>* weights,
                                                  const base::CancellationToken* cancellation) {
  votes_.assign(scope.image_count(), 0);
  is_found_.assign(scope.image_count(), 0);
  voted_.clear();
  ListsAhead ahead(probes, scope.views());
  for (size_t i = 0; i < queries.size(); ++i) {
    if (i % kDescriptorsPerCheck == 0) base::ThrowIfCancelled(cancellation);
    ahead.GoTo(i);
    Find(probes[i], places[queries[i]], scope, options);
    const uint32_t weight =
        weights != nullptr ? (*weights)[i] : PlacedWeight(scope.allowed_count(), found_.size());
    for (const uint32_t image : found_) {
      is_found_[image] = 0;
      if (weight == 0) continue;
      if (votes_[image] == 0) voted_.push_back({image, 0});
      votes_[image] += weight;
    }
  }
  for (VotedImage& voted : voted_) voted.votes = votes_[voted.image];
  return voted_;
}

/** Fills found_. */
void PlacedVotes::Find(const index::WordProbes& probes, const ExpectedPlace& place, const SearchScope& scope,
                       const PlacedVoteOptions& options) {
  const SignatureKernels& kernels = ActiveSignatureKernels();
  found_.clear();
  for (const index::WordProbe& probe : probes) {
    for (const SegmentView& view : scope.views()) {
      const index::PostingRange range = view.segment->PostingsOf(probe.word);
      const size_t count = range.end - range.begin;
      if (count == 0) continue;
      const size_t padded = (count + kDistancesAtOnce - 1) / kDistancesAtOnce * kDistancesAtOnce;
      if (distances_.size() < padded) distances_.resize(2 * padded);
      if (positions_.size() < padded) positions_.resize(2 * padded);
      kernels.measure(probe.signature, view.segment->signatures() + range.begin, count, distances_.data());
      std::memset(distances_.data() + count, kNoDistance, padded - count);
      const size_t near =
          kernels.find_below(distances_.data(), padded, kSignatureDistanceLimit, positions_.data());
      for (size_t i = 0; i < near; ++i) {
        if (i + kGeometriesAhead < near)
          __builtin_prefetch(view.segment->geometries() + range.begin + positions_[i + kGeometriesAhead]);
        const size_t posting = range.begin + positions_[i];
        if (!IsThere(view.segment->geometry(posting), place, options)) continue;
        const uint32_t local = view.segment->local(posting);
        if (view.allowed != nullptr && !index::Contains(*view.allowed, local)) continue;
        const uint32_t image = view.first_image + local;
        if (is_found_[image] != 0) continue;
        is_found_[image] = 1;
        found_.push_back(image);
      }
    }
  }
}

}  // namespace loupe::retrieval
