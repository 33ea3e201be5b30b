#include "core/registration/refinement.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/registration/block_shifts.h"
#include "core/registration/displacement.h"
#include "core/registration/normalized.h"

namespace loupe::registration {
namespace {

/** Pixels of the half-size picture from pixels of the picture; an odd last column or row is left out. */
const cv::Matx33d kHalving(0.5, 0, -0.25, 0, 0.5, -0.25, 0, 0, 1);

cv::Mat Halved(const cv::Mat& image) {
  cv::Mat halved;
  const cv::Rect even(0, 0, image.cols & ~1, image.rows & ~1);
  cv::resize(image(even), halved, even.size() / 2, 0, 0, cv::INTER_AREA);
  return halved;
}

cv::Point2d Project(const cv::Matx33d& h, double x, double y) {
  const cv::Vec3d p = h * cv::Vec3d(x, y, 1);
  return {p[0] / p[2], p[1] / p[2]};
}

/** One round: moves all that a plane explains into the homography and the rest into the field. */
Warp Improve(const Warp& warp, const BlockGrid& blocks, const cv::Size& size, const cv::Mat& query,
             const FieldOptions& options) {
  const Warped warped = WarpGray(query, warp, size);
  std::vector<BlockShift> shifts = blocks.Measure(warped.image, warped.known);
  for (BlockShift& block : shifts) block.shift += ShiftAt(warp.field, block.center);
  const cv::Matx33d correction = PlanarCorrection(shifts, size, options);
  for (BlockShift& block : shifts) {
    const cv::Point2d moved = Project(correction, block.center.x, block.center.y);
    block.shift -= cv::Vec2d(moved.x - block.center.x, moved.y - block.center.y);
  }
  return {Normalized(warp.homography * correction), FitSmoothField(shifts, size, options)};
}

}  // namespace

double ScaleOf(const cv::Matx33d& h, const cv::Size& size) {
  const double x = 0.5 * size.width, y = 0.5 * size.height;
  const cv::Point2d center = Project(h, x, y);
  const cv::Point2d right = Project(h, x + 1, y) - center, down = Project(h, x, y + 1) - center;
  return std::sqrt(std::abs(right.cross(down)));
}

Warp RefineWarp(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference,
                const RegistrationOptions& options) {
  Warp warp{query_from_reference, FitSmoothField({}, reference.size(), options.field)};
  const int least = std::min({reference.cols, reference.rows, query.cols, query.rows});
  if (least < options.least_side_px) return warp;
  const cv::Mat half_reference = Halved(reference), half_query = Halved(query);
  const cv::Size half_size = half_reference.size();
  Warp half{Normalized(kHalving * warp.homography * kHalving.inv()),
            FitSmoothField({}, half_size, options.field)};
  const BlockGrid half_blocks(half_reference, options.blocks);
  for (int round = 0; round < options.half_rounds; ++round)
    half = Improve(half, half_blocks, half_size, half_query, options.field);
  warp.homography = Normalized(kHalving.inv() * half.homography * kHalving);
  warp.field = Enlarged(half.field, 2);
  return Improve(warp, BlockGrid(reference, options.blocks), reference.size(), query, options.field);
}

}  // namespace loupe::registration
