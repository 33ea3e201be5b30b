#include "compaction_plan.h"

#include <algorithm>

namespace loupe {
namespace {

constexpr size_t kMergeFanIn = 4;
constexpr size_t kTierCount = 9;

size_t TierOf(size_t references) {
  size_t tier = 0;
  for (; references >= kMergeFanIn && tier + 1 < kTierCount; references /= kMergeFanIn) ++tier;
  return tier;
}

bool IsMostlyDead(const LiveSegment& segment) {
  return segment.removed_count * 4 > segment.segment->reference_count();
}

bool HasFewerLive(const LiveSegment& a, const LiveSegment& b) { return a.live_count() < b.live_count(); }

/** The smallest segments that fit together into one. */
std::vector<LiveSegment> FitTogether(std::vector<LiveSegment> segments) {
  std::stable_sort(segments.begin(), segments.end(), HasFewerLive);
  size_t total = 0;
  size_t count = 0;
  while (count < segments.size() && total + segments[count].live_count() <= kMaxSegmentReferences) {
    total += segments[count++].live_count();
  }
  segments.resize(count);
  return segments;
}

size_t LiveCountOf(const std::vector<LiveSegment>& segments) {
  size_t total = 0;
  for (const LiveSegment& segment : segments) total += segment.live_count();
  return total;
}

}  // namespace

std::vector<LiveSegment> ChooseMerge(const IndexState& state, size_t max_references) {
  std::vector<std::vector<LiveSegment>> tiers(kTierCount);
  for (const LiveSegment& segment : state.segments) tiers[TierOf(segment.live_count())].push_back(segment);
  for (auto& tier : tiers) {
    if (tier.size() < kMergeFanIn) continue;
    std::vector<LiveSegment> chosen = FitTogether(std::move(tier));
    if (chosen.size() >= 2 && LiveCountOf(chosen) <= max_references) return chosen;
  }
  for (const LiveSegment& segment : state.segments) {
    if (IsMostlyDead(segment) && segment.live_count() <= max_references) return {segment};
  }
  return {};
}

std::vector<std::vector<LiveSegment>> ChooseFullMerge(const IndexState& state) {
  std::vector<LiveSegment> rest = state.segments;
  std::stable_sort(rest.begin(), rest.end(), HasFewerLive);
  std::vector<std::vector<LiveSegment>> groups;
  size_t total = 0;
  for (const LiveSegment& segment : rest) {
    if (groups.empty() || total + segment.live_count() > kMaxSegmentReferences) {
      groups.emplace_back();
      total = 0;
    }
    groups.back().push_back(segment);
    total += segment.live_count();
  }
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const std::vector<LiveSegment>& group) {
                                return group.size() == 1 && group[0].removed_count == 0;
                              }),
               groups.end());
  return groups;
}

}  // namespace loupe
