#include "core/index/compaction_plan.h"

#include <algorithm>

#include "core/index/segment_file.h"

namespace loupe::index {
namespace {

bool IsMostlyDead(const LiveSegment& segment, int removed_one_in) {
  return segment.removed_count * static_cast<size_t>(removed_one_in) > segment.segment->reference_count();
}

/** Written before large segments had divided lists. */
bool IsUndivided(const LiveSegment& segment, int least_references) {
  return segment.segment->header().version < kDividingVersion &&
         segment.live_count() >= static_cast<size_t>(least_references);
}

bool HasFewerLive(const LiveSegment& a, const LiveSegment& b) { return a.live_count() < b.live_count(); }

}  // namespace

std::vector<LiveSegment> ChooseMerge(const IndexState& state, size_t max_references,
                                     const IndexOptions& options) {
  const auto largest_share = static_cast<size_t>(options.largest_share);
  std::vector<LiveSegment> segments = state.segments;
  std::stable_sort(segments.begin(), segments.end(), HasFewerLive);
  const size_t most = std::min(max_references, kMaxSegmentReferences);
  size_t chosen = 0;
  size_t smaller = 0;
  for (size_t i = 0; i < segments.size() && smaller + segments[i].live_count() <= most; ++i) {
    if (i > 0 && segments[i].live_count() <= largest_share * smaller) chosen = i + 1;
    smaller += segments[i].live_count();
  }
  if (chosen > 0) {
    segments.resize(chosen);
    return segments;
  }
  for (const LiveSegment& segment : state.segments) {
    const bool is_worth_it = IsMostlyDead(segment, options.removed_one_in) ||
                             IsUndivided(segment, options.least_divided_references);
    if (is_worth_it && segment.live_count() <= max_references) return {segment};
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

}  // namespace loupe::index
