#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "core/base/cancellation.h"
#include "core/registration/options.h"
#include "core/registration/warping.h"

namespace loupe::registration {

/** Two pictures of the same print in one frame. */
struct RegisteredPair {
  /** 8-bit RGB, the reference at the coarser resolution of both. */
  cv::Mat reference;
  /** Of the same size, 8 bits, RGB and a fourth channel without meaning: the query in the frame of the
   * reference. */
  cv::Mat query;
  /** 255 where the query shows the reference. */
  cv::Mat valid;
  /** 255 where blocks around tell how the pictures lie to each other: `valid` without a rim, unless they
   * share their frame. */
  cv::Mat settled;
  /** From pixels of `reference` to pixels of the query at the coarser resolution of both. */
  Warp warp;
  cv::Size query_size;
  /** On fractions of both pictures, last entry 1. */
  cv::Matx33d query_from_reference;

  /** Where a pixel of `reference` lies in the query, as fractions of its size. */
  cv::Point2d FractionInQuery(const cv::Point2d& pixel) const;
};

/**
 * Registers two 8-bit RGB pictures: homography, planar refinement at half and full resolution, smooth
 * residual warp. Light and color stay as they are. Empty when they do not show the same thing.
 * @throws Error kAborted when cancelled.
 */
std::optional<RegisteredPair> Register(const cv::Mat& reference, const cv::Mat& query,
                                       const RegistrationOptions& options,
                                       const base::CancellationToken* cancellation);

}  // namespace loupe::registration
