#include "core/search/second_placement.h"

#include <algorithm>

namespace loupe::search {
namespace {

/** Candidates whose descriptors are grouped, and the least evidence for that. */
constexpr size_t kMaxGrouped = 2;
constexpr double kMinEvidence = 3000.0;
/** Candidates with so many confirmed matches are placed as well as they can be. */
constexpr size_t kWellPlaced = 40;
/** A smaller group of agreeing pairs is chance. */
constexpr size_t kMinGroup = 30;

/** Matches that the candidate's placement so far confirms; 0 when there is none. */
size_t ConfirmedBefore(const SecondChance& candidate, const std::vector<SearchHit>& verified) {
  const auto hit = std::find_if(verified.begin(), verified.end(), [&](const SearchHit& found) {
    return candidate.index == found.index && candidate.key == found.key;
  });
  return hit == verified.end() ? 0 : static_cast<size_t>(hit->match.evidence.guided_count);
}

}  // namespace

std::optional<SearchHit> PlaceAnew(const matching::KeypointGrid& grid, const std::vector<SearchHit>& verified,
                                   const std::optional<std::pair<uint32_t, uint32_t>>& looked_closer,
                                   const verification::VerifyOptions& options,
                                   std::vector<SecondChance> candidates) {
  const auto is_left_out = [&](const SecondChance& c) {
    return c.evidence < kMinEvidence || looked_closer == std::make_pair(c.index, c.key) ||
           ConfirmedBefore(c, verified) >= kWellPlaced;
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), is_left_out), candidates.end());
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const SecondChance& a, const SecondChance& b) { return a.evidence > b.evidence; });
  const SecondChance* best = nullptr;
  verification::DescriptorGroups best_groups;
  for (size_t i = 0; i < std::min(kMaxGrouped, candidates.size()); ++i) {
    base::ThrowIfCancelled(options.cancellation);
    const SecondChance& c = candidates[i];
    verification::DescriptorGroups groups = verification::Verifier(grid, c.reference, options).Groups();
    const size_t needed = std::max({kMinGroup, ConfirmedBefore(c, verified), best_groups.largest() + 1});
    if (groups.largest() < needed) continue;
    best = &c;
    best_groups = std::move(groups);
  }
  if (best == nullptr) return std::nullopt;
  const verification::Verifier verifier(grid, best->reference, options);
  verification::Look look = verifier.LookBy(best_groups);
  if (verifier.IsOpen(look)) look = verifier.CloserLook(std::move(look), false);
  if (!verification::IsRecognized(verification::Decide(look.facts, options.threshold))) return std::nullopt;
  return SearchHit{best->index, best->key, verifier.MatchOf(look)};
}

}  // namespace loupe::search
