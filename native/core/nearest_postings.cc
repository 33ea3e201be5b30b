#include "nearest_postings.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace loupe {

void NearestPostings::Clear(const std::vector<SegmentView>& views) {
  views_ = &views;
  limit_ = kSignatureDistanceLimit;
  count_ = 0;
  near_count_ = 0;
  std::memset(counts_, 0, sizeof(counts_));
}

void NearestPostings::LowerLimit() {
  while (near_count_ > kMaxHitsPerDescriptor) {
    const uint32_t farthest = counts_[limit_ - 1];
    // Those at the distance of the nearest stay, however many they are.
    if (farthest == near_count_) break;
    near_count_ -= farthest;
    --limit_;
  }
  if (count_ > kMostAdded) KeepNearest();
}

void NearestPostings::KeepNearest() {
  NearPosting* last = std::remove_if(postings_, postings_ + count_, [this](const NearPosting& posting) {
    return posting.distance >= limit_;
  });
  if (last - postings_ > static_cast<ptrdiff_t>(kMaxHitsPerDescriptor)) {
    std::nth_element(postings_, postings_ + kMaxHitsPerDescriptor, last,
                     [this](const NearPosting& a, const NearPosting& b) { return IsBefore(a, b); });
    last = postings_ + kMaxHitsPerDescriptor;
    near_count_ = counts_[limit_ - 1] = kMaxHitsPerDescriptor;
  }
  count_ = static_cast<uint32_t>(last - postings_);
}

bool NearestPostings::IsBefore(const NearPosting& a, const NearPosting& b) const {
  const auto rank = [this](const NearPosting& near) {
    const SegmentView& view = (*views_)[near.view];
    return std::make_tuple(view.index, view.segment->key(view.segment->locals()[near.posting]),
                           view.segment->geometry(near.posting).bits());
  };
  return rank(a) < rank(b);
}

}  // namespace loupe
