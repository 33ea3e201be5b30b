#include "registration.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "alignment.h"
#include "displacement.h"
#include "leveling.h"

namespace loupe::compare {
namespace {

constexpr int kFieldSpacingPx = 20;
constexpr int kLeastSideForRefinement = 64;
constexpr int kUncertainBorderPx = 7;

cv::Mat ToGray(const cv::Mat& rgb) {
  cv::Mat gray;
  cv::cvtColor(rgb, gray, cv::COLOR_RGB2GRAY);
  return gray;
}

cv::Mat Scaled(const cv::Mat& image, double factor) {
  const cv::Size size(std::max(1, cvRound(image.cols * factor)), std::max(1, cvRound(image.rows * factor)));
  cv::Mat scaled;
  cv::resize(image, scaled, size, 0, 0, cv::INTER_AREA);
  return scaled;
}

/** Pixels of a resized picture from pixels of the original; centers lie at half-integers. */
cv::Matx33d Rescaling(const cv::Size& from, const cv::Size& to) {
  const double sx = double(to.width) / from.width, sy = double(to.height) / from.height;
  return {sx, 0, 0.5 * sx - 0.5, 0, sy, 0.5 * sy - 0.5, 0, 0, 1};
}

/** Fractions of a picture from its pixels. */
cv::Matx33d FractionsFromPixels(const cv::Size& size) {
  return {1.0 / size.width, 0, 0.5 / size.width, 0, 1.0 / size.height, 0.5 / size.height, 0, 0, 1};
}

cv::Matx33d Normalized(const cv::Matx33d& m) { return m * (1.0 / m(2, 2)); }

cv::Point2d Project(const cv::Matx33d& h, double x, double y) {
  const cv::Vec3d p = h * cv::Vec3d(x, y, 1);
  return {p[0] / p[2], p[1] / p[2]};
}

/** How many query pixels one reference pixel covers at the center, along a side. */
double ScaleOf(const cv::Matx33d& h, const cv::Size& size) {
  const double x = 0.5 * size.width, y = 0.5 * size.height;
  const cv::Point2d center = Project(h, x, y);
  const cv::Point2d right = Project(h, x + 1, y) - center, down = Project(h, x, y + 1) - center;
  return std::sqrt(std::abs(right.cross(down)));
}

struct Pair {
  cv::Mat reference, query;
  cv::Matx33d query_from_reference;
};

/** Reduces the finer picture, so that resampling neither invents nor skips detail. */
void ToCommonResolution(Pair& pair) {
  const double scale = ScaleOf(pair.query_from_reference, pair.reference.size());
  constexpr double kFiner = 1.25;
  if (scale > kFiner && scale < 100) {
    const cv::Size before = pair.query.size();
    pair.query = Scaled(pair.query, 1 / scale);
    pair.query_from_reference = Rescaling(before, pair.query.size()) * pair.query_from_reference;
  } else if (scale < 1 / kFiner && scale > 0.01) {
    const cv::Size before = pair.reference.size();
    pair.reference = Scaled(pair.reference, scale);
    pair.query_from_reference = pair.query_from_reference * Rescaling(before, pair.reference.size()).inv();
  }
  pair.query_from_reference = Normalized(pair.query_from_reference);
}

/** 255 where `positions` lie inside a picture of `size`, so that nothing around it shows. */
cv::Mat KnownArea(const cv::Mat& positions, const cv::Size& size) {
  cv::Mat known(positions.size(), CV_8U);
  const float right = static_cast<float>(size.width - 1), bottom = static_cast<float>(size.height - 1);
  // Interpolation rounds positions to 1/32 pixel.
  constexpr float kRounding = 1.0f / 64;
  for (int y = 0; y < positions.rows; ++y) {
    const float* p = positions.ptr<float>(y);
    uchar* out = known.ptr<uchar>(y);
    for (int x = 0; x < positions.cols; ++x) {
      const float px = p[2 * x], py = p[2 * x + 1];
      out[x] =
          (px >= -kRounding) & (py >= -kRounding) & (px <= right + kRounding) & (py <= bottom + kRounding)
              ? 255
              : 0;
    }
  }
  return known;
}

/** What is left to move, block by block, when the query is read at `positions`. */
std::vector<BlockShift> ShiftsLeft(const cv::Mat& positions, const cv::Mat& reference, const cv::Mat& query) {
  cv::Mat warped;
  cv::remap(query, warped, positions, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return MeasureBlockShifts(reference, warped, KnownArea(positions, query.size()));
}

struct Warp {
  cv::Matx33d homography;
  SmoothField field;
};

/** One round: moves all that a plane explains into the homography and the rest into the field. */
Warp Improve(const Warp& warp, const cv::Mat& reference, const cv::Mat& query) {
  std::vector<BlockShift> shifts =
      ShiftsLeft(DensePositions(warp.homography, warp.field, reference.size()), reference, query);
  for (BlockShift& block : shifts) block.shift += ShiftAt(warp.field, block.center);
  const cv::Matx33d correction = PlanarCorrection(shifts, reference.size());
  for (BlockShift& block : shifts) {
    const cv::Point2d moved = Project(correction, block.center.x, block.center.y);
    block.shift -= cv::Vec2d(moved.x - block.center.x, moved.y - block.center.y);
  }
  return {Normalized(warp.homography * correction),
          FitSmoothField(shifts, reference.size(), kFieldSpacingPx)};
}

/** Refines the homography of `pair` and returns the smooth field that is left. */
SmoothField Refine(Pair& pair) {
  const cv::Mat reference = ToGray(pair.reference), query = ToGray(pair.query);
  Warp warp{pair.query_from_reference, FitSmoothField({}, reference.size(), kFieldSpacingPx)};
  const int least = std::min({reference.cols, reference.rows, query.cols, query.rows});
  if (least < kLeastSideForRefinement) return warp.field;
  const cv::Mat half_reference = Scaled(reference, 0.5), half_query = Scaled(query, 0.5);
  const cv::Matx33d to_half_reference = Rescaling(reference.size(), half_reference.size());
  const cv::Matx33d to_half_query = Rescaling(query.size(), half_query.size());
  Warp half{Normalized(to_half_query * warp.homography * to_half_reference.inv()),
            FitSmoothField({}, half_reference.size(), kFieldSpacingPx)};
  for (int round = 0; round < 2; ++round) half = Improve(half, half_reference, half_query);
  warp.homography = Normalized(to_half_query.inv() * half.homography * to_half_reference);
  warp.field = Enlarged(half.field, 2);
  warp = Improve(warp, reference, query);
  pair.query_from_reference = warp.homography;
  return warp.field;
}

/** Where the query is known; without the rim where the picture's edge mixes with what lies around it. */
cv::Mat ValidArea(const cv::Mat& positions, const Pair& pair) {
  cv::Mat valid = KnownArea(positions, pair.query.size());
  const bool same_frame = pair.reference.size() == pair.query.size() &&
                          cv::norm(pair.query_from_reference - cv::Matx33d::eye(), cv::NORM_INF) < 0.05;
  if (same_frame || std::min(valid.cols, valid.rows) < kLeastSideForRefinement) return valid;
  cv::rectangle(valid, cv::Rect({0, 0}, valid.size()), 0, 1);
  cv::erode(valid, valid,
            cv::getStructuringElement(cv::MORPH_RECT, {kUncertainBorderPx, kUncertainBorderPx}));
  return valid;
}

/** Two pictures without detail match when they have about the same color. */
bool HaveSameColor(const cv::Mat& reference, const cv::Mat& query) {
  constexpr double kSameLevel = 40;
  return cv::norm(cv::mean(reference) - cv::mean(query)) < kSameLevel;
}

}  // namespace

std::optional<RegisteredPair> Register(const cv::Mat& reference, const cv::Mat& query,
                                       const CancellationToken* cancellation) {
  const auto alignment = Align(ToGray(reference), ToGray(query));
  if (!alignment) return {};
  if (!alignment->is_detailed && !HaveSameColor(reference, query)) return {};
  ThrowIfCancelled(cancellation);
  Pair pair{reference, query, alignment->query_from_reference};
  ToCommonResolution(pair);
  const SmoothField field = Refine(pair);
  ThrowIfCancelled(cancellation);
  RegisteredPair registered;
  registered.reference = pair.reference;
  registered.positions = DensePositions(pair.query_from_reference, field, pair.reference.size());
  registered.valid = ValidArea(registered.positions, pair);
  cv::Mat warped;
  cv::remap(pair.query, warped, registered.positions, cv::noArray(), cv::INTER_CUBIC, cv::BORDER_REPLICATE);
  ThrowIfCancelled(cancellation);
  registered.query = LevelLight(pair.reference, warped, registered.valid);
  const cv::Size q = pair.query.size();
  cv::add(registered.positions, cv::Scalar(0.5, 0.5), registered.positions);
  cv::multiply(registered.positions, cv::Scalar(1.0 / q.width, 1.0 / q.height), registered.positions);
  registered.query_from_reference = Normalized(FractionsFromPixels(q) * pair.query_from_reference *
                                               FractionsFromPixels(pair.reference.size()).inv());
  return registered;
}

}  // namespace loupe::compare
