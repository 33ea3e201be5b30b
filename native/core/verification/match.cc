#include "core/verification/match.h"

namespace loupe::verification {

const char* DecisionName(Decision decision) {
  switch (decision) {
    case Decision::kClone:
      return "Clone";
    case Decision::kMatch:
      return "Match";
    case Decision::kSimilar:
      return "Similar";
    case Decision::kDifferent:
      return "Different";
    case Decision::kRejectedGeometry:
      return "Rejection due to geometric test";
    case Decision::kRejectedBoxShape:
      return "Rejection due to shape of the matching box";
  }
  return "Different";
}

bool IsNearer(const LocalMatch& a, const LocalMatch& b) {
  const bool a_recognized = IsRecognized(a.decision), b_recognized = IsRecognized(b.decision);
  return a_recognized != b_recognized ? a_recognized : a.distance < b.distance;
}

}  // namespace loupe::verification
