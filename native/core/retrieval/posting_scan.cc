#include "core/retrieval/posting_scan.h"

#include <algorithm>

#include "core/retrieval/ask_for_signatures.h"
#include "core/retrieval/lists_ahead.h"

namespace loupe::retrieval {
namespace {

/**
 * By how many descriptors asking for ends of codes goes before scanning, between bounds and lists, and
 * reading hits after it.
 */
constexpr size_t kCodesAhead = 4;
constexpr size_t kHitsBehind = 2;
/** For others, reading keys goes behind reading hits. */
constexpr size_t kKeysBehind = 2;
/** Postings whose local numbers lie in one cache line: 16 bits each, 32 where the rest is beside geometry. */
constexpr uint32_t kLocalsPerLine = 16;
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
  Forget(descriptor_count, views);
  crowd_size_ = crowd_size;
  is_for_others_ = false;
  most_hits_ = kMaxHitsPerDescriptor;
  const size_t places = descriptor_count * kMaxHitsPerDescriptor;
  if (slots_.size() < places) slots_.resize(places);
}

void PostingScan::BeginForOthers(size_t descriptor_count, const std::vector<SegmentView>& views, size_t most,
                                 size_t least_of_crowd) {
  Forget(descriptor_count, views);
  crowd_size_ = least_of_crowd;
  is_for_others_ = true;
  most_hits_ = most;
  const size_t places = descriptor_count * kMaxHitsPerDescriptor;
  if (keyed_slots_.size() < places) keyed_slots_.resize(places);
  outcomes_.assign(descriptor_count, {});
}

void PostingScan::Forget(size_t descriptor_count, const std::vector<SegmentView>& views) {
  views_ = &views;
  counters_ = {};
  crowded_.clear();
  hit_counts_.assign(descriptor_count, 0);
  most_near_.assign(descriptor_count, std::numeric_limits<uint32_t>::max());
}

void PostingScan::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                       const ScanBreadth& breadth, const index::Vocabulary& vocabulary,
                       const base::CancellationToken* cancellation) {
  breadth_ = breadth;
  if (IsNarrow()) {
    code_masks_ = vocabulary.code_masks();
    code_differences_ = index::CodesWithin(breadth.code_radius);
  }
  const size_t count = probes.size();
  OrderByWord(probes, &order_);
  for (size_t step = 0; step < count + kBoundsAhead + kHitsBehind + kKeysBehind; ++step) {
    if (step < count) AskForBounds(probes[order_[step]], &WorkOf(step));
    const size_t divided = step + kCodesAhead - kBoundsAhead;
    if (divided < count && IsNarrow()) AskForCodes(&WorkOf(divided));
    const size_t asked = step + kListsAhead - kBoundsAhead;
    if (asked < count) AskForLists(&WorkOf(asked));
    const size_t measured = step - kBoundsAhead;
    if (measured < count) {
      if (measured % kScansPerCheck == 0) base::ThrowIfCancelled(cancellation);
      Measure(queries[order_[measured]], probes[order_[measured]], &WorkOf(measured));
    }
    const size_t read = measured - kHitsBehind;
    if (!is_for_others_) {
      if (read < count) ReadHits(queries[order_[read]], WorkOf(read));
      continue;
    }
    if (read < count) ReadLocals(&WorkOf(read));
    const size_t told = read - kKeysBehind;
    if (told < count) ReadKeyedHits(queries[order_[told]], WorkOf(told));
  }
}

void PostingScan::AskForBounds(const index::WordProbes& probes, Work* work) const {
  const size_t most = views_->size() * probes.size();
  if (work->lists.size() < most) work->lists.resize(most);
  List* list = work->lists.data();
  const auto probed = static_cast<uint16_t>(breadth_.words_each);
  for (uint16_t probe = 0; probe < probed; ++probe) {
    const uint16_t word = probes[probe].word;
    if (IsNarrow()) work->codes[probe] = index::CodeOf(probes[probe].signature, code_masks_[word]);
    uint16_t number = 0;
    for (const SegmentView& view : *views_) {
      const uint32_t* bounds = view.segment->BoundsOf(word);
      if (bounds != nullptr) {
        __builtin_prefetch(bounds);
        const uint16_t* division = IsNarrow() ? view.segment->DivisionOf(bounds) : nullptr;
        if (division != nullptr) __builtin_prefetch(division);
        *list++ = {bounds, division, number, probe};
      }
      ++number;
    }
  }
  work->list_count = static_cast<size_t>(list - work->lists.data());
}

void PostingScan::AskForCodes(Work* work) const {
  for (size_t i = 0; i < work->list_count; ++i) {
    const List& list = work->lists[i];
    if (list.division == nullptr || *list.division == 0) continue;
    const index::CodeEnds ends = (*views_)[list.view].segment->CodeEndsOf(list.bounds, *list.division);
    const size_t own = work->codes[list.probe];
    for (const size_t difference : code_differences_) ends.AskFor(own ^ difference);
  }
}

