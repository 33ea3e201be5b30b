#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "core/base/cancellation.h"
#include "core/comparison/options.h"
#include "core/comparison/warping.h"

namespace loupe::comparison {

/** Two pictures brought to one frame and one light, ready to be compared pixel by pixel. */
struct RegisteredPair {
  /** 8-bit RGB, the reference at the resolution of the comparison. */
  cv::Mat reference;
  /** 8-bit RGB of the same size: the query in the frame, light and color of the reference. */
  cv::Mat query;
  /** 255 where the query shows the reference. */
  cv::Mat valid;
  /** 255 where blocks around tell how the pictures lie to each other: `valid` without a rim, unless they
   * share their frame. */
  cv::Mat settled;
  /** From pixels of `reference` to pixels of the query at the resolution of the comparison. */
  Warp warp;
  cv::Size query_size;
  /** On fractions of both pictures, last entry 1. */
  cv::Matx33d query_from_reference;

  /** Where a pixel of `reference` lies in the query, as fractions of its size. */
  cv::Point2d FractionInQuery(const cv::Point2d& pixel) const;
};

/**
 * Registers two 8-bit RGB pictures: homography, planar refinement at half and full resolution, smooth
 * residual warp, leveling of light and color. Empty when they do not show the same thing.
 * @throws Error kAborted when cancelled.
 */
std::optional<RegisteredPair> Register(const cv::Mat& reference, const cv::Mat& query,
                                       const RegistrationOptions& options, const LevelingOptions& leveling,
                                       const base::CancellationToken* cancellation);

}  // namespace loupe::comparison
