#pragma once

#include <functional>
#include <vector>

#include "core/matching/matching.h"
#include "core/verification/decide.h"
#include "core/verification/placement.h"

namespace loupe::verification {

/** How many matches chance gives under a placement that is moved away from where it is. */
class ChanceCounts {
 public:
  ChanceCounts(const matching::GuidedMatcher& matcher, const geometry::Warp& warp);

  /** Moves the placement along, across and between the reference's axes; goes on where it stopped. */
  void CountShifted(int shifts);
  /** Asked between counts whether more counting is of no use. */
  using IsEnough = std::function<bool()>;

  /** Moves the placement by the steps in which the reference repeats itself. */
  void CountRepeated(const IsEnough& is_enough);
  /**
   * Lets moved placements bend as the true one did, since bending finds more matches by chance, too. Matches
   * of the true one, which a much bent placement may reach back to, are no chance.
   */
  void CountBent(const Placement& flat, const Placement& bent, const IsEnough& is_enough);

  /**
   * How far a count deviates from chance, and how much of it chance explains. Chance is the mean of the
   * largest three counts, so more shifts can only lower the one and raise the other.
   */
  void Judge(size_t count, MatchEvidence* evidence) const;

 private:
  const matching::GuidedMatcher& matcher_;
  const geometry::Warp& warp_;
  const double query_pixels_;
  std::vector<double> counts_;
  int next_shift_ = 0;
};

/** Fills the cell counts, the covered surface and the share of keypoints found again. */
void MeasureCoverage(const features::Features& query, const signature::ReferenceView& reference,
                     const Placement& placement, CandidateFacts* facts);

/** Fills the agreement of gray values. */
void MeasureAgreement(const features::Features& query, const signature::ReferenceView& reference,
                      const Placement& placement, CandidateFacts* facts);

}  // namespace loupe::verification
