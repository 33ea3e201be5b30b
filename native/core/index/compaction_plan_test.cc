#include "core/index/compaction_plan.h"

#include <algorithm>

#include "core/base/large_memory.h"
#include "core/index/segment_builder.h"
#include "core/index/segment_merge.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

/** A segment of `count` references, the first `removed` of which are removed. */
LiveSegment SegmentOf(uint32_t count, uint32_t removed, uint32_t first_key) {
  std::vector<std::shared_ptr<const Segment>> single;
  std::vector<MergeSource> sources;
  for (uint32_t i = 0; i < count; ++i) {
    single.push_back(BuildSegment(first_key + i, test::RandomDna(1, 1), {}, *test::SharedVocabulary()));
    sources.push_back({single.back().get(), nullptr});
  }
  LiveSegment live{MergeSegments(sources, test::SharedVocabulary()->id()), nullptr, removed};
  if (removed == 0) return live;
  LocalSet set = EmptyLocalSet(count);
  for (uint32_t i = 0; i < removed; ++i) Insert(&set, i);
  live.removed = std::make_shared<const LocalSet>(std::move(set));
  return live;
}

struct Part {
  uint32_t count, removed;
};

IndexState StateOf(const std::vector<Part>& parts) {
  IndexState state;
  uint32_t key = 1;
  for (const Part& part : parts) {
    state.segments.push_back(SegmentOf(part.count, part.removed, key));
    state.reference_count += part.count - part.removed;
    key += part.count;
  }
  return state;
}

/** Live references of each chosen segment, ascending. */
std::vector<size_t> LiveCounts(const std::vector<LiveSegment>& segments) {
  std::vector<size_t> counts;
  for (const LiveSegment& segment : segments) counts.push_back(segment.live_count());
  std::sort(counts.begin(), counts.end());
  return counts;
}

using Counts = std::vector<size_t>;
constexpr size_t kAny = kMaxSegmentReferences;

TEST_CASE("lists of a merged segment are in the order of keys, whichever of its sources comes first") {
  const LiveSegment later = SegmentOf(3, 0, 10), earlier = SegmentOf(3, 0, 1);
  const auto merged = MergeSegments({{later.segment.get(), nullptr}, {earlier.segment.get(), nullptr}},
                                    test::SharedVocabulary()->id());
  // All have the same keypoint, and so one list.
  REQUIRE(merged->posting_count() == 6);
  for (uint32_t posting = 0; posting < 6; ++posting) CHECK(merged->local(posting) == posting);
}

TEST_CASE("a segment joins a merge when it is at most eight times as large as all smaller ones together") {
  CHECK(LiveCounts(ChooseMerge(StateOf({{8, 0}, {1, 0}}), kAny)) == Counts{1, 8});
  CHECK(ChooseMerge(StateOf({{9, 0}, {1, 0}}), kAny).empty());
  CHECK(LiveCounts(ChooseMerge(StateOf({{16, 0}, {1, 0}, {1, 0}}), kAny)) == Counts{1, 1, 16});
  CHECK(LiveCounts(ChooseMerge(StateOf({{19, 0}, {1, 0}, {1, 0}}), kAny)) == Counts{1, 1});
  CHECK(ChooseMerge(StateOf({{1, 0}, {10, 0}, {99, 0}}), kAny).empty());
}

TEST_CASE("a merge keeps no more references than it may") {
  CHECK(LiveCounts(ChooseMerge(StateOf({{8, 0}, {1, 0}}), 9)) == Counts{1, 8});
  CHECK(ChooseMerge(StateOf({{8, 0}, {1, 0}}), 8).empty());
  CHECK(LiveCounts(ChooseMerge(StateOf({{4, 0}, {4, 0}, {4, 0}}), 8)) == Counts{4, 4});
}

TEST_CASE("a segment of which more than a quarter is removed is rewritten alone") {
  CHECK(LiveCounts(ChooseMerge(StateOf({{12, 4}}), kAny)) == Counts{8});
  CHECK(ChooseMerge(StateOf({{12, 3}}), kAny).empty());
  CHECK(ChooseMerge(StateOf({{12, 4}}), 7).empty());
}

/** The same segment as a version without divided lists wrote it. */
LiveSegment AsOfBefore(const LiveSegment& live) {
  const base::Span<const uint8_t> hot = live.segment->hot_bytes();
  const auto memory = std::make_shared<base::LargeMemory>(hot.size());
  uint8_t* const bytes = memory->data();
  std::copy(hot.begin(), hot.end(), bytes);
  reinterpret_cast<SegmentHeader*>(bytes)->version = 2;
  std::vector<DnaBlob> dnas;
  for (size_t i = 0; i < live.segment->reference_count(); ++i) dnas.push_back(live.segment->dna(i));
  return {std::make_shared<Segment>(base::Span<const uint8_t>(bytes, hot.size()), memory, dnas, false),
          nullptr, 0};
}

TEST_CASE("a large segment of before lists were divided is rewritten once, a small one never") {
  IndexOptions options;
  options.least_divided_references = 6;
  IndexState state = StateOf({{6, 0}});
  CHECK(ChooseMerge(state, kAny, options).empty());
  state.segments[0] = AsOfBefore(state.segments[0]);
  CHECK(LiveCounts(ChooseMerge(state, kAny, options)) == Counts{6});
  CHECK(ChooseMerge(state, 5, options).empty());
  options.least_divided_references = 7;
  CHECK(ChooseMerge(state, kAny, options).empty());
}

TEST_CASE("nothing is due where there is nothing, or one whole segment") {
  CHECK(ChooseMerge({}, kAny).empty());
  CHECK(ChooseMerge(StateOf({{5, 0}}), kAny).empty());
  CHECK(ChooseFullMerge({}).empty());
  CHECK(ChooseFullMerge(StateOf({{5, 0}})).empty());
}

TEST_CASE("a full merge leaves one segment and no removed reference") {
  const std::vector<std::vector<LiveSegment>> groups = ChooseFullMerge(StateOf({{30, 0}, {2, 1}, {9, 0}}));
  REQUIRE(groups.size() == 1);
  CHECK(LiveCounts(groups[0]) == Counts{1, 9, 30});
  const std::vector<std::vector<LiveSegment>> one = ChooseFullMerge(StateOf({{5, 1}}));
  REQUIRE(one.size() == 1);
  CHECK(LiveCounts(one[0]) == Counts{4});
}

}  // namespace
}  // namespace loupe::index
