#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/registration/block_shifts.h"
#include "core/registration/options.h"

namespace loupe::registration {

/**
 * The small change of a homography that explains the shifts best: eight-parameter planar flow, weighted by
 * information, robust against blocks that really changed. Multiply the homography by it from the right.
 */
cv::Matx33d PlanarCorrection(const std::vector<BlockShift>& shifts, const cv::Size& size,
                             const FieldOptions& options);

/** Smooth displacement left after the homography, and how far single blocks stray from it. */
struct SmoothField {
  /** CV_32FC2, one node every `spacing_px`, first node at pixel 0. */
  cv::Mat nodes;
  int spacing_px = 1;
  /** Typical distance between a block's own shift and the field, in pixels. */
  double deviation_px = 0;
};

/** Robust smooth warp through the shifts; paper is rarely perfectly flat. */
SmoothField FitSmoothField(const std::vector<BlockShift>& shifts, const cv::Size& size,
                           const FieldOptions& options);

/** The field's shift at a pixel, interpolated between the nodes. */
cv::Vec2d ShiftAt(const SmoothField& field, const cv::Point2d& pixel);

/** The same field for a picture enlarged `factor` times. */
SmoothField Enlarged(const SmoothField& field, int factor);

}  // namespace loupe::registration
