#pragma once

#include <vector>

#include "core/features/strongest_keypoints.h"
#include "core/index/vocabulary.h"
#include "core/retrieval/candidates.h"
#include "core/search/recognizer.h"
#include "core/search/search.h"

namespace loupe::search {

/** One search of one form of the query: one look at it, as it is or mirrored. */
class SearchRun {
 public:
  /** @param finder, references, query, request, options, statistics  outlive this */
  SearchRun(retrieval::CandidateFinder* finder, retrieval::ReferenceSource* references,
            const features::Features& query, const SearchRequest& request, const SearchOptions& options,
            SearchStatistics* statistics, verification::Look look);

  /** What is recognized, and what else was verified, in order of verification. */
  std::vector<SearchHit> Hits(const index::Vocabulary& vocabulary);

  /** After Hits(): whether the query shows what a crowd of references share, and none of these stands out as
   * the one that is shown, so that what is recognized may be another of them. */
  bool is_crowd_open() const { return is_crowd_open_; }

 private:
  void FirstTry();
  void SecondTry();
  features::KeypointParts SplitKeypoints() const;
  retrieval::ScanBreadth BreadthOf(int words_each) const;
  std::vector<retrieval::Candidate> LookUp(const std::vector<uint16_t>& keypoints);
  void Verify(const std::vector<retrieval::Candidate>& ranked);
  void VerifyParts(const std::vector<std::vector<uint8_t>>& parts);
  void VerifyCrowd();
  void FindFurtherWorks(std::vector<uint16_t> others);
  /** Counts a step as verification. */
  template <typename Step>
  void Timed(Step step);

  retrieval::CandidateFinder* finder_;
  retrieval::ReferenceSource* references_;
  const features::Features& query_;
  const SearchRequest& request_;
  const SearchOptions& options_;
  Recognizer recognizer_;
  const verification::Look look_;
  bool is_crowd_open_ = false;
  SearchStatistics* statistics_;
};

/** Per part of a picture (see SecondTryOptions), for each keypoint whether it lies outside: 1 or 0. */
std::vector<std::vector<uint8_t>> KeypointsOutsideParts(const features::Features& query,
                                                        const SecondTryOptions& options);

}  // namespace loupe::search
