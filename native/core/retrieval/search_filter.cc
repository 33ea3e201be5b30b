#include "core/retrieval/search_filter.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"

namespace loupe::retrieval {
namespace {

constexpr size_t kMaxViews = 65536;

index::LocalSet LiveSetOf(const index::LiveSegment& live) {
  const size_t count = live.segment->reference_count();
  index::LocalSet set = index::EmptyLocalSet(count);
  for (size_t block = 0; block < set.size(); ++block) {
    const size_t bits = std::min<size_t>(64, count - block * 64);
    set[block] = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    if (live.removed != nullptr) set[block] &= ~(*live.removed)[block];
  }
  return set;
}

void Intersect(index::LocalSet* set, const index::LocalSet& other) {
  for (size_t block = 0; block < set->size(); ++block) (*set)[block] &= other[block];
}

index::LocalSet HoldersOf(const index::Segment& segment, const std::string& keyword) {
  index::LocalSet set = index::EmptyLocalSet(segment.reference_count());
  for (const uint32_t local : segment.keywords().Find(keyword)) index::Insert(&set, local);
  return set;
}

index::LocalSet WithKeys(const index::Segment& segment, const std::vector<uint32_t>& keys) {
  index::LocalSet set = index::EmptyLocalSet(segment.reference_count());
  for (const uint32_t key : keys) {
    const int local = segment.LocalOf(key);
    if (local >= 0) index::Insert(&set, static_cast<size_t>(local));
  }
  return set;
}

size_t CountOf(const index::LocalSet& set) {
  return std::accumulate(set.begin(), set.end(), size_t{0}, [](size_t count, uint64_t block) {
    return count + static_cast<size_t>(__builtin_popcountll(block));
  });
}

bool IsEmpty(const index::LocalSet& set) {
  return std::all_of(set.begin(), set.end(), [](uint64_t block) { return block == 0; });
}

}  // namespace

SearchScope::SearchScope(base::Span<const index::ReferenceIndex* const> indexes, const SearchFilter& filter) {
  for (uint32_t i = 0; i < indexes.size(); ++i) AddIndex(*indexes[i], filter, i);
}

SearchScope SearchScope::OfShards(base::Span<const index::ReferenceIndex* const> shards,
                                  base::Span<const SearchFilter> filters) {
  SearchScope scope;
  for (size_t i = 0; i < shards.size(); ++i) scope.AddIndex(*shards[i], filters[i], 0);
  return scope;
}

void SearchScope::AddIndex(const index::ReferenceIndex& added, const SearchFilter& filter, uint32_t index) {
  if (vocabulary_ == nullptr) vocabulary_ = added.vocabulary();
  if (added.vocabulary()->id() != vocabulary_->id()) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "Indexes that are searched together share one vocabulary.");
  }
  states_.push_back(added.state());
  reference_count_ += states_.back()->reference_count;
  for (const index::LiveSegment& live : states_.back()->segments) AddSegment(live, filter, index);
}

void SearchScope::AddSegment(const index::LiveSegment& live, const SearchFilter& filter, uint32_t index) {
  const index::Segment& segment = *live.segment;
  SegmentView view{&segment, nullptr, image_count_, index};
  const int excluded =
      filter.excluded && filter.excluded->first == index ? segment.LocalOf(filter.excluded->second) : -1;
  if (live.removed != nullptr || !filter.keywords.empty() || filter.only_keys || excluded >= 0) {
    index::LocalSet allowed = LiveSetOf(live);
    for (const std::string& keyword : filter.keywords) Intersect(&allowed, HoldersOf(segment, keyword));
    if (filter.only_keys) Intersect(&allowed, WithKeys(segment, filter.keys));
    if (excluded >= 0) index::Erase(&allowed, static_cast<size_t>(excluded));
    if (IsEmpty(allowed)) return;
    allowed_.push_back(std::move(allowed));
    view.allowed = &allowed_.back();
  }
  if (views_.size() == kMaxViews) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "One search covers too many indexes; compact them or search fewer.");
  }
  views_.push_back(view);
  allowed_count_ += view.allowed != nullptr ? CountOf(*view.allowed) : segment.reference_count();
  image_count_ += static_cast<uint32_t>(segment.reference_count());
}

const SegmentView& SearchScope::ViewOf(uint32_t image) const {
  const auto next =
      std::upper_bound(views_.begin(), views_.end(), image,
                       [](uint32_t i, const SegmentView& view) { return i < view.first_image; });
  return *(next - 1);
}

}  // namespace loupe::retrieval
