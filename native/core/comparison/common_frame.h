#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "core/base/cancellation.h"
#include "core/comparison/options.h"
#include "core/registration/warping.h"

namespace loupe::comparison {

/** Two pictures in one frame and one light, ready to be compared pixel by pixel, and the same much reduced.
 */
struct CommonFrame {
  /** 8-bit RGB, the reference at the finest resolution that both have. */
  cv::Mat reference;
  /** 8-bit RGB of the same size: the query in the frame, light and color of the reference. */
  cv::Mat query;
  /** 255 where the query shows the reference. */
  cv::Mat valid;
  /** At the reduced size, as `valid` is. */
  cv::Mat reduced_reference, reduced_query, reduced_valid;
  /** At the reduced size: 255 where blocks around say how the pictures lie to each other. */
  cv::Mat settled;
  /** From pixels of `reference` to pixels of the query at the same resolution. */
  registration::Warp warp;
  cv::Size query_size;
  /** On fractions of both pictures, last entry 1. */
  cv::Matx33d query_from_reference;
  /** Pictures of one size that lie upon each other as they are. */
  bool share_frame = false;
  /** Shares of the reference, 0..1: what the query shows, and what of it glare hides. */
  double seen_share = 1;
  double glare_share = 0;

  /** Where a pixel of `reference` lies in the query, as fractions of its size. */
  cv::Point2d FractionInQuery(const cv::Point2d& pixel) const;
};

/**
 * Finds the pose and the light of 8-bit RGB pictures at about a megapixel, then refines the pose where they
 * are finer. Empty when they do not show the same thing.
 * @throws Error kAborted when cancelled.
 */
std::optional<CommonFrame> BringTogether(const cv::Mat& reference, const cv::Mat& query,
                                         const ComparisonOptions& options,
                                         const base::CancellationToken* cancellation);

}  // namespace loupe::comparison
