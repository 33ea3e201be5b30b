#pragma once

#include <cstdint>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/matching/matching.h"
#include "core/signature/dna.h"
#include "core/verification/decide.h"
#include "core/verification/match.h"
#include "core/verification/pose.h"

namespace loupe::verification {

/** What a caller asks for; what verification is tuned by stands in VerificationOptions. */
struct VerifyRequest {
  /** Strictness of the decision, 0..1, larger is stricter: a cut on what is measured, which it does not
   * change. */
  float threshold = kShippedThreshold;
  /** Fill LocalMatch::points_in_query and points_in_reference. */
  bool with_points = false;
  /** VerifyMatch refines an open candidate: with all descriptors, and for bent paper. */
  bool refine = true;
  /** What the query is: of other looks than the first more is demanded. */
  Look look = Look::kFirst;
  const base::CancellationToken* cancellation = nullptr;
};

class NullModel;

/** A pose of the reference with the facts measured of it. */
struct Hypothesis {
  Pose pose;
  CandidateFacts facts;
};

/**
 * Decides whether a query shows one reference, and where. Deterministic: same arguments, same answer on every
 * thread.
 *
 * Robust homography (see EstimateHomography), guided matching, comparison with shifted transforms, and
 * correlation of the rectified thumbnail.
 * Never throws for odd features: no answer is kDifferent.
 */
class Verifier {
 public:
  /** @param grid  of the query; it, the options and what the reference points to outlive the verifier */
  Verifier(const matching::KeypointGrid& grid, const signature::ReferenceView& reference,
           const VerifyRequest& request, const VerificationOptions& options);

  /** @param tentative  correspondences from retrieval; when empty, all descriptors are compared */
  Hypothesis FromCorrespondences(base::Span<const matching::Correspondence> tentative) const;
  /** Clusters of pairs of all descriptors that agree on roughly one pose. */
  PoseClusters Clusters() const;
  /** The pose with the most guided inliers that such clusters give. */
  Hypothesis FromClusters(const PoseClusters& found) const;
  /** Estimates the pose of an open hypothesis again, from all descriptors and for bent paper. @return the
   * better one */
  Hypothesis Refine(Hypothesis first, bool has_pairs) const;
  /** Neither recognized nor hopeless: refining may still recognize it. */
  bool IsOpen(const Hypothesis& hypothesis) const;
  /** Whether it is a match by now, by the shipped threshold; what is measured later can only lower that. */
  bool IsMatch(const Hypothesis& hypothesis) const;
  /** How much speaks for it, for choosing what is refined; see EvidenceScore. */
  float ScoreOf(const Hypothesis& hypothesis) const;
  LocalMatch MatchOf(const Hypothesis& hypothesis) const;

 private:
  float LogOddsOf(const Hypothesis& hypothesis) const;
  Hypothesis Measured(Pose pose) const;
  Hypothesis Bent(const Pose& flat) const;
  Hypothesis MeasuredBent(const Pose& flat, Pose bent) const;
  bool Begin(Hypothesis* hypothesis) const;
  bool MeasureChance(const NullModel& chance, Hypothesis* hypothesis) const;

  const features::Features& query_;
  const signature::ReferenceView reference_;
  const VerifyRequest request_;
  const VerificationOptions& options_;
  const matching::GuidedMatcher matcher_;
};

/**
 * Verifies one pair: the first hypothesis and, if the options ask for it and it is open, the refined one.
 *
 * `tentative` are correspondences from retrieval; when empty, mutual nearest neighbors over all descriptors
 * are used (slower, finds the most). The query's pixels (Features::halves) sharpen the decision when present;
 * else its thumbnail serves.
 */
LocalMatch VerifyMatch(const features::Features& query, const signature::ReferenceView& reference,
                       base::Span<const matching::Correspondence> tentative, const VerifyRequest& request,
                       const VerificationOptions& options);

/**
 * Turns a match found with MirrorFeatures(query) into coordinates of the unmirrored query and marks it
 * mirrored.
 */
void UnmirrorQuery(LocalMatch* match);

}  // namespace loupe::verification
