#pragma once

#include <cstdint>
#include <vector>

#include "core/index/segment.h"

namespace loupe::retrieval {

/** Hits kept for one query descriptor. */
constexpr uint32_t kMaxHitsPerDescriptor = 50;
/** Signatures that differ in this many of their 64 bits, or more, are no hits. */
constexpr uint32_t kSignatureDistanceLimit = 18;
/** What thousands of references have in common resembles the query more than what is only similar. */
constexpr uint32_t kCrowdDistanceLimit = 12;
/** Of more postings, a sample of this size, or of twice the size, decides whether they lie at one place. */
constexpr size_t kCrowdSample = 1024;
/** Hits of a crowd that are kept, those of the lowest index and key: the same references for each descriptor.
 */
constexpr size_t kCrowdHits = 16;

/** A segment as one search sees it. */
struct SegmentView {
  const index::Segment* segment = nullptr;
  /** References that may be found; null for all. */
  const index::LocalSet* allowed = nullptr;
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
 * The postings nearest to one query descriptor, at most kMaxHitsPerDescriptor or fewer: all that are nearer
 * than the greatest limit that leaves so few. When already the nearest are too many, those of the lowest
 * index and key. Postings of references that are not allowed do not count.
 *
 * The distances of all postings are written down first, one byte each, without a look at them: the limit is
 * then found by counting, which takes a fraction of the time in which the signatures arrive from memory.
 */
class NearestPostings {
 public:
  /** @param views  what lists are numbered by; outlives the object's use until the next Clear() */
  void Clear(const std::vector<SegmentView>& views);

  /** Takes note of the postings of one list of a view. */
  void Measure(uint64_t signature, uint16_t view, index::PostingRange range);

  /** Of the list that was measured last, makes postings count no more whose signatures differ in more than
   * `most` of the bits in `mask`. */
  void StrikeOutOtherCodes(uint64_t signature, uint64_t mask, int most);

  /** Finds limit() and the nearest, at most `most`, 1..kMaxHitsPerDescriptor. */
  void KeepNearest(size_t most = kMaxHitsPerDescriptor);

  /** After KeepNearest(): whether at least `size` postings are nearer than kCrowdDistanceLimit, all at one
   * place of their references. */
  bool IsCrowd(size_t size) { return CountCrowd(size) >= size; }

  /** Their number (an estimate when they are very many) if at least `least` are that near, wherever they lie;
   * otherwise 0. */
  size_t CountCrowd(size_t least);

  /** After KeepNearest(): whether those at the least distance were too many, so that not all of them are
   * kept. */
  bool is_cut() const { return is_cut_; }

  /** After KeepNearest(): how many postings lie at the distance of the nearest ones left out. */
  size_t CountLeftOutFirst() const;

  /** Instead of the nearest: of all hits kCrowdHits of the lowest index and key; none when there are fewer
   * than `least`.
   * @return all there are
   */
  size_t KeepLowest(size_t least);

  /** After KeepNearest(): the most postings that can be hits, some of which may be forbidden. */
  size_t most_near() const { return hit_count_; }

  /** Postings at this distance or farther are not among the nearest. */
  uint32_t limit() const { return limit_; }
  /** The nearest, in no particular order. */
  const NearPosting* begin() const { return nearest_.data(); }
  const NearPosting* end() const { return nearest_.data() + nearest_.size(); }

 private:
  /** A list whose distances are written down from `at` on. */
  struct Measured {
    uint32_t at;
    uint32_t end;
    uint32_t first_posting;
    uint32_t count;
    uint16_t view;
  };

  size_t CountBelow(uint32_t limit) const;
  /** The greatest limit that leaves so few, or that of the nearest alone. */
  uint32_t FindLimit(size_t most);
  /** Fills positions_ with those of distances below a limit, and Collect() nearest_ with their postings. */
  void FindBelow(uint32_t limit);
  /** Of the postings at positions_ those at the place that has most, from a sample. */
  size_t CountAtCommonPlace() const;
  void Collect(uint32_t limit);
  /** Makes postings below a limit that are not allowed count no more. @return how many */
  size_t StrikeOutForbidden(uint32_t limit);
  void CutToLowest(size_t count);
  void PadDistances();
  bool IsBefore(const NearPosting& a, const NearPosting& b) const;

  const std::vector<SegmentView>* views_ = nullptr;
  uint32_t limit_ = kSignatureDistanceLimit;
  bool is_cut_ = false;
  bool all_allowed_ = true;
  /**
   * Whether many were forbidden of those that were tested last: with a narrow filter all postings within
   * reach are tested at once, otherwise, where a few references are removed, only those that would be kept.
   */
  bool many_are_forbidden_ = false;
  std::vector<Measured> lists_;
  /** Distances by list; the rest up to a multiple of kDistancesAtOnce is no distance. */
  std::vector<uint8_t> distances_;
  size_t used_ = 0;
  size_t padded_ = 0;
  /** Distances that are hits, before the limit. */
  size_t hit_count_ = 0;
  /** Those that the least limit leaves at which they are too many. */
  size_t too_many_ = 0;
  std::vector<uint32_t> positions_;
  std::vector<NearPosting> nearest_;
};

}  // namespace loupe::retrieval
