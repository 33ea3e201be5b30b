#include "core/retrieval/posting_scan.h"

#include <algorithm>

namespace loupe::retrieval {
namespace {

/**
 * By how many descriptors asking for list bounds and for lists goes before scanning, and reading hits after
 * it: time for the memory to deliver.
 */
constexpr size_t kBoundsAhead = 4;
constexpr size_t kListsAhead = 2;
constexpr size_t kHitsBehind = 2;
/** Only the start of a list is asked for; the rest is when the list is measured. */
constexpr uint32_t kPostingsPerLine = 8;
constexpr uint32_t kLocalsPerLine = 32;
constexpr uint32_t kMostAskedFor = 16 * kPostingsPerLine;
/** Descriptors scanned between two looks at the cancellation. */
constexpr size_t kScansPerCheck = 64;

/**
 * Descriptors in order of their nearest words: those that share words follow each other while their lists are
 * in the cache.
 */
void OrderByWord(const std::vector<index::WordProbes>& probes, std::vector<uint32_t>* order) {
  order->resize(probes.size());
  for (size_t i = 0; i < order->size(); ++i) {
    (*order)[i] = (uint32_t{probes[i][0].word} << 16) | static_cast<uint32_t>(i);
  }
  std::sort(order->begin(), order->end());
  for (uint32_t& query : *order) query &= 0xffff;
}

}  // namespace

void PostingScan::Begin(size_t descriptor_count, const std::vector<SegmentView>& views, size_t crowd_size) {
  crowd_size_ = crowd_size;
  is_for_others_ = false;
  wanted_ = {};
  views_ = &views;
  counters_ = {};
  crowded_count_ = 0;
  hit_counts_.assign(descriptor_count, 0);
  const size_t places = descriptor_count * kMaxHitsPerDescriptor;
  if (slots_.size() < places) slots_.resize(places);
}

void PostingScan::BeginForOthers(size_t descriptor_count, const std::vector<SegmentView>& views,
                                 const ScanForOthers& wanted) {
  Begin(descriptor_count, views);
  is_for_others_ = true;
  wanted_ = wanted;
  outcomes_.assign(descriptor_count, {});
}

void PostingScan::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                       int words_each, const base::CancellationToken* cancellation) {
  const size_t count = probes.size();
  OrderByWord(probes, &order_);
  for (size_t step = 0; step < count + kBoundsAhead + kHitsBehind; ++step) {
    if (step < count) AskForBounds(probes[order_[step]], words_each, &WorkOf(step));
    const size_t asked = step + kListsAhead - kBoundsAhead;
    if (asked < count) AskForLists(&WorkOf(asked));
    const size_t measured = step - kBoundsAhead;
    if (measured < count) {
      if (measured % kScansPerCheck == 0) base::ThrowIfCancelled(cancellation);
      Measure(probes[order_[measured]], &WorkOf(measured));
    }
    const size_t read = measured - kHitsBehind;
    if (read < count) ReadHits(queries[order_[read]], WorkOf(read));
  }
}

void PostingScan::AskForBounds(const index::WordProbes& probes, int words_each, Work* work) const {
  const size_t most = views_->size() * probes.size();
  if (work->lists.size() < most) work->lists.resize(most);
  List* list = work->lists.data();
  const auto probed = static_cast<uint16_t>(words_each);
  for (uint16_t probe = 0; probe < probed; ++probe) {
    uint16_t number = 0;
    for (const SegmentView& view : *views_) {
      const uint32_t* bounds = view.segment->BoundsOf(probes[probe].word);
      if (bounds != nullptr) {
        __builtin_prefetch(bounds);
        list->bounds = bounds;
        list->view = number;
        list->probe = probe;
        ++list;
      }
      ++number;
    }
  }
  work->list_count = static_cast<size_t>(list - work->lists.data());
}

