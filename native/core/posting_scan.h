#pragma once

#include <cstdint>
#include <vector>

#include "cancellation.h"
#include "segment.h"
#include "vocabulary.h"

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

/** A query descriptor that resembles a reference's. */
struct RetrievalHit {
  /** SegmentView::first_image plus the reference's local number. */
  uint32_t image = 0;
  uint16_t query = 0;
  /** How much nearer than the first posting left out, at least 1. */
  uint16_t weight = 0;
  PackedGeometry geometry;
};

/** What a scan did. */
struct ScanCounters {
  uint64_t lists = 0;
  uint64_t postings = 0;
  uint64_t hits = 0;
};

/**
 * For each query descriptor, finds the postings whose signatures are nearest, at most kMaxHitsPerDescriptor
 * of them over all words and segments, and weighs each by its lead over the first one left out (in the manner
 * of local naive Bayes nearest neighbor, McCann and Lowe, CVPR 2012). References that are not allowed do not
 * take part, so that they cannot crowd out others.
 *
 * The answer does not depend on the order of segments or postings: of equal distances at the cut, all are
 * left out; only when even the nearest are too many, the lowest index and key are kept.
 */
class PostingScan {
 public:
  /** Buffers are kept between searches; one object serves one thread at a time. */
  const std::vector<RetrievalHit>& Run(const std::vector<WordProbes>& probes,
                                       const std::vector<SegmentView>& views,
                                       const CancellationToken* cancellation);

  const ScanCounters& counters() const { return counters_; }

 private:
  static constexpr uint32_t kSlots = 2 * kMaxHitsPerDescriptor;

  struct Entry {
    uint32_t posting;
    uint16_t view;
    uint16_t local;
    uint32_t distance;
  };

  /** The nearest postings so far of one descriptor. */
  struct Nearest {
    uint32_t limit;
    uint32_t entry_count;
    /** Entries nearer than limit. */
    uint32_t near_count;
    uint16_t counts[kSignatureDistanceLimit];
  };

  void ScanSegment(const std::vector<WordProbes>& probes, uint16_t view);
  void ScanList(uint64_t signature, PostingRange range, uint16_t view, size_t query);
  void Keep(size_t query, const Entry& entry);
  void DropFar(size_t query);
  void EvictLast(size_t query);
  void Collect(size_t query_count);
  bool IsBefore(const Entry& a, const Entry& b) const;

  const std::vector<SegmentView>* views_ = nullptr;
  std::vector<Nearest> nearest_;
  std::vector<Entry> entries_;
  std::vector<RetrievalHit> hits_;
  ScanCounters counters_;
};

}  // namespace loupe
