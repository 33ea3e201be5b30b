#include "core/verification/verify.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/homography.h"
#include "core/matching/matching.h"
#include "core/signature/thumbnail.h"
#include "core/verification/match_boxes.h"
#include "core/verification/measure.h"
#include "core/verification/null_model.h"
#include "core/verification/pose.h"

namespace loupe::verification {
Verifier::Verifier(const matching::KeypointGrid& grid, const signature::ReferenceView& reference,
                   const VerifyRequest& request, const VerificationOptions& options)
    : query_(grid.query()),
      reference_(reference),
      request_(request),
      options_(options),
      matcher_(grid, reference_, options.matching) {}

Hypothesis Verifier::FromCorrespondences(base::Span<const matching::Correspondence> tentative) const {
  if (query_.keypoints.empty() || reference_.keypoints.empty()) return {};
  return tentative.empty() ? FromClusters(Clusters())
                           : Measured(PoseFromPairs(matcher_, tentative, options_));
}

PoseClusters Verifier::Clusters() const { return ClusterDescriptorPairs(matcher_, options_); }

Hypothesis Verifier::FromClusters(const PoseClusters& found) const {
  return Measured(PoseFromClusters(matcher_, found, options_, request_.cancellation));
}

Hypothesis Verifier::Refine(Hypothesis first, bool has_pairs) const {
  Hypothesis best = std::move(first);
  if (has_pairs) {
    Pose pose = PoseFromClusters(matcher_, Clusters(), options_, request_.cancellation);
    const bool is_misled = ScoreOf(best) < options_.refinement.promising_score;
    if (is_misled || pose.guided_inliers.size() > best.pose.guided_inliers.size()) {
      Hypothesis second = Measured(std::move(pose));
      if (LogOddsOf(second) > LogOddsOf(best)) best = std::move(second);
      if (!IsOpen(best)) return best;
    }
  }
  if (ScoreOf(best) < options_.refinement.bendable_score) return best;
  base::ThrowIfCancelled(request_.cancellation);
  Hypothesis bent = Bent(best.pose);
  return LogOddsOf(bent) > LogOddsOf(best) ? bent : best;
}

bool Verifier::IsOpen(const Hypothesis& hypothesis) const {
  return !IsMatch(hypothesis) && (ScoreOf(hypothesis) >= options_.refinement.promising_score ||
                                  hypothesis.facts.evidence.inlier_count >= options_.refinement.many_inliers);
}

bool Verifier::IsMatch(const Hypothesis& hypothesis) const {
  return IsRecognized(Decide(hypothesis.facts, kShippedThreshold, options_.decision));
}

float Verifier::LogOddsOf(const Hypothesis& hypothesis) const {
  return LogOdds(hypothesis.facts, options_.decision);
}

float Verifier::ScoreOf(const Hypothesis& hypothesis) const {
  return EvidenceScore(hypothesis.facts.evidence, options_.decision.score);
}

Hypothesis Verifier::Measured(Pose pose) const {
  Hypothesis hypothesis{std::move(pose), {}};
  if (!Begin(&hypothesis)) return hypothesis;
  NullModel chance(matcher_, hypothesis.pose.warp, options_);
  chance.CountShifted(options_.null_model.first_shifts);
  chance.Evaluate(hypothesis.pose.guided_inliers.size(), &hypothesis.facts.evidence);
  if (hypothesis.facts.evidence.z_score < options_.refinement.hopeless_z) return hypothesis;
  MeasureRivals(query_, reference_, hypothesis.pose, options_.coverage, &hypothesis.facts);
  MeasureAgreement(query_, reference_, hypothesis.pose, options_, &hypothesis.facts);
  const bool is_clear = ScoreOf(hypothesis) > options_.refinement.clear_score;
  const auto measure_chance = [&] { return MeasureChance(chance, &hypothesis); };
  if (!is_clear && !measure_chance()) chance.CountShifted(options_.null_model.all_shifts);
  chance.CountRepeated(measure_chance);
  measure_chance();
  return hypothesis;
}

Hypothesis Verifier::Bent(const Pose& flat) const {
  Hypothesis bent = MeasuredBent(flat, BendPose(matcher_, flat, options_));
  const bool is_registrable =
      ScoreOf(bent) >= options_.refinement.registrable_score &&
      bent.facts.evidence.global_correlation >= options_.refinement.registrable_correlation;
  if (!is_registrable || IsMatch(bent)) return bent;
  base::ThrowIfCancelled(request_.cancellation);
  return MeasuredBent(flat, RegisterPose(matcher_, signature::PixelsOf(reference_.thumbnail),
                                         std::move(bent.pose), options_));
}

Hypothesis Verifier::MeasuredBent(const Pose& flat, Pose bent) const {
  Hypothesis hypothesis{std::move(bent), {}};
  hypothesis.facts.motion_model =
      hypothesis.pose.is_registered ? MotionModel::kRegistered : MotionModel::kBent;
  if (!Begin(&hypothesis)) return hypothesis;
  NullModel chance(matcher_, hypothesis.pose.warp, options_);
  chance.CountShifted(options_.null_model.first_shifts);
  MeasureRivals(query_, reference_, hypothesis.pose, options_.coverage, &hypothesis.facts);
  MeasureAgreement(query_, reference_, hypothesis.pose, options_, &hypothesis.facts);
  const auto measure_chance = [&] { return MeasureChance(chance, &hypothesis); };
  if (!measure_chance()) chance.CountShifted(options_.null_model.all_shifts);
  chance.CountRepeated(measure_chance);
  chance.CountBent(flat, hypothesis.pose, measure_chance);
  measure_chance();
  return hypothesis;
}

/** @return whether the hypothesis is rejected by now: more counting can only lower its score */
bool Verifier::MeasureChance(const NullModel& chance, Hypothesis* hypothesis) const {
  chance.Evaluate(hypothesis->pose.guided_inliers.size(), &hypothesis->facts.evidence);
  return !IsMatch(*hypothesis);
}

/** Fills what is known without counting chance. @return whether the rest is worth measuring */
bool Verifier::Begin(Hypothesis* hypothesis) const {
  const Pose& pose = hypothesis->pose;
  CandidateFacts& facts = hypothesis->facts;
  facts.has_homography = pose.found;
  facts.look = request_.look;
  facts.evidence.tentative_count = pose.tentative_count;
  facts.evidence.inlier_count = pose.inlier_count;
  if (!pose.found) return false;
  facts.is_plausible_view = geometry::IsPlausibleView(pose.warp.query_from_reference, reference_.working_size,
                                                      options_.geometry.plausible_view);
  facts.evidence.guided_count = static_cast<int>(pose.guided_inliers.size());
  MeasureCoverage(query_, reference_, pose, options_.coverage, &facts);
  return facts.is_plausible_view &&
         pose.guided_inliers.size() >= static_cast<size_t>(options_.refinement.min_guided_inliers);
}

LocalMatch Verifier::MatchOf(const Hypothesis& hypothesis) const {
  LocalMatch match;
  match.query.original_size = query_.original_size;
  match.query.resized_size = query_.working_size;
  match.reference.original_size = reference_.original_size;
  match.reference.resized_size = reference_.working_size;
  const Pose& pose = hypothesis.pose;
  const CandidateFacts& facts = hypothesis.facts;
  const float z = std::max(0.0f, facts.evidence.z_score);
  match.scores = facts.scores;
  match.scores.match_strength = z / (z + 15.0f);
  match.evidence = facts.evidence;
  match.evidence.score = ScoreOf(hypothesis);
  match.evidence.inlier_cells = facts.inlier_cells;
  match.evidence.found_again_share = facts.found_again_share;
  match.evidence.mean_hamming = facts.mean_hamming;
  match.facts = DecisionFactsOf(facts);
  match.decision = Decide(facts, request_.threshold, options_.decision);
  match.is_recognized = IsMatch(hypothesis);
  match.distance = MatchDistance(facts, options_.decision);
  if (!pose.guided_inliers.empty() && facts.is_plausible_view) {
    FillBoxes(query_, reference_, pose.warp, pose.guided_inliers, &match);
    match.has_homography = true;
    match.query_from_reference = OnFractions(FlatTransform(query_, reference_, pose, options_),
                                             query_.working_size, reference_.working_size);
  }
  if (request_.with_points) FillPoints(query_, reference_, pose.guided_inliers, &match);
  return match;
}

LocalMatch VerifyMatch(const features::Features& query, const signature::ReferenceView& reference,
                       base::Span<const matching::Correspondence> tentative, const VerifyRequest& request,
                       const VerificationOptions& options) {
  base::ThrowIfCancelled(request.cancellation);
  const matching::KeypointGrid grid(query, options.matching.guided);
  const Verifier verifier(grid, reference, request, options);
  Hypothesis hypothesis = verifier.FromCorrespondences(tentative);
  if (request.refine && verifier.IsOpen(hypothesis))
    hypothesis = verifier.Refine(std::move(hypothesis), !tentative.empty());
  return verifier.MatchOf(hypothesis);
}

void UnmirrorQuery(LocalMatch* match) {
  match->is_mirrored = true;
  for (FractionPoint& p : match->query.box) p.x = 1.0f - p.x;
  for (FractionPoint& p : match->points_in_query) p.x = 1.0f - p.x;
  for (size_t i = 0; i < 3; ++i) {
    match->query_from_reference[i] = match->query_from_reference[6 + i] - match->query_from_reference[i];
  }
}

}  // namespace loupe::verification