void PostingScan::AskForLists(Work* work) {
  work->parts.clear();
  for (size_t i = 0; i < work->list_count; ++i) {
    const List& list = work->lists[i];
    const SegmentView& view = (*views_)[list.view];
    if (list.division != nullptr && *list.division != 0)
      AddCodes(list, *view.segment, work);
    else
      work->parts.push_back({{list.bounds[0], list.bounds[1]}, list.view, list.probe, IsNarrow()});
  }
  for (const Part& part : work->parts) {
    const SegmentView& view = (*views_)[part.view];
    AskForSignatures(*view.segment, part.range);
    if (view.allowed != nullptr) {
      const index::PostingRange start = StartOf(part.range);
      for (uint32_t at = start.begin; at < start.end; at += kLocalsPerLine) view.segment->AskForLocal(at);
    }
    counters_.postings += part.range.end - part.range.begin;
  }
  counters_.lists += work->parts.size();
}

void PostingScan::AddCodes(const List& list, const index::Segment& segment, Work* work) const {
  const index::CodeEnds ends = segment.CodeEndsOf(list.bounds, *list.division);
  const size_t own = work->codes[list.probe];
  const uint32_t first = list.bounds[0];
  for (const size_t difference : code_differences_) {
    const size_t code = own ^ difference;
    const uint32_t begin = code > 0 ? ends[code - 1] : 0U, end = ends[code];
    if (begin < end) work->parts.push_back({{first + begin, first + end}, list.view, list.probe, false});
  }
}

void PostingScan::Measure(uint16_t query, const index::WordProbes& probes, Work* work) {
  nearest_.Clear(*views_);
  for (const Part& part : work->parts) {
    const index::WordProbe& probe = probes[part.probe];
    nearest_.Measure(probe.signature, part.view, part.range);
    if (part.is_mixed)
      nearest_.StrikeOutOtherCodes(probe.signature, code_masks_[probe.word], breadth_.code_radius);
  }
  nearest_.KeepNearest(most_hits_);
  if (breadth_.words_each == index::kWordsPerQueryDescriptor && !IsNarrow())
    most_near_[query] = static_cast<uint32_t>(nearest_.most_near());
  work->limit = nearest_.limit();
  work->hit_count = 0;
  for (const NearPosting& hit : nearest_) {
    const index::Segment& segment = *(*views_)[hit.view].segment;
    segment.AskForLocal(hit.posting);
    if (is_for_others_) __builtin_prefetch(segment.geometries() + hit.posting);
    work->hits[work->hit_count++] = hit;
  }
  if (is_for_others_) {
    const uint32_t complete = work->limit - (nearest_.is_cut() ? 1 : 0);
    work->outcome = {static_cast<uint8_t>(work->limit), static_cast<uint8_t>(complete),
                     static_cast<uint8_t>(std::min<size_t>(255, nearest_.CountLeftOutFirst())),
                     static_cast<uint32_t>(nearest_.CountCrowd(crowd_size_))};
    return;
  }
  if (nearest_.IsCrowd(crowd_size_)) crowded_.push_back(query);
}

void PostingScan::ReadHits(uint32_t query, const Work& work) {
  PostingHit* to = slots_.data() + size_t{query} * kMaxHitsPerDescriptor;
  for (uint32_t i = 0; i < work.hit_count; ++i) {
    to[i] = HitOf(query, work.hits[i], work.limit);
  }
  hit_counts_[query] = work.hit_count;
}

void PostingScan::ReadLocals(Work* work) const {
  for (uint32_t i = 0; i < work->hit_count; ++i) {
    const NearPosting& near = work->hits[i];
    const index::Segment& segment = *(*views_)[near.view].segment;
    const uint32_t local = segment.local(near.posting);
    __builtin_prefetch(segment.keys().data() + local);
    __builtin_prefetch(segment.sides() + local);
    work->locals[i] = local;
  }
}

void PostingScan::ReadKeyedHits(uint32_t query, const Work& work) {
  KeyedHit* to = keyed_slots_.data() + size_t{query} * kMaxHitsPerDescriptor;
  for (uint32_t i = 0; i < work.hit_count; ++i) {
    const NearPosting& near = work.hits[i];
    const index::Segment& segment = *(*views_)[near.view].segment;
    const uint32_t local = work.locals[i];
    to[i] = {segment.key(local), segment.geometry(near.posting), segment.sides()[local],
             static_cast<uint8_t>(near.distance)};
  }
  hit_counts_[query] = work.hit_count;
  outcomes_[query] = work.outcome;
}

PostingHit PostingScan::HitOf(uint32_t query, const NearPosting& near, uint32_t limit) const {
  const SegmentView& view = (*views_)[near.view];
  return {view.first_image + view.segment->local(near.posting), near.posting, static_cast<uint16_t>(query),
          static_cast<uint16_t>(limit - near.distance)};
}

const std::vector<PostingHit>& PostingScan::ScanCrowd(base::Span<const uint16_t> queries,
                                                      const std::vector<index::WordProbes>& probes,
                                                      size_t least,
                                                      const base::CancellationToken* cancellation,
                                                      std::vector<uint32_t>* counts) {
  crowd_hits_.clear();
  ListsAhead ahead(probes, *views_);
  for (size_t i = 0; i < queries.size(); ++i) {
    if (i % kScansPerCheck == 0) base::ThrowIfCancelled(cancellation);
    // Most descriptors resemble few references, which the scan before has told.
    if (counts == nullptr && most_near_[queries[i]] < least) continue;
    ahead.GoTo(i);
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
