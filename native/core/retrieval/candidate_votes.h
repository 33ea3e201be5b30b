#pragma once

#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/retrieval/posting_scan.h"

namespace loupe::retrieval {

/** A reference with hits, and how much they weigh. */
struct VotedImage {
  uint32_t image = 0;
  uint32_t votes = 0;
};

/** A query descriptor that resembles a keypoint of a reference. */
struct RetrievalHit {
  uint16_t query = 0;
  /** How much nearer than the first posting left out, at least 1. */
  uint16_t weight = 0;
  index::PackedGeometry geometry;
};

/** The hits of one reference: a run of GroupedHits::hits. */
struct HitRun {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/** A reference whose hits are wanted. */
struct ChosenImage {
  uint32_t image = 0;
  /** Where PostingHit::posting counts; null where that holds the bits of the geometry themselves. */
  const index::PackedGeometry* geometries = nullptr;
};

/**
 * Adds up the weights of hits by reference. Of several hits of one query descriptor in one reference, the
 * heaviest counts (ties: the lowest geometry). Only where hits lie in the memory of the segments is costly to
 * learn, so that it is read for chosen references alone.
 */
class CandidateVotes {
 public:
  /**
   * @param hits         in ascending order of query descriptors; used until the next call
   * @param image_count  all images are below
   * @return references with hits, in order of their first one
   */
  const std::vector<VotedImage>& Count(const std::vector<PostingHit>& hits, size_t image_count);

  /** Reads the hits of chosen references, distinct ones of the last Count(). */
  void Group(const std::vector<ChosenImage>& chosen);

  /** Hits of a reference, by its place in the last Group(), in order of query descriptors. */
  base::Span<const RetrievalHit> HitsOf(size_t place) const {
    return {grouped_.data() + runs_[place].begin, runs_[place].end - runs_[place].begin};
  }

 private:
  /** What is known of an image while hits are counted, and which place it has while they are grouped. */
  struct Tally {
    uint32_t votes_or_place;
    uint16_t query;
    uint16_t weight;
  };

  struct ChosenHit {
    const PostingHit* hit;
    uint32_t place;
  };

  const std::vector<PostingHit>* hits_ = nullptr;
  std::vector<Tally> tallies_;
  std::vector<VotedImage> voted_;
  std::vector<ChosenHit> chosen_hits_;
  std::vector<HitRun> runs_;
  std::vector<RetrievalHit> grouped_;
};

}  // namespace loupe::retrieval
