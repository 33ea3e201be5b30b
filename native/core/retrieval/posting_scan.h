#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/index/segment.h"
#include "core/index/vocabulary.h"
#include "core/retrieval/nearest_postings.h"

namespace loupe::retrieval {

/** A posting that resembles a query descriptor. */
struct PostingHit {
  /** SegmentView::first_image plus the reference's local number. */
  uint32_t image = 0;
  /** Its place in the segment; of a reference that lies elsewhere, the bits of its geometry. */
  uint32_t posting = 0;
  uint16_t query = 0;
  /** How much nearer than the first posting left out, at least 1. */
  uint16_t weight = 0;
};

/** A posting that resembles a query descriptor, for those who do not hold its reference. */
struct KeyedHit {
  uint32_t key = 0;
  index::PackedGeometry geometry;
  /** Longest side of the reference's working picture in pixels. */
  uint16_t side = 0;
  uint8_t distance = 0;
};

/**
 * What else is found out about a descriptor where others look through more references (see
 * `shards::ShardedReferences`).
 */
struct ScanOutcome {
  /** Weights of hits are their lead over this distance. */
  uint8_t limit = 0;
  /** All postings nearer than this are hits. */
  uint8_t complete = 0;
  /** Postings at that distance; 255 stands for more. */
  uint8_t left_out_count = 0;
  /** As NearestPostings::CountCrowd() returns it. */
  uint32_t crowd_count = 0;
};

/** How much of the index is looked through for each descriptor. */
struct ScanBreadth {
  /** The nearest words, 1..kWordsPerQueryDescriptor. */
  int words_each = index::kWordsPerQueryDescriptor;
  /** The greatest number of bits in which a posting's code differs from the descriptor's, 0..kCodeBits;
   * kCodeBits takes all postings of a word. */
  int code_radius = index::kCodeBits;
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
 *
 * Descriptors pass through a pipeline, because nearly every list lies in memory that no cache holds: list
 * bounds are asked for, read later to ask for the ends of codes, then for the lists, these are scanned later
 * still, and last it is read which references the hits belong to.
 */
class PostingScan {
 public:
  static constexpr size_t kNoCrowd = std::numeric_limits<size_t>::max();

  /**
   * Begins a search: forgets all hits, but keeps the buffers. One object serves one thread at a time.
   * @param views  outlive the search
   * @param crowd_size  the number of hits of one descriptor at one place that make a crowd
   */
  void Begin(size_t descriptor_count, const std::vector<SegmentView>& views, size_t crowd_size = kNoCrowd);

  /**
   * Begins a search on behalf of others, with OutcomeOf() and KeyedHitsOf() instead of Hits().
   * @param most  hits that a descriptor keeps, 1..kMaxHitsPerDescriptor
   * @param least_of_crowd  fewer hits of one descriptor are no part of a crowd
   */
  void BeginForOthers(size_t descriptor_count, const std::vector<SegmentView>& views, size_t most,
                      size_t least_of_crowd);

  /**
   * Finds the postings of some descriptors, each of which is looked up once in a search.
   * @param queries  numbers of the descriptors, below the count given to Begin()
   * @param probes   their words, in the same order
   * @param vocabulary  that of the probes
   */
  void Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
            const ScanBreadth& breadth, const index::Vocabulary& vocabulary,
            const base::CancellationToken* cancellation);

  /** Hits of all descriptors that were looked up, in order of the descriptors. */
  const std::vector<PostingHit>& Hits();

  /** After BeginForOthers(), of a descriptor that was looked up. */
  const ScanOutcome& OutcomeOf(size_t query) const { return outcomes_[query]; }
  /** After BeginForOthers(), hits of one descriptor. */
  base::Span<const KeyedHit> KeyedHitsOf(size_t query) const {
    return {keyed_slots_.data() + query * kMaxHitsPerDescriptor, hit_counts_[query]};
  }

