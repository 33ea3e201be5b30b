#pragma once

#include <cstdint>
#include <vector>

#include "segment.h"

namespace loupe {

/** Hits kept for one query descriptor. */
constexpr uint32_t kMaxHitsPerDescriptor = 50;
/** Signatures that differ in this many of their 64 bits, or more, are no hits. */
constexpr uint32_t kSignatureDistanceLimit = 18;

/** A segment as one search sees it. */
struct SegmentView {
  const Segment* segment = nullptr;
  /** References that may be found; null for all. */
  const LocalSet* allowed = nullptr;
  /** Number of the segment's first reference in this search. */
  uint32_t first_image = 0;
  /** Position of the segment's index in the search call. */
  uint32_t index = 0;
};

/** A posting near to a query descriptor. */
struct NearPosting {
  uint32_t posting;
  uint16_t view;
  uint16_t distance;
};

/**
 * The postings nearest to one query descriptor, at most kMaxHitsPerDescriptor: all that are nearer than the
 * greatest limit that leaves so few. When already the nearest are too many, those of the lowest index and
 * key.
 */
class NearestPostings {
 public:
  /** @param views  what NearPosting::view counts; outlives the object's use until the next Clear() */
  void Clear(const std::vector<SegmentView>& views);

  /** Postings at this distance or farther are not among the nearest. */
  uint32_t limit() const { return limit_; }

  /** Takes note of a posting nearer than limit(). Call LowerLimit() after at most kMostAdded of them. */
  void Add(const NearPosting& posting) {
    postings_[count_++] = posting;
    ++counts_[posting.distance];
    ++near_count_;
  }
  static constexpr uint32_t kMostAdded = 512;

  /** Lowers the limit as far as the postings that were added allow. */
  void LowerLimit();

  /** Forgets all but the nearest, which are then in postings(), in no particular order. */
  void KeepNearest();

  const NearPosting* begin() const { return postings_; }
  const NearPosting* end() const { return postings_ + count_; }

 private:
  bool IsBefore(const NearPosting& a, const NearPosting& b) const;

  const std::vector<SegmentView>* views_ = nullptr;
  uint32_t limit_ = kSignatureDistanceLimit;
  uint32_t count_ = 0;
  /** Postings nearer than limit_. */
  uint32_t near_count_ = 0;
  /** Postings by distance. */
  uint32_t counts_[kSignatureDistanceLimit] = {};
  NearPosting postings_[2 * kMostAdded];
};

}  // namespace loupe
