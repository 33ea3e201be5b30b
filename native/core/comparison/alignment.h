#pragma once

#include <opencv2/core.hpp>
#include <optional>

namespace loupe::comparison {

/** Where each point of the reference lies in the query, before local refinement. */
struct Alignment {
  /** Pixels of the query from pixels of the reference, last entry 1. */
  cv::Matx33d query_from_reference = cv::Matx33d::eye();
  /** Share of the blocks with detail on which the aligned pictures correlate, 0..1. */
  double agreement = 0;
  /** False when neither picture holds enough detail to tell how they lie to each other. */
  bool is_detailed = true;
};

struct AlignmentOptions {
  /** Pictures are reduced to this longer side to judge a transform. */
  int judging_side_px = 320;
  /** Pictures at least twice as long are reduced by a whole number to this longer side or a little more
   * before features are taken. */
  int feature_side_px = 480;
  int features = 1000;
  /** A plain stretch this good is taken at once: repetitive pictures give misleading features. */
  double sure_agreement = 0.9;
  /** Below this the magnitude spectra are tried too. */
  double doubtful_agreement = 0.7;
  /** Below this no transform is believed; unrelated pictures stay under 0.2. */
  double least_agreement = 0.4;
};

/**
 * Aligns two 8-bit gray pictures by the best of three hypotheses: a plain stretch, a stretch with a shift
 * found by phase correlation (Kuglin and Hines, 1975), and a homography over ORB features (Rublee et al.,
 * 2011) estimated with MAGSAC++ (Barath et al., 2020). Empty when the pictures do not show the same thing.
 * Deterministic.
 */
std::optional<Alignment> Align(const cv::Mat& reference_gray, const cv::Mat& query_gray,
                               const AlignmentOptions& options = {});

}  // namespace loupe::comparison
