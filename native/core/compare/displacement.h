#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace loupe::compare {

/** What is left between two pictures after a homography, measured in one block. */
struct BlockShift {
  /** Center of the block in pixels of the reference. */
  cv::Point2d center;
  /** Add to a reference position to reach the matching place of the warped query, in pixels. */
  cv::Vec2d shift;
  /** Inverse covariance of `shift`: weak across directions in which the block has no structure. */
  cv::Matx22d information = cv::Matx22d::zeros();
};

struct BlockOptions {
  int block_px = 32;
  int spacing_px = 20;
  int iterations = 5;
  /** Shifts beyond this are not believed. */
  double farthest_px = 4;
};

/**
 * Measures the shift of each block by inverse-compositional image alignment (Baker and Matthews, 2004) on
 * pictures whose local mean and contrast were evened out. `warped` is the query brought into the frame of the
 * reference; both are 8-bit gray; `valid` is 255 where the query is known.
 */
std::vector<BlockShift> MeasureBlockShifts(const cv::Mat& reference, const cv::Mat& warped,
                                           const cv::Mat& valid, const BlockOptions& options = {});

/**
 * The small change of a homography that explains the shifts best: eight-parameter planar flow, weighted by
 * information, robust against blocks that really changed. Multiply the homography by it from the right.
 */
cv::Matx33d PlanarCorrection(const std::vector<BlockShift>& shifts, const cv::Size& size);

/** Smooth displacement left after the homography, and how far single blocks stray from it. */
struct SmoothField {
  /** CV_32FC2, one node every `spacing_px`, first node at pixel 0. */
  cv::Mat nodes;
  int spacing_px = 1;
  /** Typical distance between a block's own shift and the field, in pixels. */
  double deviation_px = 0;
};

/** Robust smooth warp through the shifts; paper is rarely perfectly flat. */
SmoothField FitSmoothField(const std::vector<BlockShift>& shifts, const cv::Size& size, int spacing_px);

/** The field's shift at a pixel, interpolated between the nodes. */
cv::Vec2d ShiftAt(const SmoothField& field, const cv::Point2d& pixel);

/** The same field for a picture enlarged `factor` times. */
SmoothField Enlarged(const SmoothField& field, int factor);

/** Position in the query for each pixel of the reference (CV_32FC2). */
cv::Mat DensePositions(const cv::Matx33d& query_from_reference, const SmoothField& field,
                       const cv::Size& size);

}  // namespace loupe::compare
