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

}  // namespace loupe::verification
