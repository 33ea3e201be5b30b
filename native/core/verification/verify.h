#pragma once

#include <cstdint>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/matching/matching.h"
#include "core/signature/dna.h"
#include "core/verification/decide.h"
#include "core/verification/match.h"
#include "core/verification/placement.h"

namespace loupe::verification {

struct VerifyOptions {
  /** Strictness of the decision, 0..1; 0.5 is the shipped threshold, larger is stricter. */
  float threshold = 0.5f;
  /** Fill LocalMatch::points_in_query and points_in_reference. */
  bool with_points = false;
  /** VerifyMatch looks again, with all descriptors and for bent paper, at an open candidate. */
  bool look_closer = true;
  const base::CancellationToken* cancellation = nullptr;
};

class ChanceCounts;

/** A placement of the reference with what was measured of it. */
struct Look {
  Placement placement;
  CandidateFacts facts;

  float score() const { return EvidenceScore(facts.evidence); }
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
  /** @param grid  of the query; it and what the reference points to outlive the verifier */
  Verifier(const matching::KeypointGrid& grid, const signature::ReferenceView& reference,
           const VerifyOptions& options);

  /** @param tentative  correspondences from retrieval; when empty, all descriptors are compared */
  Look FirstLook(base::Span<const matching::Correspondence> tentative) const;
  /** Groups of all descriptors that could place the reference. */
  DescriptorGroups Groups() const;
  /** Places the reference by such groups. */
  Look LookBy(const DescriptorGroups& found) const;
  /** Places an open candidate again, from all descriptors and for bent paper. @return the better look */
  Look CloserLook(Look first, bool has_pairs) const;
  /** Neither recognized nor hopeless: a closer look may still recognize it. */
  bool IsOpen(const Look& look) const;
  LocalMatch MatchOf(const Look& look) const;

 private:
  Look Measured(Placement placement) const;
  Look Bent(const Placement& flat) const;
  Look MeasuredBent(const Placement& flat, Placement bent) const;
  bool Begin(Look* look) const;
  bool MeasureChance(const ChanceCounts& chance, Look* look) const;

  const features::Features& query_;
  const signature::ReferenceView reference_;
  const VerifyOptions options_;
  const matching::GuidedMatcher matcher_;
};

/**
 * Verifies one pair: the first look and, if the options ask for it and it is open, the closer one.
 *
 * `tentative` are correspondences from retrieval; when empty, mutual nearest neighbors over all descriptors
 * are used (slower, finds the most). The query's pixels (Features::halves) sharpen the decision when present;
 * else its thumbnail serves.
 */
LocalMatch VerifyMatch(const features::Features& query, const signature::ReferenceView& reference,
                       base::Span<const matching::Correspondence> tentative, const VerifyOptions& options);

/**
 * Turns a match found with MirrorFeatures(query) into coordinates of the unmirrored query and marks it
 * mirrored.
 */
void UnmirrorQuery(LocalMatch* match);

}  // namespace loupe::verification
