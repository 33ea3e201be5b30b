#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"
#include "core/retrieval/candidate_votes.h"
#include "core/retrieval/options.h"
#include "core/retrieval/placed_votes.h"
#include "core/retrieval/posting_scan.h"
#include "core/retrieval/reference_source.h"
#include "core/retrieval/spatial.h"

namespace loupe::retrieval {

/** A reference that retrieval proposes. */
struct Candidate {
  /** Position of its index in the search call. */
  uint32_t index = 0;
  uint32_t key = 0;
  /** Longest side of the reference's working picture in pixels. */
  int side = 1;
  VotedImage voted;
  /** Its place among those whose hits are known. */
  uint32_t place = 0;
  SpatialAgreement agreement;
};

/** CPU time and work of the stages of retrieval. */
struct RetrievalStages {
  double words_ms = 0.0;
  double scan_ms = 0.0;
  double votes_ms = 0.0;
  double spatial_ms = 0.0;
  ScanCounters scan;
  uint64_t voted_images = 0;

  void Add(const RetrievalStages& other);
};

/**
 * Finds the references that a query may show: words, inverted lists, votes, spatial matching of those with
 * most votes. One object serves one search at a time and keeps its buffers for the next.
 */
class CandidateFinder {
 public:
  /**
   * Begins a search.
   * @param query, vocabulary, references, options, cancellation  outlive the search and the use of its
   * candidates
   */
  void Begin(const features::Features& query, const index::Vocabulary& vocabulary,
             ReferenceSource* references, const RetrievalOptions& options,
             const base::CancellationToken* cancellation);

  /**
   * Looks up some of the query's keypoints, none of them twice in a search.
   * @param breadth  how much of the index is looked through for each
   */
  void LookUp(base::Span<const uint16_t> keypoints, const ScanBreadth& breadth);

  /** Ranks candidates by spatial agreement with what was looked up, then votes, then index and key. */
  std::vector<Candidate> Rank();

  /**
   * Ranks the candidates of the last ranking again without some of the query's keypoints, to find further
   * works in the picture. What was looked up since then makes new candidates.
   * @param is_explained  per query keypoint, 1 to leave it out
   */
  std::vector<Candidate> RankUnexplained(const std::vector<uint8_t>& is_explained);

  /**
   * Ranks candidates by some of what was looked up so far, all of which is considered again: what stands out
   * in one part of the picture may drown in the whole.
   * @param is_left_out  per query keypoint, 1 to leave it out
   */
  std::vector<Candidate> RankWithout(const std::vector<uint8_t>& is_left_out);

  /** Ranks a few members of a crowd by what they share with the query; none where there is no crowd. */
  std::vector<Candidate> RankCrowd();

  /**
   * Whether some of what many references have at one place lies where a pose puts it: otherwise it is not the
   * pose in which the query shows that crowd.
   * @param places  one per query keypoint
   */
  bool IsCrowdAt(const std::vector<ExpectedPlace>& places);

  /**
   * Ranks references by what they have where one pose puts the query's keypoints, whatever was looked up so
   * far (see PlacedVotes). Candidates have no agreement and no hits.
   * @param places  one per query keypoint
   * @param most    the greatest number of candidates
   */
  std::vector<Candidate> RankAtPlaces(const std::vector<ExpectedPlace>& places, size_t most);

  /** Hits of a candidate of the last ranking. */
  base::Span<const RetrievalHit> HitsOf(const Candidate& candidate) const {
    return votes_.HitsOf(candidate.place);
  }

  const RetrievalStages& stages() const { return stages_; }

 private:
  /** References that are a share of all, and more than a descriptor keeps. */
  size_t CrowdSize(double share) const;
  /** Fills all_probes_ for those that it is not filled for: once a search for each. */
  void FindProbesOf(base::Span<const uint16_t> keypoints);
  std::vector<uint16_t> EveryKeypoint() const;
  const std::vector<index::WordProbes>& AllProbes();
  std::vector<index::WordProbes> ProbesAt(base::Span<const uint16_t> keypoints);
  Candidate CandidateOf(const VotedImage& voted) const;
  void SelectMostVoted(const std::vector<PostingHit>& hits);
  /** Matches the selected references spatially by the hits that `get_hits` gives for each. */
  template <typename GetHits>
  std::vector<Candidate> RankBy(GetHits get_hits);
  std::vector<Candidate> RankByAllHits();

  const features::Features* query_ = nullptr;
  const index::Vocabulary* vocabulary_ = nullptr;
  ReferenceSource* references_ = nullptr;
  const RetrievalOptions* options_ = nullptr;
  const base::CancellationToken* cancellation_ = nullptr;
  CandidateVotes votes_;
  std::vector<uint32_t> vote_counts_;
  std::vector<ChosenImage> chosen_;
  QueryGeometry geometry_;
  SpatialMatcher matcher_;
  std::vector<Candidate> selected_;
  std::vector<RetrievalHit> left_;
  std::vector<PostingHit> left_hits_;
  std::vector<uint16_t> new_keypoints_;
  std::vector<features::Descriptor> descriptors_;
  /** Of each keypoint, and whether it is filled. */
  std::vector<index::WordProbes> all_probes_;
  std::vector<uint8_t> has_probes_;
  bool has_new_hits_ = false;
  RetrievalStages stages_;
};

}  // namespace loupe::retrieval
