#include "posting_scan.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "hamming.h"

namespace loupe {
namespace {

/** Postings scanned before the limit is read again. */
constexpr uint32_t kScanBlock = 512;
/** Descriptors whose lists are fetched into the cache ahead of time. */
constexpr size_t kPrefetchDistance = 4;

void Prefetch(const Segment& segment, const WordProbes& probes) {
  for (const WordProbe& probe : probes) {
    const PostingRange range = segment.PostingsOf(probe.word);
    if (range.begin == range.end) continue;
    const auto* first = reinterpret_cast<const char*>(segment.signatures() + range.begin);
    __builtin_prefetch(first);
    __builtin_prefetch(first + 64);
  }
}

}  // namespace

const std::vector<RetrievalHit>& PostingScan::Run(const std::vector<WordProbes>& probes,
                                                  const std::vector<SegmentView>& views,
                                                  const CancellationToken* cancellation) {
  views_ = &views;
  counters_ = {};
  nearest_.resize(probes.size());
  for (Nearest& nearest : nearest_) {
    nearest.limit = kSignatureDistanceLimit;
    nearest.entry_count = 0;
    nearest.near_count = 0;
    std::memset(nearest.counts, 0, sizeof(nearest.counts));
  }
  if (entries_.size() < probes.size() * kSlots) entries_.resize(probes.size() * kSlots);
  for (size_t v = 0; v < views.size(); ++v) {
    ThrowIfCancelled(cancellation);
    ScanSegment(probes, static_cast<uint16_t>(v));
  }
  Collect(probes.size());
  counters_.hits = hits_.size();
  return hits_;
}

void PostingScan::ScanSegment(const std::vector<WordProbes>& probes, uint16_t view) {
  const Segment& segment = *(*views_)[view].segment;
  for (size_t query = 0; query < probes.size(); ++query) {
    if (query + kPrefetchDistance < probes.size()) Prefetch(segment, probes[query + kPrefetchDistance]);
    for (const WordProbe& probe : probes[query]) {
      const PostingRange range = segment.PostingsOf(probe.word);
      if (range.begin == range.end) continue;
      ++counters_.lists;
      counters_.postings += range.end - range.begin;
      ScanList(probe.signature, range, view, query);
    }
  }
}

void PostingScan::ScanList(uint64_t signature, PostingRange range, uint16_t view, size_t query) {
  const SegmentView& seen = (*views_)[view];
  const Segment& segment = *seen.segment;
  static const auto scan = BestKernels().scan;
  ScanHit found[kScanBlock];
  for (uint32_t begin = range.begin; begin < range.end; begin += kScanBlock) {
    const uint32_t count = std::min(kScanBlock, range.end - begin);
    const size_t found_count =
        scan(signature, segment.signatures() + begin, count, nearest_[query].limit, found);
    for (size_t i = 0; i < found_count; ++i) {
      const uint32_t posting = begin + found[i].position;
      const uint16_t local = segment.locals()[posting];
      if (seen.allowed != nullptr && !Contains(*seen.allowed, local)) continue;
      Keep(query, {posting, view, local, found[i].distance});
    }
  }
}

void PostingScan::Keep(size_t query, const Entry& entry) {
  Nearest& nearest = nearest_[query];
  if (entry.distance >= nearest.limit) return;
  if (nearest.entry_count == kSlots) DropFar(query);
  entries_[query * kSlots + nearest.entry_count++] = entry;
  ++nearest.counts[entry.distance];
  ++nearest.near_count;
  while (nearest.near_count > kMaxHitsPerDescriptor) {
    const uint32_t farthest = nearest.counts[nearest.limit - 1];
    if (farthest == nearest.near_count) {
      DropFar(query);
      EvictLast(query);
      return;
    }
    nearest.near_count -= farthest;
    --nearest.limit;
  }
}

/** Forgets entries that the limit has left behind. */
void PostingScan::DropFar(size_t query) {
  Nearest& nearest = nearest_[query];
  Entry* first = entries_.data() + query * kSlots;
  Entry* last = std::remove_if(first, first + nearest.entry_count,
                               [&](const Entry& entry) { return entry.distance >= nearest.limit; });
  nearest.entry_count = static_cast<uint32_t>(last - first);
}

/** Removes the entry of the highest index and key; all entries are equally near. */
void PostingScan::EvictLast(size_t query) {
  Nearest& nearest = nearest_[query];
  Entry* first = entries_.data() + query * kSlots;
  Entry* last = std::max_element(first, first + nearest.entry_count,
                                 [this](const Entry& a, const Entry& b) { return IsBefore(a, b); });
  --nearest.counts[last->distance];
  --nearest.near_count;
  *last = first[--nearest.entry_count];
}

bool PostingScan::IsBefore(const Entry& a, const Entry& b) const {
  const auto rank = [this](const Entry& entry) {
    const SegmentView& view = (*views_)[entry.view];
    return std::make_tuple(view.index, view.segment->key(entry.local),
                           view.segment->geometry(entry.posting).bits());
  };
  return rank(a) < rank(b);
}

void PostingScan::Collect(size_t query_count) {
  hits_.clear();
  for (size_t query = 0; query < query_count; ++query) {
    const Nearest& nearest = nearest_[query];
    for (uint32_t i = 0; i < nearest.entry_count; ++i) {
      const Entry& entry = entries_[query * kSlots + i];
      if (entry.distance >= nearest.limit) continue;
      const SegmentView& view = (*views_)[entry.view];
      hits_.push_back({view.first_image + entry.local, static_cast<uint16_t>(query),
                       static_cast<uint16_t>(nearest.limit - entry.distance),
                       view.segment->geometry(entry.posting)});
    }
  }
}

}  // namespace loupe
