#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "core/base/cancellation.h"
#include "core/comparison/leveling.h"
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
  /** As `reduced_query`, in its own light. */
  cv::Mat reduced_unleveled;
  /** As `query`, in its own light and not bent: by `pose` alone, from pixels of `reference` to pixels of the
   * query. Only of files. */
  cv::Mat posed;
  cv::Matx33d pose = cv::Matx33d::eye();
  /** Whether `pose` is upright or turned by quarters. */
  bool is_meant = true;
  /** The query at the resolution of `reference`, and its light. Only of files. */
  cv::Mat unposed;
  LightModel light;
  /** At the reduced size: 255 where blocks around say how the pictures lie to each other. */
  cv::Mat settled;
  /** From pixels of `reference` to pixels of the query at the same resolution. */
  registration::Warp warp;
  cv::Size query_size;
  /** On fractions of both pictures, last entry 1. */
  cv::Matx33d query_from_reference;
  /** `query_from_reference` and the others lead to the query's mirror image. */
  bool is_mirrored = false;
  /** Pictures of one size that lie upon each other as they are. */
  bool share_frame = false;
  /** Shares of the reference, 0..1: what the query shows, and what of it glare hides. */
  double seen_share = 1;
  double glare_share = 0;

  /** Reads the query again by an affine map of pixels alone: files are not bent. */
  void Repose(const cv::Matx23d& query_from_reference, int band_rows,
              const base::CancellationToken* cancellation);

  /** Where a pixel of `reference` lies in the query, as fractions of its size. */
  cv::Point2d FractionInQuery(const cv::Point2d& pixel) const;
};

/** Origin of the second of two pictures, as far as it matters to how they are brought together: files that
 * lie as they are have one size, pose and light. */
enum class Origin { kUnknown, kFile, kFileAsItIs, kMirroredFile, kCamera };

/**
 * Finds the pose and the light of 8-bit RGB pictures at about a megapixel, then refines the pose where they
 * are finer. Empty when they do not show the same thing. Pictures whose origin is not known are files when
 * they share their frame.
 * @throws Error kAborted when cancelled.
 */
std::optional<CommonFrame> BringTogether(const cv::Mat& reference, const cv::Mat& query, Origin origin,
                                         const ComparisonOptions& options,
                                         const base::CancellationToken* cancellation);

}  // namespace loupe::comparison
