#include "core/retrieval/nearest_postings.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include "core/retrieval/common_place.h"
#include "core/retrieval/signature_scan.h"

namespace loupe::retrieval {
namespace {

constexpr ptrdiff_t kLocalsAhead = 24;

}  // namespace

void NearestPostings::Clear(const std::vector<SegmentView>& views) {
  views_ = &views;
  all_allowed_ = true;
  lists_.clear();
  used_ = 0;
}

void NearestPostings::Measure(uint64_t signature, uint16_t view, index::PostingRange range) {
  const auto measure = ActiveSignatureKernels().measure;
  const uint32_t count = range.end - range.begin;
  const size_t end = used_ + ((count + 7) & ~size_t{7});
  if (distances_.size() < end + kDistancesAtOnce) distances_.resize(2 * end + kDistancesAtOnce);
  const SegmentView& seen = (*views_)[view];
  measure(signature, seen.segment->signatures() + range.begin, count, distances_.data() + used_);
  lists_.push_back({static_cast<uint32_t>(used_), static_cast<uint32_t>(end), range.begin, count, view});
  all_allowed_ = all_allowed_ && seen.allowed == nullptr;
  used_ = end;
}

void NearestPostings::StrikeOutOtherCodes(uint64_t signature, uint64_t mask, int most) {
  const Measured& list = lists_.back();
  const uint64_t* signatures = (*views_)[list.view].segment->signatures() + list.first_posting;
  ActiveSignatureKernels().strike_out(signature, mask, most, signatures, list.count,
                                      distances_.data() + list.at);
}

void NearestPostings::KeepNearest(size_t most) {
  nearest_.clear();
  is_cut_ = false;
  limit_ = kSignatureDistanceLimit;
  hit_count_ = 0;
  if (lists_.empty()) return;
  PadDistances();
  const bool test_all = !all_allowed_ && many_are_forbidden_;
  if (test_all) StrikeOutForbidden(kSignatureDistanceLimit);
  limit_ = FindLimit(most);
  if (!all_allowed_ && !test_all) {
    // With what lies at the limit itself, since the limit is higher when that does not count.
    while (StrikeOutForbidden(std::min(limit_ + 1, kSignatureDistanceLimit)) > 0) limit_ = FindLimit(most);
  }
  Collect(limit_);
  is_cut_ = nearest_.size() > most;
  if (is_cut_) CutToLowest(most);
}

void NearestPostings::PadDistances() {
  std::memset(distances_.data() + used_, kNoDistance, kDistancesAtOnce);
  padded_ = (used_ + kDistancesAtOnce - 1) / kDistancesAtOnce * kDistancesAtOnce;
}

size_t NearestPostings::CountCrowd(size_t least) {
  if (hit_count_ < least || CountBelow(kCrowdDistanceLimit) < least) return 0;
  if (!all_allowed_) StrikeOutForbidden(kCrowdDistanceLimit);
  FindBelow(kCrowdDistanceLimit);
  return positions_.size() < least ? 0 : CountAtCommonPlace();
}

size_t NearestPostings::CountAtCommonPlace() const {
  const size_t step = std::max<size_t>(1, positions_.size() / kCrowdSample);
  CommonPlace place;
  auto list = lists_.begin();
  size_t sampled = 0;
  for (size_t i = 0; i < positions_.size(); i += step, ++sampled) {
    while (positions_[i] >= list->end) ++list;
    const index::Segment& segment = *(*views_)[list->view].segment;
    place.Add(segment.geometry(list->first_posting + (positions_[i] - list->at)));
  }
  return sampled == 0 ? 0 : size_t{place.MostTogether()} * positions_.size() / sampled;
}

size_t NearestPostings::CountLeftOutFirst() const {
  if (lists_.empty()) return 0;
  if (is_cut_) return too_many_;
  return limit_ == kSignatureDistanceLimit ? 0 : too_many_ - nearest_.size();
}

size_t NearestPostings::KeepLowest(size_t least) {
  nearest_.clear();
  if (lists_.empty()) return 0;
  PadDistances();
  if (!all_allowed_) StrikeOutForbidden(kSignatureDistanceLimit);
  FindBelow(kSignatureDistanceLimit);
  if (positions_.size() < least) return positions_.size();
  const uint32_t* position = positions_.data();
  const uint32_t* const end = position + positions_.size();
  for (const Measured& list : lists_) {
    const index::Segment& segment = *(*views_)[list.view].segment;
    // References of a segment are numbered in order of their keys, so that its lowest are soon known.
    std::array<uint32_t, kCrowdHits> lowest;
    std::array<uint32_t, kCrowdHits> lowest_locals;
    size_t count = 0;
    for (; position != end && *position < list.end; ++position) {
      const uint32_t at = *position - list.at;
      if (end - position > kLocalsAhead && position[kLocalsAhead] < list.end)
        segment.AskForLocal(list.first_posting + (position[kLocalsAhead] - list.at));
      const uint32_t local = segment.local(list.first_posting + at);
      if (count == kCrowdHits && local >= lowest_locals[count - 1]) continue;
      size_t place = count < kCrowdHits ? count++ : count - 1;
      for (; place > 0 && lowest_locals[place - 1] > local; --place) {
        lowest[place] = lowest[place - 1];
        lowest_locals[place] = lowest_locals[place - 1];
      }
      lowest[place] = at;
      lowest_locals[place] = local;
    }
    for (size_t i = 0; i < count; ++i)
      nearest_.push_back({list.first_posting + lowest[i], list.view, distances_[list.at + lowest[i]]});
  }
  if (nearest_.size() > kCrowdHits) CutToLowest(kCrowdHits);
  return positions_.size();
}

size_t NearestPostings::CountBelow(uint32_t limit) const {
  const auto count_below = ActiveSignatureKernels().count_below;
  return count_below(distances_.data(), padded_, limit);
}

uint32_t NearestPostings::FindLimit(size_t most) {
  hit_count_ = CountBelow(kSignatureDistanceLimit);
  too_many_ = hit_count_;
  if (hit_count_ <= most) return kSignatureDistanceLimit;
  uint32_t few = 0;
  uint32_t many = kSignatureDistanceLimit;
  size_t count = 0;
  while (many - few > 1) {
    const uint32_t middle = (few + many) / 2;
    const size_t below = CountBelow(middle);
    if (below > most) {
      many = middle;
      too_many_ = below;
    } else {
      few = middle;
      count = below;
    }
  }
  // Those at the distance of the nearest stay, however many they are.
  return count == 0 ? many : few;
}

void NearestPostings::FindBelow(uint32_t limit) {
  const auto find_below = ActiveSignatureKernels().find_below;
  positions_.resize(CountBelow(limit));
  find_below(distances_.data(), padded_, limit, positions_.data());
}

void NearestPostings::Collect(uint32_t limit) {
  FindBelow(limit);
  auto list = lists_.begin();
  for (const uint32_t position : positions_) {
    while (position >= list->end) ++list;
    nearest_.push_back({list->first_posting + (position - list->at), list->view, distances_[position]});
  }
}

size_t NearestPostings::StrikeOutForbidden(uint32_t limit) {
  FindBelow(limit);
  size_t forbidden = 0;
  const uint32_t* position = positions_.data();
  const uint32_t* const end = position + positions_.size();
  for (const Measured& list : lists_) {
    const SegmentView& view = (*views_)[list.view];
    if (view.allowed == nullptr) {
      while (position != end && *position < list.end) ++position;
      continue;
    }
    const uint64_t* allowed = view.allowed->data();
    for (; position != end && *position < list.end; ++position) {
      // Whether one is forbidden cannot be foreseen: no branch.
      const uint32_t local = view.segment->local(list.first_posting + (*position - list.at));
      const uint64_t is_allowed = (allowed[local / 64] >> (local % 64)) & 1U;
      distances_[*position] = static_cast<uint8_t>(distances_[*position] | (is_allowed - 1U));
      forbidden += 1U - is_allowed;
    }
  }
  many_are_forbidden_ = 4 * forbidden > positions_.size();
  return forbidden;
}

void NearestPostings::CutToLowest(size_t count) {
  std::nth_element(nearest_.begin(), nearest_.begin() + static_cast<ptrdiff_t>(count), nearest_.end(),
                   [this](const NearPosting& a, const NearPosting& b) { return IsBefore(a, b); });
  nearest_.resize(count);
}

bool NearestPostings::IsBefore(const NearPosting& a, const NearPosting& b) const {
  const auto rank = [this](const NearPosting& near) {
    const SegmentView& view = (*views_)[near.view];
    return std::make_tuple(view.index, view.segment->key(view.segment->local(near.posting)),
                           view.segment->geometry(near.posting).bits());
  };
  return rank(a) < rank(b);
}

}  // namespace loupe::retrieval