void PostingScan::AskForLists(Work* work) {
  for (size_t i = 0; i < work->list_count; ++i) {
    List& list = work->lists[i];
    list.range = {list.bounds[0], list.bounds[1]};
    const SegmentView& view = (*views_)[list.view];
    const uint64_t* signatures = view.segment->signatures();
    const uint32_t end = std::min(list.range.end, list.range.begin + kMostAskedFor);
    for (uint32_t at = list.range.begin; at < end; at += kPostingsPerLine)
      __builtin_prefetch(signatures + at);
    __builtin_prefetch(signatures + end - 1);
    if (view.allowed != nullptr) {
      for (uint32_t at = list.range.begin; at < end; at += kLocalsPerLine)
        __builtin_prefetch(view.segment->locals() + at);
    }
    counters_.postings += list.range.end - list.range.begin;
  }
  counters_.lists += work->list_count;
}

void PostingScan::Measure(const index::WordProbes& probes, Work* work) {
  nearest_.Clear(*views_);
  for (size_t i = 0; i < work->list_count; ++i) {
    const List& list = work->lists[i];
    nearest_.Measure(probes[list.probe].signature, list.view, list.range);
  }
  nearest_.KeepNearest(wanted_.most);
  work->limit = nearest_.limit();
  work->hit_count = 0;
  for (const NearPosting& hit : nearest_) {
    __builtin_prefetch((*views_)[hit.view].segment->locals() + hit.posting);
    work->hits[work->hit_count++] = hit;
  }
  if (is_for_others_) {
    const uint32_t complete = work->limit - (nearest_.is_cut() ? 1 : 0);
    work->outcome = {static_cast<uint8_t>(work->limit), static_cast<uint8_t>(complete),
                     static_cast<uint8_t>(std::min<size_t>(255, nearest_.CountLeftOutFirst())),
                     static_cast<uint32_t>(nearest_.CountCrowd(wanted_.least_crowd))};
    return;
  }
  crowded_count_ += nearest_.IsCrowd(crowd_size_) ? 1 : 0;
}

void PostingScan::ReadHits(uint32_t query, const Work& work) {
  PostingHit* to = slots_.data() + size_t{query} * kMaxHitsPerDescriptor;
  for (uint32_t i = 0; i < work.hit_count; ++i) {
    to[i] = HitOf(query, work.hits[i], work.limit);
  }
  hit_counts_[query] = work.hit_count;
  if (is_for_others_) outcomes_[query] = work.outcome;
}

PostingHit PostingScan::HitOf(uint32_t query, const NearPosting& near, uint32_t limit) const {
  const SegmentView& view = (*views_)[near.view];
  return {view.first_image + view.segment->locals()[near.posting], near.posting, static_cast<uint16_t>(query),
          static_cast<uint16_t>(limit - near.distance)};
}

const std::vector<PostingHit>& PostingScan::ScanCrowd(base::Span<const uint16_t> queries,
                                                      const std::vector<index::WordProbes>& probes,
                                                      size_t least,
                                                      const base::CancellationToken* cancellation,
                                                      std::vector<uint32_t>* counts) {
  crowd_hits_.clear();
  for (size_t i = 0; i < queries.size(); ++i) {
    if (i % kScansPerCheck == 0) base::ThrowIfCancelled(cancellation);
    nearest_.Clear(*views_);
    for (const index::WordProbe& probe : probes[i]) {
      uint16_t number = 0;
      for (const SegmentView& view : *views_) {
        const index::PostingRange range = view.segment->PostingsOf(probe.word);
        if (range.begin < range.end) nearest_.Measure(probe.signature, number, range);
        ++number;
      }
    }
    const size_t count = nearest_.KeepLowest(least);
    if (counts != nullptr) counts->push_back(static_cast<uint32_t>(count));
    for (const NearPosting& near : nearest_)
      crowd_hits_.push_back(HitOf(queries[i], near, kSignatureDistanceLimit));
  }
  return crowd_hits_;
}

const std::vector<PostingHit>& PostingScan::Hits() {
  hits_.clear();
  for (size_t query = 0; query < hit_counts_.size(); ++query) {
    const PostingHit* first = slots_.data() + query * kMaxHitsPerDescriptor;
    hits_.insert(hits_.end(), first, first + hit_counts_[query]);
  }
  counters_.hits = hits_.size();
  return hits_;
}

}  // namespace loupe::retrieval
