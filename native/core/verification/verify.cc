#include "core/verification/verify.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/homography.h"
#include "core/matching/matching.h"
#include "core/signature/thumbnail.h"
#include "core/verification/match_boxes.h"
#include "core/verification/measure.h"
#include "core/verification/placement.h"

namespace loupe::verification {
namespace {

/** With fewer confirmed matches nothing can be said, and nothing more is measured. */
constexpr size_t kMinConfirmed = 10;
/** More counting of chance would not change what is decided above this score. */
constexpr float kClearScore = 8.0f;
/** Shifts that tell a hopeless candidate. */
constexpr int kFirstShifts = 4;
constexpr int kAllShifts = 16;
constexpr float kHopelessZ = 3.0f;
/** Candidates of a lower score stay what they are; between it and a match they are looked at more closely. */
constexpr float kPromisingScore = -9.0f;
/** Of flat placements with a lower score none is a match when it bends. */
constexpr float kBendableScore = -4.0f;
/** Of bent placements with less score or correlation none is a match when it follows the gray values. */
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

Look Verifier::FirstLook(base::Span<const matching::Correspondence> tentative) const {
  if (query_.keypoints.empty() || reference_.keypoints.empty()) return {};
  return tentative.empty() ? LookBy(Groups()) : Measured(PlaceByPairs(matcher_, tentative));
}

DescriptorGroups Verifier::Groups() const { return GroupDescriptors(matcher_); }

Look Verifier::LookBy(const DescriptorGroups& found) const {
  return Measured(PlaceByGroups(matcher_, found, options_.cancellation));
}

Look Verifier::CloserLook(Look first, bool has_pairs) const {
  Look best = std::move(first);
  if (has_pairs) {
    Placement placement = PlaceByGroups(matcher_, Groups(), options_.cancellation);
    const bool is_misled = best.score() < kPromisingScore;
    if (is_misled || placement.confirmed.size() > best.placement.confirmed.size()) {
      Look second = Measured(std::move(placement));
      if (second.score() > best.score()) best = std::move(second);
      if (!IsOpen(best)) return best;
    }
  }
  if (best.score() < kBendableScore) return best;
  base::ThrowIfCancelled(options_.cancellation);
  Look bent = Bent(best.placement);
  return bent.score() > best.score() ? bent : best;
}

bool Verifier::IsOpen(const Look& look) const {
  return !IsRecognized(Decide(look.facts, options_.threshold)) &&
         (look.score() >= kPromisingScore || look.facts.evidence.inlier_count >= kManyInliers);
}

Look Verifier::Measured(Placement placement) const {
  Look look{std::move(placement), {}};
  if (!Begin(&look)) return look;
  ChanceCounts chance(matcher_, look.placement.warp);
  chance.CountShifted(kFirstShifts);
  chance.Judge(look.placement.confirmed.size(), &look.facts.evidence);
  if (look.facts.evidence.shifted_null_z < kHopelessZ) return look;
  MeasureAgreement(query_, reference_, look.placement, &look.facts);
  const bool is_clear = look.score() > kClearScore;
  const auto measure_chance = [&] { return MeasureChance(chance, &look); };
  if (!is_clear && !measure_chance()) chance.CountShifted(kAllShifts);
  chance.CountRepeated(measure_chance);
  measure_chance();
  return look;
}

Look Verifier::Bent(const Placement& flat) const {
  Look bent = MeasuredBent(flat, BendPlacement(matcher_, flat));
  const bool is_registrable =
      bent.score() >= kRegistrableScore && bent.facts.evidence.global_correlation >= kRegistrableCorrelation;
  if (!is_registrable || IsRecognized(Decide(bent.facts, options_.threshold))) return bent;
  base::ThrowIfCancelled(options_.cancellation);
  return MeasuredBent(flat, RegisterPlacement(matcher_, signature::PixelsOf(reference_.thumbnail),
                                              std::move(bent.placement)));
}

Look Verifier::MeasuredBent(const Placement& flat, Placement bent) const {
  Look look{std::move(bent), {}};
  look.facts.freedom = look.placement.is_registered ? Freedom::kRegistered : Freedom::kBent;
  if (!Begin(&look)) return look;
  ChanceCounts chance(matcher_, look.placement.warp);
  chance.CountShifted(kFirstShifts);
  MeasureAgreement(query_, reference_, look.placement, &look.facts);
  const auto measure_chance = [&] { return MeasureChance(chance, &look); };
  if (!measure_chance()) chance.CountShifted(kAllShifts);
  chance.CountRepeated(measure_chance);
  chance.CountBent(flat, look.placement, measure_chance);
  measure_chance();
  return look;
}

/** @return whether the look is rejected by now: more counting can only lower its score */
bool Verifier::MeasureChance(const ChanceCounts& chance, Look* look) const {
  chance.Judge(look->placement.confirmed.size(), &look->facts.evidence);
  return !IsRecognized(Decide(look->facts, options_.threshold));
}

/** Fills what is known without counting chance. @return whether the rest is worth measuring */
bool Verifier::Begin(Look* look) const {
  const Placement& placement = look->placement;
  CandidateFacts& facts = look->facts;
  facts.has_homography = placement.found;
  facts.evidence.tentative_count = placement.tentative_count;
  facts.evidence.inlier_count = placement.inlier_count;
  if (!placement.found) return false;
  facts.is_plausible_view =
      geometry::IsPlausibleView(placement.warp.query_from_reference, reference_.working_size);
  facts.evidence.guided_count = static_cast<int>(placement.confirmed.size());
  MeasureCoverage(query_, reference_, placement, &facts);
  return facts.is_plausible_view && placement.confirmed.size() >= kMinConfirmed;
}

LocalMatch Verifier::MatchOf(const Look& look) const {
  LocalMatch match;
  match.query.original_size = query_.original_size;
  match.query.resized_size = query_.working_size;
  match.reference.original_size = reference_.original_size;
  match.reference.resized_size = reference_.working_size;
  const Placement& placement = look.placement;
  const CandidateFacts& facts = look.facts;
  const float z = std::max(0.0f, facts.evidence.shifted_null_z);
  match.scores = facts.scores;
  match.scores.match_strength = z / (z + 15.0f);
  match.evidence = facts.evidence;
  match.evidence.score = look.score();
  match.evidence.confirmed_spots = facts.confirmed_spots;
  match.evidence.found_again_share = facts.found_again_share;
  match.evidence.mean_hamming = facts.mean_hamming;
  match.decision = Decide(facts, options_.threshold);
  match.distance = MatchDistance(facts, match.decision);
  if (!placement.confirmed.empty() && facts.is_plausible_view) {
    FillBoxes(query_, reference_, placement.warp, placement.confirmed, &match);
    match.has_homography = true;
    match.query_from_reference = OnFractions(FlatTransform(query_, reference_, placement),
                                             query_.working_size, reference_.working_size);
  }
  if (options_.with_points) FillPoints(query_, reference_, placement.confirmed, &match);
  return match;
}

LocalMatch VerifyMatch(const features::Features& query, const signature::ReferenceView& reference,
                       base::Span<const matching::Correspondence> tentative, const VerifyOptions& options) {
  base::ThrowIfCancelled(options.cancellation);
  const matching::KeypointGrid grid(query);
  const Verifier verifier(grid, reference, options);
  Look look = verifier.FirstLook(tentative);
  if (options.look_closer && verifier.IsOpen(look))
    look = verifier.CloserLook(std::move(look), !tentative.empty());
  return verifier.MatchOf(look);
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
