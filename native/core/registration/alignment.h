#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "core/registration/options.h"

namespace loupe::registration {

/** Where each point of the reference lies in the query, before local refinement. */
struct Alignment {
  /** Pixels of the query from pixels of the reference, last entry 1. */
  cv::Matx33d query_from_reference = cv::Matx33d::eye();
  /** Share of the blocks with detail on which the aligned pictures correlate, 0..1. */
  double agreement = 0;
  /** False when neither picture holds enough detail to tell how they lie to each other. */
  bool is_detailed = true;
};

/**
 * Aligns two 8-bit gray pictures by the best of three hypotheses: a plain stretch, a stretch with a shift
 * found by phase correlation (Kuglin and Hines, 1975), and a homography over ORB features (Rublee et al.,
 * 2011) estimated with MAGSAC++ (Barath et al., 2020). Empty when the pictures do not show the same thing.
 * Deterministic.
 */
std::optional<Alignment> Align(const cv::Mat& reference_gray, const cv::Mat& query_gray,
                               const AlignmentOptions& options);

}  // namespace loupe::registration
