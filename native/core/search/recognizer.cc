#include "core/search/recognizer.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/verification/match_boxes.h"

namespace loupe::search {
namespace {

/** Candidates examined at first, and in each further step while steps go on finding recognized references. */
constexpr size_t kFirstExamined = 20;
constexpr size_t kFurtherExamined = 10;
/** Candidates examined after the keypoints of recognized references are taken out of the picture. */
constexpr size_t kUnexplainedExamined = 8;
/**
 * Of a step's candidates only those are examined that agree better than chance: that many times the agreement
 * of the candidate in the middle of the first step. Of true candidates 99 % do.
 */
constexpr uint32_t kNoisePlace = 15;
constexpr double kAboveNoise = 1.15;
/** Examined whatever their agreement. */
constexpr size_t kBestAlwaysExamined = 2;
/**
 * Evidence (see PredictedPairs) times the root of spatial agreement that makes a candidate worth verifying.
 * Of true candidates 99 % have the first amount; the second is enough for the best two, so that weak true
 * ones are not lost.
 */
constexpr double kVerifyEvidence = 4600.0;
constexpr double kVerifyBestEvidence = 2000.0;
constexpr size_t kExaminedInNoise = 40;
/**
 * Evidence of the candidate with the best agreement with which it is verified before the others are examined:
 * when it is recognized, most of them need not be.
 */
constexpr double kObviousEvidence = 3.0 * kVerifyEvidence;
/**
 * Beside a recognized reference candidates are left out that have less than these shares of its agreement and
 * evidence: works that show the same content have more, also when they lie elsewhere in the picture.
 */
constexpr double kLeastShareElsewhere = 0.1;
constexpr double kLeastShareThere = 0.2;
/** Where a candidate has this score after its refinement, no other is tried again. */
constexpr float kNearlyRecognized = -5.0f;

/** Agreement that is better than chance. */
uint32_t AboveNoise(const std::vector<retrieval::Candidate>& ranked) {
  const uint32_t noise = ranked.size() > kNoisePlace ? ranked[kNoisePlace].agreement.score : 0;
  return static_cast<uint32_t>(kAboveNoise * noise);
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

/**
 * So many candidates in a row may turn out wrong before a step gives up: true ones have nearly always the
 * most evidence, or the second most.
 */
struct Recognizer::VerificationBudget {
  size_t best_always_verified, max_wrong_in_a_row;
  /** Evidence of a candidate's sample below which the rest of it is not looked for. */
  int min_sampled_evidence;
};
const Recognizer::VerificationBudget Recognizer::kUsualBudget = {2, 3, 200};
/** For candidates that agree no better than chance; examined only when no other is recognized. */
const Recognizer::VerificationBudget Recognizer::kNoiseBudget = {0, 1, 400};

Recognizer::Recognizer(const features::Features& query, const verification::VerifyOptions& options,
                       size_t limit)
    : query_(query), options_(options), limit_(limit), pairs_(query), grid_(query) {}

double Recognizer::Examined::evidence() const {
  return predicted.evidence * std::sqrt(static_cast<double>(candidate->agreement.score));
}

bool Recognizer::VerifyFirst(const std::vector<retrieval::Candidate>& ranked) {
  if (ranked.empty()) return false;
  const Examined first = Examine(ranked[0], kUsualBudget);
  if (first.evidence() < kVerifyEvidence) return false;
  if (Verify(first)) return true;
  verified_.clear();
  open_.clear();
  return false;
}

void Recognizer::VerifyBest(const std::vector<retrieval::Candidate>& ranked) {
  VerifyRanked(ranked);
  RefineBest();
  if (recognized_count_ == 0 && !is_nearly_recognized_) RetryBest();
}

void Recognizer::VerifyRanked(const std::vector<retrieval::Candidate>& ranked) {
  uint32_t needed = AboveNoise(ranked);
  size_t next = 0;
  bool may_go_on = true;
  for (size_t step = kFirstExamined; may_go_on && next < ranked.size(); step = kFurtherExamined) {
    size_t end = next;
    while (end < std::min(ranked.size(), next + step) &&
           (end < kBestAlwaysExamined || ranked[end].agreement.score >= needed)) {
      ++end;
    }
    // Where recognized references are many, they reach into the step's second half.
    const size_t last = VerifyAboveEvidence({ranked.data() + next, end - next}, kUsualBudget);
    may_go_on = 2 * last > end - next;
    next = end;
    // With many copies of one picture the candidate taken for noise is a copy itself.
    if (may_go_on) needed = std::min(needed, ranked[next - 1].agreement.score / 2);
    if (recognized_count_ >= limit_) return;
  }
  if (recognized_count_ > 0) return;
  // Nothing stands out: a page among pages like it may lie in the noise.
  const size_t end = std::min(ranked.size(), kExaminedInNoise);
  if (next < end) VerifyAboveEvidence({ranked.data() + next, end - next}, kNoiseBudget);
}

void Recognizer::VerifyUnexplained(std::vector<retrieval::Candidate> ranked) {
  // What is left is compared with itself alone.
  strongest_ = {};
  const uint32_t needed = std::max(1u, AboveNoise(ranked));
  ranked.erase(std::remove_if(ranked.begin(), ranked.end(),
                              [&](const retrieval::Candidate& c) {
                                return c.agreement.score < needed || IsVerified(c);
                              }),
               ranked.end());
  VerifyAboveEvidence({ranked.data(), std::min(ranked.size(), kUnexplainedExamined)}, kUsualBudget);
  RefineBest();
}

Recognizer::Examined Recognizer::Examine(const retrieval::Candidate& candidate,
                                         const VerificationBudget& budget) {
  const signature::DnaView dna = OpenDna(candidate.segment->dna(candidate.local));
  return {&candidate, dna, pairs_.Find(dna.reference(), candidate.agreement, budget.min_sampled_evidence)};
}

/**
 * Verifies those of a few candidates that have enough evidence.
 * @return how many candidates there are up to the last recognized one
 */
size_t Recognizer::VerifyAboveEvidence(base::Span<const retrieval::Candidate> candidates,
                                       const VerificationBudget& budget) {
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
  for (const retrieval::Candidate& candidate : candidates) {
    base::ThrowIfCancelled(options_.cancellation);
    // Only a recognized one was verified before its ranking is.
    if (IsVerified(candidate)) {
      note_recognized(candidate);
      continue;
    }
    if (IsDominated(candidate, candidate.agreement.score, strongest_.agreement)) continue;
    examined.push_back(Examine(candidate, budget));
    retry_candidates_.push_back(
        {examined.back().evidence(), candidate.index, candidate.key, examined.back().dna.reference()});
    if (&candidate != candidates.data() || examined.back().evidence() < kObviousEvidence) continue;
    verify(examined.back());
    examined.pop_back();
  }
  std::stable_sort(examined.begin(), examined.end(),
                   [](const Examined& a, const Examined& b) { return a.evidence() > b.evidence(); });
  for (size_t i = 0; i < examined.size() && wrong_in_a_row < budget.max_wrong_in_a_row; ++i) {
    const double evidence = examined[i].evidence();
    if (evidence < (i < budget.best_always_verified ? kVerifyBestEvidence : kVerifyEvidence)) break;
    if (!IsDominated(*examined[i].candidate, evidence, strongest_.evidence)) verify(examined[i]);
  }
  return last;
}

/** Whether a recognized reference has so much more of something that this candidate cannot be one, too. */
bool Recognizer::IsDominated(const retrieval::Candidate& candidate, double has, double strongest_has) const {
  if (has >= kLeastShareThere * strongest_has) return false;
  if (has < kLeastShareElsewhere * strongest_has) return true;
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
    return verification::IsRecognized(hit.match.decision) &&
           verification::IsInside(hit.match.query.box, x, y);
  });
}

/** @return whether the reference is recognized */
bool Recognizer::Verify(const Examined& examined) {
  const retrieval::Candidate& candidate = *examined.candidate;
  const verification::Verifier verifier(grid_, examined.dna.reference(), options_);
  verification::Hypothesis hypothesis = verifier.FromCorrespondences(examined.predicted.pairs);
  SearchHit hit{candidate.index, candidate.key, verifier.MatchOf(hypothesis)};
  ++verified_count_;
  const bool is_recognized = verification::IsRecognized(hit.match.decision);
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
  const auto best =
      std::max_element(open_.begin(), open_.end(), [](const OpenHypothesis& a, const OpenHypothesis& b) {
        return a.hypothesis.score() < b.hypothesis.score();
      });
  if (best != open_.end()) {
    base::ThrowIfCancelled(options_.cancellation);
    const verification::Verifier verifier(grid_, best->reference, options_);
    verification::LocalMatch* match = &verified_[best->hit].match;
    *match = verifier.MatchOf(verifier.Refine(std::move(best->hypothesis), true));
    recognized_count_ += verification::IsRecognized(match->decision) ? 1 : 0;
    is_nearly_recognized_ = match->evidence.score >= kNearlyRecognized;
    refined_ = {verified_[best->hit].index, verified_[best->hit].key};
  }
  open_.clear();
}

/** Where nothing is recognized, estimates the pose of one more candidate from all of its descriptors. */
void Recognizer::RetryBest() {
  const auto found =
      RetryFromAllDescriptors(grid_, verified_, refined_, options_, std::move(retry_candidates_));
  if (!found) return;
  const auto is_it = [&](const SearchHit& h) { return h.index == found->index && h.key == found->key; };
  verified_.erase(std::remove_if(verified_.begin(), verified_.end(), is_it), verified_.end());
  verified_.push_back(*found);
  ++recognized_count_;
}

}  // namespace loupe::search
