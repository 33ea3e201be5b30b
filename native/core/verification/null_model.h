#pragma once

#include <functional>
#include <vector>

#include "core/matching/matching.h"
#include "core/verification/match.h"
#include "core/verification/pose.h"

namespace loupe::verification {

/** The null model of a pose: how many matches chance gives when the pose is moved away from where it is. */
class NullModel {
 public:
  /** All outlive the null model. */
  NullModel(const matching::GuidedMatcher& matcher, const geometry::Warp& warp,
            const VerificationOptions& options);

  /** Moves the pose along, across and between the reference's axes; goes on where it stopped. */
  void CountShifted(int shifts);
  /** Asked between counts whether more counting is of no use. */
  using IsEnough = std::function<bool()>;

  /** Moves the pose by the steps in which the reference repeats itself. */
  void CountRepeated(const IsEnough& is_enough);
  /**
   * Lets moved poses bend as the true one did, since bending finds more matches by chance, too. Matches
   * of the true one, which a much bent pose may reach back to, are no chance.
   */
  void CountBent(const Pose& flat, const Pose& bent, const IsEnough& is_enough);

  /**
   * How far a count deviates from chance, and how much of it chance explains. Chance is the mean of the
   * largest three counts, so more shifts can only lower the one and raise the other.
   */
  void Evaluate(size_t count, MatchEvidence* evidence) const;

 private:
  const matching::GuidedMatcher& matcher_;
  const geometry::Warp& warp_;
  const VerificationOptions& options_;
  const double query_pixels_;
  std::vector<double> counts_;
  int next_shift_ = 0;
};

}  // namespace loupe::verification
