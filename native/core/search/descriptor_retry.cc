#include "core/search/descriptor_retry.h"

#include <algorithm>
#include <set>

namespace loupe::search {
namespace {

/** Guided inliers of the candidate's pose so far; 0 when it has none. */
size_t InliersBefore(const RetryCandidate& candidate, const std::vector<SearchHit>& verified) {
  const auto hit = std::find_if(verified.begin(), verified.end(), [&](const SearchHit& found) {
    return candidate.index == found.index && candidate.key == found.key;
  });
  return hit == verified.end() ? 0 : static_cast<size_t>(hit->match.evidence.guided_count);
}

}  // namespace

std::optional<SearchHit> RetryFromAllDescriptors(const matching::KeypointGrid& grid,
                                                 const std::vector<SearchHit>& verified,
                                                 const std::optional<std::pair<uint32_t, uint32_t>>& refined,
                                                 const verification::VerifyRequest& request,
                                                 const SearchOptions& options,
                                                 std::vector<RetryCandidate> candidates) {
  const DescriptorRetryOptions& o = options.descriptor_retry;
  const auto is_left_out = [&](const RetryCandidate& c) {
    return c.evidence < o.min_evidence || refined == std::make_pair(c.index, c.key) ||
           InliersBefore(c, verified) >= static_cast<size_t>(o.many_inliers);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), is_left_out), candidates.end());
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const RetryCandidate& a, const RetryCandidate& b) { return a.evidence > b.evidence; });
  // Rankings of parts of a picture propose a reference more than once.
  std::set<std::pair<uint32_t, uint32_t>> seen;
  candidates.erase(
      std::remove_if(candidates.begin(), candidates.end(),
                     [&](const RetryCandidate& c) { return !seen.emplace(c.index, c.key).second; }),
      candidates.end());
  const RetryCandidate* best = nullptr;
  verification::PoseClusters best_clusters;
  for (size_t i = 0; i < std::min(static_cast<size_t>(o.max_clustered), candidates.size()); ++i) {
    base::ThrowIfCancelled(request.cancellation);
    const RetryCandidate& c = candidates[i];
    verification::PoseClusters clusters =
        verification::Verifier(grid, c.reference, request, options.verification).Clusters();
    const size_t needed = std::max(
        {static_cast<size_t>(o.min_cluster), InliersBefore(c, verified), best_clusters.largest() + 1});
    if (clusters.largest() < needed) continue;
    best = &c;
    best_clusters = std::move(clusters);
  }
  if (best == nullptr) return std::nullopt;
  const verification::Verifier verifier(grid, best->reference, request, options.verification);
  verification::Hypothesis hypothesis = verifier.FromClusters(best_clusters);
  if (verifier.IsOpen(hypothesis)) hypothesis = verifier.Refine(std::move(hypothesis), false);
  if (!verifier.IsMatch(hypothesis)) return std::nullopt;
  return SearchHit{best->index, best->key, verifier.MatchOf(hypothesis), best->image, {}};
}

}  // namespace loupe::search
