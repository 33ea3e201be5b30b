#include "core/search/recognizer.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/verification/match_boxes.h"

namespace loupe::search {
namespace {

/** A candidate with this many times the agreement of the next is likely to be the one shown. */
constexpr uint32_t kFarAhead = 2;

/** Agreement that is better than chance. */
uint32_t AboveNoise(const std::vector<retrieval::Candidate>& ranked, const BudgetOptions& options) {
  const auto rank = static_cast<size_t>(options.noise_rank);
  const uint32_t noise = ranked.size() > rank ? ranked[rank].agreement.score : 0;
  return static_cast<uint32_t>(options.above_noise * noise);
}

/** Heap DNA was checked when it was added; a mapped one may have been damaged on disk since. */
signature::DnaView OpenDna(const index::DnaBlob& blob) {
  try {
    return signature::ParseDna(blob.bytes, blob.is_mapped);
  } catch (const base::Error& error) {
    throw base::Error(
        base::ErrorCode::kSnapshotCorrupt,
        std::string("A stored DNA is damaged; rebuild the index from the database. ") + error.what());
  }
}

}  // namespace

Recognizer::Recognizer(retrieval::ReferenceSource* references, const features::Features& query,
                       const verification::VerifyRequest& request, const SearchOptions& options, size_t limit)
    : references_(references),
      query_(query),
      request_(request),
      options_(options),
      limit_(limit),
      coarse_grid_(query, options.verification.matching.predicted_pairs.agreement),
      grid_(query, options.verification.matching.guided) {}

double Recognizer::Examined::evidence() const {
  return predicted.evidence * std::sqrt(static_cast<double>(candidate->agreement.score));
}

bool Recognizer::VerifyFirst(const std::vector<retrieval::Candidate>& ranked) {
  if (ranked.empty()) return false;
  // Those that will be looked at beside it if it is recognized, and most likely otherwise.
  std::vector<uint32_t> beside;
  const size_t end = EndOfStep(ranked, 0, static_cast<size_t>(options_.budget.first_examined),
                               AboveNoise(ranked, options_.budget));
  for (size_t i = 1; i < end; ++i) {
    if (ranked[i].agreement.score >= options_.budget.least_share_elsewhere * ranked[0].agreement.score)
      beside.push_back(ranked[i].voted.image);
  }
  references_->Expect(beside);
  Fetch({ranked.data(), 1});
  if (DnaOf(ranked[0]) == nullptr) return false;
  const Examined first = Examine(ranked[0], options_.budget.usual);
  if (first.evidence() < options_.budget.verify_evidence) return false;
  if (Verify(first)) return true;
  verified_.clear();
  open_.clear();
  return false;
}

void Recognizer::RefineAndRetry() {
  RefineBest();
  if (recognized_count_ == 0 && !is_nearly_recognized_) RetryBest();
}

void Recognizer::VerifyBest(const std::vector<retrieval::Candidate>& ranked) {
  uint32_t needed = AboveNoise(ranked, options_.budget);
  size_t next = 0;
  bool may_go_on = true;
  for (auto step = static_cast<size_t>(options_.budget.first_examined); may_go_on && next < ranked.size();
       step = static_cast<size_t>(options_.budget.further_examined)) {
    const size_t end = EndOfStep(ranked, next, step, needed);
    // Where recognized references are many, they reach into the step's second half.
    const size_t last =
        VerifyAboveEvidence({ranked.data() + next, end - next}, options_.budget.usual, ExaminedOf(ranked));
    may_go_on = 2 * last > end - next;
    next = end;
    // With many copies of one picture the candidate taken for noise is a copy itself.
    if (may_go_on) needed = std::min(needed, ranked[next - 1].agreement.score / 2);
    if (recognized_count_ >= limit_) return;
  }
  if (recognized_count_ > 0) return;
  // Nothing stands out: a page among pages like it may lie in the noise.
  const size_t end = ExaminedOf(ranked).size();
  if (next < end) VerifyAboveEvidence({ranked.data() + next, end - next}, options_.budget.in_noise);
}

/** Of at most `step` candidates from `begin` on, those that are examined: that agree as much as needed. */
size_t Recognizer::EndOfStep(const std::vector<retrieval::Candidate>& ranked, size_t begin, size_t step,
                             uint32_t needed) const {
  size_t end = begin;
  while (end < std::min(ranked.size(), begin + step) &&
         (end < static_cast<size_t>(options_.budget.best_always_examined) ||
          ranked[end].agreement.score >= needed)) {
    ++end;
  }
  return end;
}

base::Span<const retrieval::Candidate> Recognizer::ExaminedOf(
    const std::vector<retrieval::Candidate>& ranked) const {
  return {ranked.data(), std::min(ranked.size(), static_cast<size_t>(options_.budget.examined_in_noise))};
}

std::optional<AlikePose> Recognizer::PoseOf(const retrieval::Candidate& candidate) const {
  base::ThrowIfCancelled(request_.cancellation);
  Fetch({&candidate, 1});
  if (DnaOf(candidate) == nullptr) return std::nullopt;
  const Examined examined = Examine(candidate, options_.budget.usual);
  const verification::Verifier verifier(grid_, examined.dna.reference(), request_, options_.verification);
  const verification::LocalMatch match =
      verifier.MatchOf(verifier.FromCorrespondences(examined.predicted.pairs));
  if (!match.has_homography || match.evidence.guided_count < options_.crowd.min_inliers) return std::nullopt;
  return AlikePose(match);
}

void Recognizer::VerifyAlike(const std::vector<retrieval::Candidate>& ranked) {
  Fetch(ranked);
  for (const retrieval::Candidate& candidate : ranked) {
    base::ThrowIfCancelled(request_.cancellation);
    if (!IsVerified(candidate) && DnaOf(candidate) != nullptr)
      Verify(Examine(candidate, options_.budget.usual));
  }
}

void Recognizer::VerifyUnexplained(std::vector<retrieval::Candidate> ranked) {
  // What is left is compared with itself alone.
  strongest_ = {};
  const uint32_t needed = std::max(1u, AboveNoise(ranked, options_.budget));
  ranked.erase(std::remove_if(ranked.begin(), ranked.end(),
                              [&](const retrieval::Candidate& c) {
                                return c.agreement.score < needed || IsVerified(c);
                              }),
               ranked.end());
  VerifyAboveEvidence(
      {ranked.data(), std::min(ranked.size(), static_cast<size_t>(options_.budget.unexplained_examined))},
      options_.budget.usual);
  RefineBest();
}

std::vector<uint32_t> Recognizer::ImagesOf(base::Span<const retrieval::Candidate> candidates) {
  std::vector<uint32_t> images;
  for (const retrieval::Candidate& candidate : candidates) images.push_back(candidate.voted.image);
  return images;
}

void Recognizer::FetchPromising(base::Span<const retrieval::Candidate> candidates,
                                base::Span<const retrieval::Candidate> next) const {
  std::vector<uint32_t> images;
  for (const retrieval::Candidate& candidate : candidates) {
    if (IsVerified(candidate) || IsDominated(candidate, candidate.agreement.score, strongest_.agreement))
      continue;
    images.push_back(candidate.voted.image);
  }
  references_->Expect(recognized_count_ == 0 ? ImagesOf(next) : std::vector<uint32_t>());
  references_->Fetch(images);
}

Recognizer::Examined Recognizer::Examine(const retrieval::Candidate& candidate,
                                         const VerificationBudget& budget) const {
  const matching::MatchingOptions& matching = options_.verification.matching;
  const signature::DnaView dna = OpenDna(*DnaOf(candidate));
  const signature::ReferenceView reference = dna.reference();
  const matching::GuidedMatcher matcher(coarse_grid_, reference, matching);
  return {&candidate, dna,
          matching::FindPredictedPairs(matcher, candidate.agreement, matching.predicted_pairs,
                                       budget.min_sampled_evidence)};
}

/**
 * Verifies those of a few candidates that have enough evidence.
 * @param next  what is examined afterwards if none of these is recognized
 * @return how many candidates there are up to the last recognized one
 */
size_t Recognizer::VerifyAboveEvidence(base::Span<const retrieval::Candidate> candidates,
                                       const VerificationBudget& budget,
                                       base::Span<const retrieval::Candidate> next) {
  std::vector<Examined> examined;
  size_t last = 0, wrong_in_a_row = 0;
  const auto note_recognized = [&](const retrieval::Candidate& candidate) {
    last = std::max(last, static_cast<size_t>(&candidate - candidates.data()) + 1);
  };
  const auto verify = [&](const Examined& chosen) {
    const bool is_recognized = Verify(chosen);
    if (is_recognized) note_recognized(*chosen.candidate);
    wrong_in_a_row = is_recognized ? 0 : wrong_in_a_row + 1;
  };
  // A first one that is recognized leaves few others worth being brought.
  const bool stands_out =
      candidates.size() > 1 && candidates[0].agreement.score >= kFarAhead * candidates[1].agreement.score;
  for (const retrieval::Candidate& candidate : candidates) {
    base::ThrowIfCancelled(request_.cancellation);
    const bool is_first = &candidate == candidates.data();
    if (is_first && stands_out) FetchPromising({&candidate, 1}, {});
    if (&candidate == candidates.data() + (stands_out ? 1 : 0))
      FetchPromising({&candidate, static_cast<size_t>(candidates.end() - &candidate)}, next);
    if (IsVerified(candidate)) {
      if (recognized_count_ > 0) note_recognized(candidate);
      continue;
    }
    if (IsDominated(candidate, candidate.agreement.score, strongest_.agreement)) continue;
    if (DnaOf(candidate) == nullptr) continue;
    examined.push_back(Examine(candidate, budget));
    retry_candidates_.push_back({examined.back().evidence(), candidate.index, candidate.key,
                                 examined.back().dna.reference(), candidate.voted.image});
    if (&candidate != candidates.data() || examined.back().evidence() < options_.budget.obvious_evidence)
      continue;
    verify(examined.back());
    examined.pop_back();
  }
  std::stable_sort(examined.begin(), examined.end(),
                   [](const Examined& a, const Examined& b) { return a.evidence() > b.evidence(); });
  for (size_t i = 0; i < examined.size() && wrong_in_a_row < static_cast<size_t>(budget.max_wrong_in_a_row);
       ++i) {
    const double evidence = examined[i].evidence();
    if (evidence < (i < static_cast<size_t>(budget.best_always_verified)
                        ? options_.budget.verify_best_evidence
                        : options_.budget.verify_evidence))
      break;
    if (!IsDominated(*examined[i].candidate, evidence, strongest_.evidence)) verify(examined[i]);
  }
  return last;
}

/** Whether a recognized reference has so much more of something that this candidate cannot be one, too. */
bool Recognizer::IsDominated(const retrieval::Candidate& candidate, double has, double strongest_has) const {
  if (has >= options_.budget.least_share_there * strongest_has) return false;
  if (has < options_.budget.least_share_elsewhere * strongest_has) return true;
  const retrieval::SpatialAgreement& a = candidate.agreement;
  const float x = a.a * a.center_x - a.b * a.center_y + a.tx;
  const float y = a.b * a.center_x + a.a * a.center_y + a.ty;
  return IsRecognizedAt(x / static_cast<float>(query_.working_size.width),
                        y / static_cast<float>(query_.working_size.height));
}

std::vector<uint8_t> Recognizer::ExplainedKeypoints() const {
  std::vector<uint8_t> explained(query_.keypoints.size(), 0);
  for (size_t i = 0; i < explained.size(); ++i) {
    const features::Keypoint& k = query_.keypoints[i];
    explained[i] = IsRecognizedAt(k.x() / static_cast<float>(query_.working_size.width),
                                  k.y() / static_cast<float>(query_.working_size.height));
  }
  return explained;
}

bool Recognizer::IsVerified(const retrieval::Candidate& candidate) const {
  return std::any_of(verified_.begin(), verified_.end(), [&](const SearchHit& hit) {
    return hit.index == candidate.index && hit.key == candidate.key;
  });
}

/** Whether a recognized reference covers a point, in fractions of the query's sides. */
bool Recognizer::IsRecognizedAt(float x, float y) const {
  return std::any_of(verified_.begin(), verified_.end(), [&](const SearchHit& hit) {
    return hit.match.is_recognized && verification::IsInside(hit.match.query.box, x, y);
  });
}

/** @return whether the reference is recognized */
bool Recognizer::Verify(const Examined& examined) {
  const retrieval::Candidate& candidate = *examined.candidate;
  const verification::Verifier verifier(grid_, examined.dna.reference(), request_, options_.verification);
  verification::Hypothesis hypothesis = verifier.FromCorrespondences(examined.predicted.pairs);
  SearchHit hit{candidate.index, candidate.key, verifier.MatchOf(hypothesis), candidate.voted.image, {}};
  ++verified_count_;
  const bool is_recognized = hit.match.is_recognized;
  if (is_recognized) {
    ++recognized_count_;
    strongest_.agreement = std::max<double>(strongest_.agreement, candidate.agreement.score);
    strongest_.evidence = std::max(strongest_.evidence, examined.evidence());
  }
  if (verifier.IsOpen(hypothesis))
    open_.push_back({verified_.size(), examined.dna.reference(), std::move(hypothesis)});
  verified_.push_back(std::move(hit));
  return is_recognized;
}

/** Whether a recognized reference lies where this hit does, so that nothing is left to explain. */
bool Recognizer::IsExplained(const SearchHit& hit) const {
  verification::FractionPoint center;
  for (const verification::FractionPoint& corner : hit.match.query.box) {
    center.x += 0.25f * corner.x;
    center.y += 0.25f * corner.y;
  }
  return IsRecognizedAt(center.x, center.y);
}

/** Refines the most promising of the hypotheses that verification left open: no other is a match. */
void Recognizer::RefineBest() {
  open_.erase(std::remove_if(open_.begin(), open_.end(),
                             [this](const OpenHypothesis& open) { return IsExplained(verified_[open.hit]); }),
              open_.end());
  const auto score = [this](const OpenHypothesis& open) {
    return verification::EvidenceScore(open.hypothesis.facts.evidence, options_.verification.decision.score);
  };
  const auto best =
      std::max_element(open_.begin(), open_.end(),
                       [&](const OpenHypothesis& a, const OpenHypothesis& b) { return score(a) < score(b); });
  if (best != open_.end()) {
    base::ThrowIfCancelled(request_.cancellation);
    const verification::Verifier verifier(grid_, best->reference, request_, options_.verification);
    verification::LocalMatch* match = &verified_[best->hit].match;
    *match = verifier.MatchOf(verifier.Refine(std::move(best->hypothesis), true));
    recognized_count_ += match->is_recognized ? 1 : 0;
    is_nearly_recognized_ = match->evidence.score >= options_.budget.nearly_recognized_score;
    refined_ = {verified_[best->hit].index, verified_[best->hit].key};
  }
  open_.clear();
}

/** Where nothing is recognized, estimates the pose of one more candidate from all of its descriptors. */
void Recognizer::RetryBest() {
  const auto found =
      RetryFromAllDescriptors(grid_, verified_, refined_, request_, options_, std::move(retry_candidates_));
  if (!found) return;
  const auto is_it = [&](const SearchHit& h) { return h.index == found->index && h.key == found->key; };
  verified_.erase(std::remove_if(verified_.begin(), verified_.end(), is_it), verified_.end());
  verified_.push_back(*found);
  ++recognized_count_;
}

}  // namespace loupe::search
