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
namespace {

/** With fewer guided inliers nothing can be said, and nothing more is measured. */
constexpr size_t kMinGuidedInliers = 10;
/** More counting of chance would not change what is decided above this score. */
constexpr float kClearScore = 8.0f;
/** Shifts that tell a hopeless candidate. */
constexpr int kFirstShifts = 4;
constexpr int kAllShifts = 16;
constexpr float kHopelessZ = 3.0f;
/** Candidates of a lower score stay what they are; between it and a match they are refined. */
constexpr float kPromisingScore = -9.0f;
/** Of flat poses with a lower score none is a match when it bends. */
constexpr float kBendableScore = -4.0f;
/** Of bent poses with less score or correlation none is a match when it follows the gray values. */
constexpr float kRegistrableScore = -2.0f;
constexpr float kRegistrableCorrelation = 0.35f;

/**
 * So many inliers are no chance, even where nothing else agrees: the pairs of retrieval may all lie in one
 * part of the picture, and a transform fitted to them is wrong elsewhere.
 */
constexpr int kManyInliers = 30;

}  // namespace

Verifier::Verifier(const matching::KeypointGrid& grid, const signature::ReferenceView& reference,
                   const VerifyOptions& options)
    : query_(grid.query()), reference_(reference), options_(options), matcher_(grid, reference_) {}

Hypothesis Verifier::FromCorrespondences(base::Span<const matching::Correspondence> tentative) const {
  if (query_.keypoints.empty() || reference_.keypoints.empty()) return {};
  return tentative.empty() ? FromClusters(Clusters()) : Measured(PoseFromPairs(matcher_, tentative));
}

PoseClusters Verifier::Clusters() const { return ClusterDescriptorPairs(matcher_); }

Hypothesis Verifier::FromClusters(const PoseClusters& found) const {
  return Measured(PoseFromClusters(matcher_, found, options_.cancellation));
}

Hypothesis Verifier::Refine(Hypothesis first, bool has_pairs) const {
  Hypothesis best = std::move(first);
  if (has_pairs) {
    Pose pose = PoseFromClusters(matcher_, Clusters(), options_.cancellation);
    const bool is_misled = best.score() < kPromisingScore;
    if (is_misled || pose.guided_inliers.size() > best.pose.guided_inliers.size()) {
      Hypothesis second = Measured(std::move(pose));
      if (second.score() > best.score()) best = std::move(second);
      if (!IsOpen(best)) return best;
    }
  }
  if (best.score() < kBendableScore) return best;
  base::ThrowIfCancelled(options_.cancellation);
  Hypothesis bent = Bent(best.pose);
  return bent.score() > best.score() ? bent : best;
}

bool Verifier::IsOpen(const Hypothesis& hypothesis) const {
  return !IsRecognized(Decide(hypothesis.facts, options_.threshold)) &&
         (hypothesis.score() >= kPromisingScore || hypothesis.facts.evidence.inlier_count >= kManyInliers);
}

Hypothesis Verifier::Measured(Pose pose) const {
  Hypothesis hypothesis{std::move(pose), {}};
  if (!Begin(&hypothesis)) return hypothesis;
  NullModel chance(matcher_, hypothesis.pose.warp);
  chance.CountShifted(kFirstShifts);
  chance.Evaluate(hypothesis.pose.guided_inliers.size(), &hypothesis.facts.evidence);
  if (hypothesis.facts.evidence.z_score < kHopelessZ) return hypothesis;
  MeasureAgreement(query_, reference_, hypothesis.pose, &hypothesis.facts);
  const bool is_clear = hypothesis.score() > kClearScore;
  const auto measure_chance = [&] { return MeasureChance(chance, &hypothesis); };
  if (!is_clear && !measure_chance()) chance.CountShifted(kAllShifts);
  chance.CountRepeated(measure_chance);
  measure_chance();
  return hypothesis;
}

