#include "core/verification/frame_agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

#include "core/verification/rectify.h"

namespace loupe::verification {
namespace {

constexpr int kTurns = 4;

/** Whole pictures on each other, on fractions of their sides. */
cv::Matx33d QuarterTurns(int turns) {
  switch (turns) {
    case 1:
      return {0, -1, 1, 1, 0, 0, 0, 0, 1};
    case 2:
      return {-1, 0, 1, 0, -1, 1, 0, 0, 1};
    case 3:
      return {0, 1, 0, -1, 0, 1, 0, 0, 1};
    default:
      return cv::Matx33d::eye();
  }
}

cv::Point2d Placed(const cv::Matx33d& h, cv::Point2d p) {
  const cv::Vec3d at = h * cv::Vec3d(p.x, p.y, 1);
  return {at[0] / at[2], at[1] / at[2]};
}

/** Whether a pose puts no corner farther than this from where whole pictures on each other have it. */
bool IsNear(const LocalMatch& match, int turns, double farthest) {
  if (!match.has_homography) return false;
  const cv::Matx33d pose(match.query_from_reference.data());
  const std::array<cv::Point2d, 4> corners = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  return std::all_of(corners.begin(), corners.end(), [&](const cv::Point2d& corner) {
    return cv::norm(Placed(pose, corner) - Placed(QuarterTurns(turns), corner)) <= farthest;
  });
}

/** The turn whose corners a pose comes near, or none: keypoints say little of the place in a pattern. */
int TurnOf(const LocalMatch& match, double farthest) {
  for (int turns = 1; turns < kTurns; ++turns)
    if (IsNear(match, turns, farthest)) return turns;
  return 0;
}

bool HaveSameProportions(image::ImageSize query, image::ImageSize reference, int turns, double farthest) {
  if (query.width <= 0 || query.height <= 0 || reference.width <= 0 || reference.height <= 0) return false;
  if (turns % 2 == 1) std::swap(query.width, query.height);
  return std::abs(std::log(double(query.width) * reference.height / query.height / reference.width)) <=
         farthest;
}

/** Working pixels, counted at their centers, from fractions. */
cv::Matx33d PixelsFromFractions(image::ImageSize size) {
  return {double(size.width), 0, -0.5, 0, double(size.height), -0.5, 0, 0, 1};
}

}  // namespace

std::optional<float> FrameCorrelation(const features::Features& query,
                                      const signature::ReferenceView& reference, const LocalMatch& match,
                                      const AppearanceOptions& options) {
  const int turns = TurnOf(match, options.rough_frame);
  if (match.is_mirrored ||
      !HaveSameProportions(query.original_size, reference.original_size, turns, options.same_proportions))
    return std::nullopt;
  if (reference.thumbnail.empty() || (query.halves.empty() && query.thumbnail.empty())) return std::nullopt;
  const double side =
      std::min(image::LongerSide(query.original_size), image::LongerSide(reference.original_size));
  if (side < options.least_telling_side_px) return 1.0f;
  geometry::Warp frame;
  frame.query_from_reference = PixelsFromFractions(query.working_size) * QuarterTurns(turns) *
                               PixelsFromFractions(reference.working_size).inv();
  const float in_frame = CompareThumbnail(query, reference, frame, options).global_correlation;
  // A border moves what the frame holds: there, the place that keypoints tell counts as well.
  const bool is_framed = IsNear(match, turns, options.framed);
  return is_framed ? std::max(in_frame, match.evidence.global_correlation) : in_frame;
}

}  // namespace loupe::verification
