#include "core/index/reference_index.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/index/compaction_plan.h"
#include "core/index/segment_builder.h"
#include "core/index/segment_merge.h"
#include "core/signature/dna.h"

namespace loupe::index {
namespace {

/** Segments of any size may be merged in the background. */
constexpr size_t kAnySize = kMaxSegmentReferences;
/** Where a key lives in a state; a null segment when nowhere. */
struct Place {
  size_t segment = 0;
  int local = -1;
};

Place FindKey(const IndexState& state, uint32_t key) {
  for (size_t s = 0; s < state.segments.size(); ++s) {
    const int local = state.segments[s].segment->LocalOf(key);
    if (local >= 0 && state.segments[s].IsLive(static_cast<size_t>(local))) return {s, local};
  }
  return {};
}

void RemoveLocal(LiveSegment* live, size_t local) {
  auto removed = std::make_shared<LocalSet>(
      live->removed != nullptr ? *live->removed : EmptyLocalSet(live->segment->reference_count()));
  Insert(removed.get(), local);
  live->removed = std::move(removed);
  ++live->removed_count;
}

/** Marks a found reference as removed and drops its segment when nothing is left in it. */
void RemoveAt(IndexState* state, Place place) {
  LiveSegment& live = state->segments[place.segment];
  RemoveLocal(&live, static_cast<size_t>(place.local));
  --state->reference_count;
  if (live.live_count() == 0)
    state->segments.erase(state->segments.begin() + static_cast<ptrdiff_t>(place.segment));
}

std::vector<MergeSource> SourcesOf(const std::vector<LiveSegment>& segments) {
  std::vector<MergeSource> sources;
  for (const LiveSegment& live : segments) sources.push_back({live.segment.get(), live.removed.get()});
  return sources;
}

}  // namespace

std::vector<uint32_t> MissingSignatures(const IndexState& state, size_t most) {
  std::vector<uint32_t> keys;
  for (const LiveSegment& live : state.segments) {
    for (size_t local = 0; local < live.segment->reference_count() && keys.size() < most; ++local) {
      if (live.IsLive(local) && !live.segment->dna(local).is_here()) keys.push_back(live.segment->key(local));
    }
  }
  return keys;
}

std::vector<uint32_t> DamagedSignatures(const IndexState& state,
                                        const base::CancellationToken* cancellation) {
  std::vector<uint32_t> keys;
  for (const LiveSegment& live : state.segments) {
    for (size_t local = 0; local < live.segment->reference_count(); ++local) {
      if (!live.IsLive(local)) continue;
      const DnaBlob dna = live.segment->dna(local);
      // Those on the heap were checked when they were added.
      if (!dna.is_mapped || !dna.is_here()) continue;
      base::ThrowIfCancelled(cancellation);
      if (!signature::IsSound(dna.bytes)) keys.push_back(live.segment->key(local));
    }
  }
  return keys;
}

std::shared_ptr<const Segment> ReferenceIndex::Merged(const std::vector<LiveSegment>& chosen) const {
  size_t count = 0;
  for (const LiveSegment& live : chosen) count += live.live_count();
  return count < static_cast<size_t>(options_.least_divided_references)
             ? MergeSegments(SourcesOf(chosen), vocabulary_->id())
             : MergeSegments(SourcesOf(chosen), vocabulary_->id(), vocabulary_->code_masks());
}

ReferenceIndex::ReferenceIndex(std::shared_ptr<const Vocabulary> vocabulary, const IndexOptions& options)
    : options_(options), vocabulary_(std::move(vocabulary)), state_(std::make_shared<IndexState>()) {
  if (vocabulary_ == nullptr)
    throw base::Error(base::ErrorCode::kInvalidArgument, "An index needs a vocabulary.");
}

ReferenceIndex::ReferenceIndex(std::shared_ptr<const Vocabulary> vocabulary, IndexState state,
                               const IndexOptions& options)
    : ReferenceIndex(std::move(vocabulary), options) {
  Publish(std::move(state));
}

void ReferenceIndex::Substitute(const std::shared_ptr<const Segment>& segment,
                                std::shared_ptr<const Segment> same) {
  const std::lock_guard<std::mutex> lock(writer_mutex_);
  IndexState next = *state();
  for (LiveSegment& live : next.segments) {
    if (live.segment != segment) continue;
    live.segment = std::move(same);
    break;
  }
  Publish(std::move(next));
}

void ReferenceIndex::Add(uint32_t key, const std::vector<uint8_t>& dna,
                         const std::vector<std::string>& keywords) {
  Insert(key, dna, keywords, false);
}

void ReferenceIndex::Put(uint32_t key, const std::vector<uint8_t>& dna,
                         const std::vector<std::string>& keywords) {
  Insert(key, dna, keywords, true);
}

void ReferenceIndex::Insert(uint32_t key, const std::vector<uint8_t>& dna,
                            const std::vector<std::string>& keywords, bool may_replace) {
  std::shared_ptr<const Segment> added = BuildSegment(key, dna, keywords, *vocabulary_);
  const std::lock_guard<std::mutex> lock(writer_mutex_);
  IndexState next = *state();
  const Place place = FindKey(next, key);
  if (place.local >= 0) {
    if (!may_replace) {
      throw base::Error(base::ErrorCode::kDuplicateKey,
                        "The index already holds the key " + std::to_string(key) + ".");
    }
    RemoveAt(&next, place);
  }
  next.segments.push_back({std::move(added), nullptr, 0});
  ++next.reference_count;
  Publish(std::move(next));
  for (;;) {
    const bool are_too_many = state()->segments.size() >= static_cast<size_t>(options_.most_segments);
    const size_t limit = are_too_many ? kAnySize : static_cast<size_t>(options_.inline_merge_references);
    const std::vector<LiveSegment> chosen = ChooseMerge(*state(), limit, options_);
    if (chosen.empty()) return;
    Swap(chosen, Merged(chosen));
  }
}

void ReferenceIndex::Remove(uint32_t key) {
  const std::lock_guard<std::mutex> lock(writer_mutex_);
  IndexState next = *state();
  const Place place = FindKey(next, key);
  if (place.local < 0) {
    throw base::Error(base::ErrorCode::kUnknownKey,
                      "The index holds no reference with the key " + std::to_string(key) + ".");
  }
  RemoveAt(&next, place);
  Publish(std::move(next));
}

bool ReferenceIndex::Contains(uint32_t key) const { return FindKey(*state(), key).local >= 0; }

DnaBlob ReferenceIndex::DnaOf(uint32_t key) const {
  const auto current = state();
  const Place place = FindKey(*current, key);
  if (place.local < 0) {
    throw base::Error(base::ErrorCode::kUnknownKey,
                      "The index holds no reference with the key " + std::to_string(key) + ".");
  }
  const DnaBlob& dna = current->segments[place.segment].segment->dna(static_cast<size_t>(place.local));
  if (!dna.is_here()) {
    dna.arriving->Want(dna.arriving_number);
    throw base::Error(base::ErrorCode::kSignaturesAway, "The signature has not arrived yet.");
  }
  return dna;
}

void ReferenceIndex::SignaturesArrived(const std::string& file, uint64_t up_to) {
  for (const auto& arriving : arriving_) {
    if (arriving->name() == file) return arriving->Arrived(up_to);
  }
  throw base::Error(base::ErrorCode::kInvalidArgument,
                    "No signatures are expected in the file " + file + ".");
}

std::vector<uint32_t> ReferenceIndex::TakeWantedSignatures() const {
  std::vector<uint32_t> keys;
  for (const auto& arriving : arriving_) {
    const std::vector<uint32_t> wanted = arriving->TakeWanted();
    keys.insert(keys.end(), wanted.begin(), wanted.end());
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

bool ReferenceIndex::has_whole_files() const {
  return std::all_of(arriving_.begin(), arriving_.end(),
                     [](const auto& arriving) { return arriving->is_whole(); });
}

IndexMemory ReferenceIndex::memory() const {
  IndexMemory memory;
  const auto current = state();
  for (const LiveSegment& live : current->segments) {
    const Segment& segment = *live.segment;
    memory.hot_bytes += segment.hot_bytes().size() + segment.reference_count() * sizeof(DnaBlob);
    for (size_t i = 0; i < segment.reference_count(); ++i) {
      const DnaBlob& dna = segment.dna(i);
      (dna.is_mapped ? memory.dna_mapped_bytes : memory.dna_heap_bytes) += dna.bytes.size();
    }
  }
  return memory;
}

bool ReferenceIndex::NeedsCompaction(MergeEffort effort) const {
  if (effort == MergeEffort::kEverything) return !ChooseFullMerge(*state()).empty();
  return !ChooseMerge(*state(), kAnySize, OptionsFor(effort)).empty();
}

void ReferenceIndex::Compact(MergeEffort effort) {
  const std::lock_guard<std::mutex> lock(compaction_mutex_);
  if (effort == MergeEffort::kEverything) {
    for (const auto& group : ChooseFullMerge(*state())) MergeAndSwap(group);
    return;
  }
  for (;;) {
    const std::vector<LiveSegment> chosen = ChooseMerge(*state(), kAnySize, OptionsFor(effort));
    if (chosen.empty()) return;
    MergeAndSwap(chosen);
  }
}

IndexOptions ReferenceIndex::OptionsFor(MergeEffort effort) const {
  IndexOptions options = options_;
  if (effort == MergeEffort::kQuiet) options.largest_share = options.quiet_largest_share;
  return options;
}

void ReferenceIndex::MergeAndSwap(const std::vector<LiveSegment>& chosen) {
  std::shared_ptr<const Segment> merged = Merged(chosen);
  const std::lock_guard<std::mutex> lock(writer_mutex_);
  Swap(chosen, std::move(merged));
}

void ReferenceIndex::Swap(const std::vector<LiveSegment>& old_segments,
                          std::shared_ptr<const Segment> merged) {
  IndexState next = *state();
  LocalSet removed = EmptyLocalSet(merged->reference_count());
  uint32_t removed_count = 0;
  for (const LiveSegment& old : old_segments) {
    const auto now = std::find_if(next.segments.begin(), next.segments.end(),
                                  [&](const LiveSegment& live) { return live.segment == old.segment; });
    const bool is_gone = now == next.segments.end();
    for (size_t local = 0; local < old.segment->reference_count(); ++local) {
      if (!old.IsLive(local) || (!is_gone && now->IsLive(local))) continue;
      index::Insert(&removed, static_cast<size_t>(merged->LocalOf(old.segment->key(local))));
      ++removed_count;
    }
    if (!is_gone) next.segments.erase(now);
  }
  LiveSegment replacement{std::move(merged), nullptr, removed_count};
  if (removed_count > 0) replacement.removed = std::make_shared<const LocalSet>(std::move(removed));
  if (replacement.live_count() > 0) next.segments.push_back(std::move(replacement));
  Publish(std::move(next));
}

void ReferenceIndex::Publish(IndexState next) {
  std::atomic_store(&state_,
                    std::shared_ptr<const IndexState>(std::make_shared<IndexState>(std::move(next))));
}

}  // namespace loupe::index
