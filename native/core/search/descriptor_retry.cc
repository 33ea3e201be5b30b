#include "core/search/descriptor_retry.h"

#include <algorithm>

namespace loupe::search {
namespace {

/** Candidates whose descriptors are clustered, and the least evidence for that. */
constexpr size_t kMaxClustered = 2;
constexpr double kMinEvidence = 3000.0;
/** A pose with so many guided inliers is as good as it gets. */
constexpr size_t kManyInliers = 40;
/** A smaller cluster of agreeing pairs is chance. */
constexpr size_t kMinCluster = 30;

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
                                                 const verification::VerifyOptions& options,
                                                 std::vector<RetryCandidate> candidates) {
  const auto is_left_out = [&](const RetryCandidate& c) {
    return c.evidence < kMinEvidence || refined == std::make_pair(c.index, c.key) ||
           InliersBefore(c, verified) >= kManyInliers;
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), is_left_out), candidates.end());
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const RetryCandidate& a, const RetryCandidate& b) { return a.evidence > b.evidence; });
  const RetryCandidate* best = nullptr;
  verification::PoseClusters best_clusters;
  for (size_t i = 0; i < std::min(kMaxClustered, candidates.size()); ++i) {
    base::ThrowIfCancelled(options.cancellation);
    const RetryCandidate& c = candidates[i];
    verification::PoseClusters clusters = verification::Verifier(grid, c.reference, options).Clusters();
    const size_t needed = std::max({kMinCluster, InliersBefore(c, verified), best_clusters.largest() + 1});
    if (clusters.largest() < needed) continue;
    best = &c;
    best_clusters = std::move(clusters);
  }
  if (best == nullptr) return std::nullopt;
  const verification::Verifier verifier(grid, best->reference, options);
  verification::Hypothesis hypothesis = verifier.FromClusters(best_clusters);
  if (verifier.IsOpen(hypothesis)) hypothesis = verifier.Refine(std::move(hypothesis), false);
  if (!verification::IsRecognized(verification::Decide(hypothesis.facts, options.threshold)))
    return std::nullopt;
  return SearchHit{best->index, best->key, verifier.MatchOf(hypothesis)};
}

}  // namespace loupe::search
