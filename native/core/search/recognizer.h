#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/matching/keypoint_grid.h"
#include "core/matching/predicted_pairs.h"
#include "core/retrieval/candidates.h"
#include "core/search/alike_pose.h"
#include "core/search/descriptor_retry.h"
#include "core/search/search.h"
#include "core/verification/verify.h"

namespace loupe::search {

/**
 * Decides which of the candidates that retrieval ranks are shown in one query. One object serves one search
 * of one form of the query: as it is, or mirrored.
 */
class Recognizer {
 public:
  /**
   * @param references, query, options  outlive this
   * @param limit    recognized references after which no others of a ranking are verified
   */
  Recognizer(retrieval::ReferenceSource* references, const features::Features& query,
             const verification::VerifyRequest& request, const SearchOptions& options, size_t limit);

  /**
   * Verifies the candidate with the best agreement if enough speaks for it; keeps it only when recognized.
   * @return whether it is recognized
   */
  bool VerifyFirst(const std::vector<retrieval::Candidate>& ranked);

  /** Verifies the best of a ranking. */
  void VerifyBest(const std::vector<retrieval::Candidate>& ranked);

  /** Those of a ranking that VerifyBest() examines if it recognizes none of them. */
  base::Span<const retrieval::Candidate> ExaminedOf(const std::vector<retrieval::Candidate>& ranked) const;

  /** Has the DNAs of candidates brought. */
  void Fetch(base::Span<const retrieval::Candidate> candidates) const {
    references_->Fetch(ImagesOf(candidates));
  }

  /** How a candidate is seen if it is shown at all, without becoming a hit: to look for others by its pose.
   */
  std::optional<AlikePose> PoseOf(const retrieval::Candidate& candidate) const;

  /** Verifies references by the pose of others like them, derived from their agreement. */
  void VerifyAlike(const std::vector<retrieval::Candidate>& ranked);

  /** Of all that was verified refines the best; where still nothing is recognized, retries one more candidate
   * from all descriptors. */
  void RefineAndRetry();

  /** Verifies the best of a ranking by the keypoints that no recognized reference explains. */
  void VerifyUnexplained(std::vector<retrieval::Candidate> ranked);

  /** Per query keypoint 1 where a recognized reference covers it. */
  std::vector<uint8_t> ExplainedKeypoints() const;

  size_t recognized_count() const { return recognized_count_; }
  /** Verifications done. */
  size_t verified_count() const { return verified_count_; }
  /** Candidates that were verified, recognized or not, in the order of their verification. */
  std::vector<SearchHit> TakeHits() { return std::move(verified_); }

 private:
  /** A candidate with the pairs that speak for it. */
  struct Examined {
    const retrieval::Candidate* candidate;
    signature::DnaView dna;
    matching::PredictedPairs predicted;

    double evidence() const;
  };

  /** The most that a recognized reference had of each. */
  struct Strongest {
    double agreement = 0.0, evidence = 0.0;
  };

  /** A verified candidate that is neither recognized nor hopeless. */
  struct OpenHypothesis {
    size_t hit;
    signature::ReferenceView reference;
    verification::Hypothesis hypothesis;
  };

  size_t EndOfStep(const std::vector<retrieval::Candidate>& ranked, size_t begin, size_t step,
                   uint32_t needed) const;
  static std::vector<uint32_t> ImagesOf(base::Span<const retrieval::Candidate> candidates);
  /** Of those that VerifyAboveEvidence() may look at; `next` if none of them is recognized. */
  void FetchPromising(base::Span<const retrieval::Candidate> candidates,
                      base::Span<const retrieval::Candidate> next) const;
  /** Null where the candidate is no reference any more. */
  const index::DnaBlob* DnaOf(const retrieval::Candidate& candidate) const {
    return references_->DnaOf(candidate.voted.image);
  }
  Examined Examine(const retrieval::Candidate& candidate, const VerificationBudget& budget) const;
  size_t VerifyAboveEvidence(base::Span<const retrieval::Candidate> candidates,
                             const VerificationBudget& budget,
                             base::Span<const retrieval::Candidate> next = {});
  bool Verify(const Examined& examined);
  void RefineBest();
  void RetryBest();
  bool IsDominated(const retrieval::Candidate& candidate, double has, double strongest_has) const;
  bool IsVerified(const retrieval::Candidate& candidate) const;
  bool IsRecognizedAt(float x, float y) const;
  bool IsExplained(const SearchHit& hit) const;

  retrieval::ReferenceSource* references_;
  const features::Features& query_;
  const verification::VerifyRequest request_;
  const SearchOptions& options_;
  const size_t limit_;
  const matching::KeypointGrid coarse_grid_;
  const matching::KeypointGrid grid_;
  std::vector<SearchHit> verified_;
  std::vector<OpenHypothesis> open_;
  Strongest strongest_;
  std::vector<RetryCandidate> retry_candidates_;
  std::optional<std::pair<uint32_t, uint32_t>> refined_;
  size_t verified_count_ = 0;
  size_t recognized_count_ = 0;
  bool is_nearly_recognized_ = false;
};

}  // namespace loupe::search