  /** Of the descriptors that were looked up, those that resemble a crowd of references. */
  base::Span<const uint16_t> crowded() const { return crowded_; }

  /**
   * Of descriptors that resemble many references, hits of the first few of these, which are the same for
   * each: a crowd is found by what its members share.
   * @param queries, probes  as for Scan(), in ascending order
   * @param least  hits of a descriptor that are many
   * @param counts  filled with the hits of each descriptor, kept or not; may be null
   * @return in order of the descriptors
   */
  const std::vector<PostingHit>& ScanCrowd(base::Span<const uint16_t> queries,
                                           const std::vector<index::WordProbes>& probes, size_t least,
                                           const base::CancellationToken* cancellation,
                                           std::vector<uint32_t>* counts = nullptr);

  const ScanCounters& counters() const { return counters_; }

 private:
  /** Descriptors that are in the pipeline at once; a power of two. */
  static constexpr size_t kInWork = 16;

  /** A list that a descriptor looks through. */
  struct List {
    const uint32_t* bounds;
    /** Its division; null when it has none. */
    const uint16_t* division;
    uint16_t view;
    uint16_t probe;
  };

  /** A part of a list: all of it, or what has one code. */
  struct Part {
    index::PostingRange range;
    uint16_t view;
    uint16_t probe;
    /** Whether it holds postings of other codes, too. */
    bool is_mixed;
  };

  struct Work {
    /** As many as there can be, of which list_count are in use. */
    std::vector<List> lists;
    size_t list_count;
    std::vector<Part> parts;
    /** The codes of the descriptor in the words of its probes. */
    std::array<uint8_t, index::kWordsPerQueryDescriptor> codes;
    std::array<NearPosting, kMaxHitsPerDescriptor> hits;
    std::array<uint32_t, kMaxHitsPerDescriptor> locals;
    uint32_t hit_count;
    uint32_t limit;
    ScanOutcome outcome;
  };

  void Forget(size_t descriptor_count, const std::vector<SegmentView>& views);
  Work& WorkOf(size_t step) { return work_[step % kInWork]; }
  void AskForBounds(const index::WordProbes& probes, Work* work) const;
  void AskForCodes(Work* work) const;
  void AddCodes(const List& list, const index::Segment& segment, Work* work) const;
  void AskForLists(Work* work);
  void Measure(uint16_t query, const index::WordProbes& probes, Work* work);
  PostingHit HitOf(uint32_t query, const NearPosting& near, uint32_t limit) const;
  void ReadHits(uint32_t query, const Work& work);
  void ReadLocals(Work* work) const;
  void ReadKeyedHits(uint32_t query, const Work& work);

  bool IsNarrow() const { return breadth_.code_radius < index::kCodeBits; }

  const std::vector<SegmentView>* views_ = nullptr;
  ScanBreadth breadth_;
  /** In a narrow scan, by word; and what codes are looked through, as their difference from the descriptor's.
   */
  base::Span<const uint64_t> code_masks_;
  std::vector<uint8_t> code_differences_;
  std::vector<uint32_t> order_;
  std::array<Work, kInWork> work_;
  NearestPostings nearest_;
  /** Hits of each descriptor, kMaxHitsPerDescriptor places for each. */
  std::vector<PostingHit> slots_;
  /** Instead of these, for others. */
  std::vector<KeyedHit> keyed_slots_;
  std::vector<uint32_t> hit_counts_;
  /** Of each descriptor, the most postings that can be hits in all its lists, as far as a scan has told. */
  std::vector<uint32_t> most_near_;
  std::vector<PostingHit> hits_;
  std::vector<PostingHit> crowd_hits_;
  size_t crowd_size_ = kNoCrowd;
  std::vector<uint16_t> crowded_;
  bool is_for_others_ = false;
  size_t most_hits_ = kMaxHitsPerDescriptor;
  std::vector<ScanOutcome> outcomes_;
  ScanCounters counters_;
};

}  // namespace loupe::retrieval