Hypothesis Verifier::Bent(const Pose& flat) const {
  Hypothesis bent = MeasuredBent(flat, BendPose(matcher_, flat));
  const bool is_registrable =
      bent.score() >= kRegistrableScore && bent.facts.evidence.global_correlation >= kRegistrableCorrelation;
  if (!is_registrable || IsRecognized(Decide(bent.facts, options_.threshold))) return bent;
  base::ThrowIfCancelled(options_.cancellation);
  return MeasuredBent(
      flat, RegisterPose(matcher_, signature::PixelsOf(reference_.thumbnail), std::move(bent.pose)));
}

Hypothesis Verifier::MeasuredBent(const Pose& flat, Pose bent) const {
  Hypothesis hypothesis{std::move(bent), {}};
  hypothesis.facts.motion_model =
      hypothesis.pose.is_registered ? MotionModel::kRegistered : MotionModel::kBent;
  if (!Begin(&hypothesis)) return hypothesis;
  NullModel chance(matcher_, hypothesis.pose.warp);
  chance.CountShifted(kFirstShifts);
  MeasureAgreement(query_, reference_, hypothesis.pose, &hypothesis.facts);
  const auto measure_chance = [&] { return MeasureChance(chance, &hypothesis); };
  if (!measure_chance()) chance.CountShifted(kAllShifts);
  chance.CountRepeated(measure_chance);
  chance.CountBent(flat, hypothesis.pose, measure_chance);
  measure_chance();
  return hypothesis;
}

/** @return whether the hypothesis is rejected by now: more counting can only lower its score */
bool Verifier::MeasureChance(const NullModel& chance, Hypothesis* hypothesis) const {
  chance.Evaluate(hypothesis->pose.guided_inliers.size(), &hypothesis->facts.evidence);
  return !IsRecognized(Decide(hypothesis->facts, options_.threshold));
}

/** Fills what is known without counting chance. @return whether the rest is worth measuring */
bool Verifier::Begin(Hypothesis* hypothesis) const {
  const Pose& pose = hypothesis->pose;
  CandidateFacts& facts = hypothesis->facts;
  facts.has_homography = pose.found;
  facts.evidence.tentative_count = pose.tentative_count;
  facts.evidence.inlier_count = pose.inlier_count;
  if (!pose.found) return false;
  facts.is_plausible_view =
      geometry::IsPlausibleView(pose.warp.query_from_reference, reference_.working_size);
  facts.evidence.guided_count = static_cast<int>(pose.guided_inliers.size());
  MeasureCoverage(query_, reference_, pose, &facts);
  return facts.is_plausible_view && pose.guided_inliers.size() >= kMinGuidedInliers;
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
  match.evidence.score = hypothesis.score();
  match.evidence.inlier_cells = facts.inlier_cells;
  match.evidence.found_again_share = facts.found_again_share;
  match.evidence.mean_hamming = facts.mean_hamming;
  match.decision = Decide(facts, options_.threshold);
  match.distance = MatchDistance(facts, match.decision);
  if (!pose.guided_inliers.empty() && facts.is_plausible_view) {
    FillBoxes(query_, reference_, pose.warp, pose.guided_inliers, &match);
    match.has_homography = true;
    match.query_from_reference =
        OnFractions(FlatTransform(query_, reference_, pose), query_.working_size, reference_.working_size);
  }
  if (options_.with_points) FillPoints(query_, reference_, pose.guided_inliers, &match);
  return match;
}

LocalMatch VerifyMatch(const features::Features& query, const signature::ReferenceView& reference,
                       base::Span<const matching::Correspondence> tentative, const VerifyOptions& options) {
  base::ThrowIfCancelled(options.cancellation);
  const matching::KeypointGrid grid(query);
  const Verifier verifier(grid, reference, options);
  Hypothesis hypothesis = verifier.FromCorrespondences(tentative);
  if (options.refine && verifier.IsOpen(hypothesis))
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
