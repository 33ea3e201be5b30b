#include "core/verification/null_model.h"

#include <algorithm>
#include <cmath>

#include "core/verification/repetition.h"

namespace loupe::verification {
namespace {

constexpr int kShiftDirections = 8;
constexpr double kLeastQueryPixels = 0.1;

/** Quarter turns first: along and across the lines is where chance agreement is likeliest. */
cv::Point2d Shift(int number, double length) {
  const int direction = (number % 4) * (kShiftDirections / 4) + (number / 4) % 2;
  const double angle = 2.0 * 3.14159265358979323846 * direction / kShiftDirections;
  return {length * std::cos(angle), length * std::sin(angle)};
}

/** Query pixels that a pixel of the reference's side covers, on the average over the reference. */
double QueryPixelsOf(const geometry::Warp& warp, image::ImageSize reference) {
  const std::vector<cv::Point2d> corners = geometry::ProjectCorners(warp.query_from_reference, reference);
  double twice_area = 0.0;
  for (size_t i = 0; i < 4; ++i) twice_area += corners[i].cross(corners[(i + 1) % 4]);
  const double area = static_cast<double>(reference.width) * reference.height;
  return std::max(kLeastQueryPixels, std::sqrt(std::abs(twice_area) / (2.0 * area)));
}

}  // namespace

NullModel::NullModel(const matching::GuidedMatcher& matcher, const geometry::Warp& warp,
                     const VerificationOptions& options)
    : matcher_(matcher),
      warp_(warp),
      options_(options),
      query_pixels_(QueryPixelsOf(warp, matcher.reference().working_size)) {}

void NullModel::CountShifted(int shifts) {
  const NullModelOptions& o = options_.null_model;
  const double radius_px = options_.pose.inlier_radius_px;
  for (const int end = std::min(next_shift_ + shifts, 2 * kShiftDirections); next_shift_ < end;
       ++next_shift_) {
    const bool is_near = next_shift_ < kShiftDirections;
    const double length = std::max(
        (is_near ? o.smallest_shift : o.largest_shift) * image::LongerSide(matcher_.reference().working_size),
        (is_near ? o.smallest_shift_radii : o.largest_shift_radii) * radius_px / query_pixels_);
    const cv::Point2d shift = Shift(next_shift_, length);
    counts_.push_back(static_cast<double>(matcher_.Match(warp_, radius_px, shift).size()));
  }
}

void NullModel::CountRepeated(const IsEnough& is_enough) {
  if (is_enough()) return;
  const double radius_px = options_.pose.inlier_radius_px;
  for (const cv::Point2d& shift : RepeatedShifts(matcher_.reference(), options_.repetition)) {
    // Shorter steps would settle where the picture is.
    const bool may_settle =
        cv::norm(shift) * query_pixels_ >= options_.null_model.largest_shift_radii * radius_px;
    counts_.push_back(static_cast<double>(may_settle ? CountSettled(matcher_, warp_, shift, options_.pose)
                                                     : matcher_.Match(warp_, radius_px, shift).size()));
    if (is_enough()) return;
  }
}

void NullModel::CountBent(const Pose& flat, const Pose& bent, const IsEnough& is_enough) {
  std::vector<int> own(matcher_.reference().keypoints.size(), -1);
  for (const matching::GuidedMatch& m : bent.guided_inliers)
    own[static_cast<size_t>(m.reference_index)] = m.query_index;
  const auto is_other = [&own](const matching::GuidedMatch& m) {
    return own[static_cast<size_t>(m.reference_index)] != m.query_index;
  };
  for (int i = 0; i < options_.null_model.bent_shifts && !is_enough(); ++i) {
    const cv::Point2d shift =
        Shift(i, options_.null_model.bent_shift * image::LongerSide(matcher_.reference().working_size));
    Pose moved;
    moved.warp.query_from_reference =
        flat.warp.query_from_reference * cv::Matx33d(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1);
    const std::vector<matching::GuidedMatch> guided_inliers =
        BendPose(matcher_, moved, options_).guided_inliers;
    counts_.push_back(
        static_cast<double>(std::count_if(guided_inliers.begin(), guided_inliers.end(), is_other)));
  }
}

void NullModel::Evaluate(size_t count, MatchEvidence* evidence) const {
  const auto largest_counts = static_cast<size_t>(options_.null_model.largest_counts);
  if (counts_.size() < largest_counts) return;
  std::vector<double> largest(counts_);
  const auto end = largest.begin() + static_cast<std::ptrdiff_t>(largest_counts);
  std::partial_sort(largest.begin(), end, largest.end(), std::greater<>());
  double chance = 0.0;
  for (size_t i = 0; i < largest_counts; ++i) chance += largest[i] / static_cast<double>(largest_counts);
  const auto found = static_cast<double>(count);
  evidence->z_score = static_cast<float>((found - chance) / std::sqrt(chance + 1.0));
  evidence->chance_share = static_cast<float>(std::min(1.0, chance / std::max(1.0, found)));
}

}  // namespace loupe::verification
