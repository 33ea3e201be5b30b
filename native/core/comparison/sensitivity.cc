#include "core/comparison/sensitivity.h"

#include <algorithm>
#include <cmath>

namespace loupe::comparison {
namespace {

/** How much larger the far side of the reference looks than the near one, as a share. */
double PerspectiveOf(const cv::Matx33d& on_fractions) {
  return std::abs(on_fractions(2, 0)) + std::abs(on_fractions(2, 1));
}

}  // namespace

const char* SensitivityName(Sensitivity sensitivity) {
  switch (sensitivity) {
    case Sensitivity::kProof:
      return "proof";
    case Sensitivity::kScan:
      return "scan";
    case Sensitivity::kPhoto:
      break;
  }
  return "photo";
}

Sensitivity SensitivityOf(const CommonFrame& frame, const SensitivityOptions& options) {
  if (frame.share_frame) return Sensitivity::kProof;
  return PerspectiveOf(frame.query_from_reference) < options.scan_perspective ? Sensitivity::kScan
                                                                              : Sensitivity::kPhoto;
}

ComparisonOptions For(Sensitivity sensitivity, const ComparisonOptions& options) {
  ComparisonOptions chosen = options;
  const auto i = size_t(sensitivity);
  const SensitivityOptions& by = options.sensitivity;
  chosen.difference.least_lightness = by.least_difference[i];
  chosen.difference.least_chroma = by.least_chroma[i];
  chosen.difference.shifts.reach_half_px = by.reach_half_px[i];
  chosen.regions.least_weight = by.least_weight[i];
  chosen.regions.least_area = by.least_area[i];
  return chosen;
}

}  // namespace loupe::comparison
