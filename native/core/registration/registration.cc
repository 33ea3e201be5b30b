#include "core/registration/registration.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/registration/alignment.h"
#include "core/registration/displacement.h"
#include "core/registration/normalized.h"
#include "core/registration/refinement.h"
#include "core/registration/warping.h"

namespace loupe::registration {
namespace {

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
cv::Matx33d RescalingBetween(const cv::Size& from, const cv::Size& to) {
  const double sx = double(to.width) / from.width, sy = double(to.height) / from.height;
  return {sx, 0, 0.5 * sx - 0.5, 0, sy, 0.5 * sy - 0.5, 0, 0, 1};
}

/** Fractions of a picture from its pixels. */
cv::Matx33d FractionsFromPixels(const cv::Size& size) {
  return {1.0 / size.width, 0, 0.5 / size.width, 0, 1.0 / size.height, 0.5 / size.height, 0, 0, 1};
}

struct Pair {
  cv::Mat reference, query;
  cv::Matx33d query_from_reference;
};

/** Reduces the finer picture, so that resampling neither invents nor skips detail. */
void ToCommonResolution(double finer, Pair& pair) {
  const double scale = ScaleOf(pair.query_from_reference, pair.reference.size());
  if (scale > finer && scale < 100) {
    const cv::Size before = pair.query.size();
    pair.query = Scaled(pair.query, 1 / scale);
    pair.query_from_reference = RescalingBetween(before, pair.query.size()) * pair.query_from_reference;
  } else if (scale < 1 / finer && scale > 0.01) {
    const cv::Size before = pair.reference.size();
    pair.reference = Scaled(pair.reference, scale);
    pair.query_from_reference =
        pair.query_from_reference * RescalingBetween(before, pair.reference.size()).inv();
  }
  pair.query_from_reference = Normalized(pair.query_from_reference);
}

bool ShareFrame(const Pair& pair) {
  return pair.reference.size() == pair.query.size() &&
         cv::norm(pair.query_from_reference - cv::Matx33d::eye(), cv::NORM_INF) < 0.05;
}

/** The area without its outermost pixels, also where it ends at the frame. */
cv::Mat WithoutRim(const cv::Mat& area, int rim_px) {
  cv::Mat inner;
  const int side = 2 * rim_px + 1;
  cv::erode(area, inner, cv::getStructuringElement(cv::MORPH_RECT, {side, side}), {-1, -1}, 1,
            cv::BORDER_CONSTANT, cv::Scalar(0));
  return inner;
}

/** Two pictures without detail match when they have about the same color. */
bool HaveSameColor(const cv::Mat& reference, const cv::Mat& query, double same_level) {
  return cv::norm(cv::mean(reference) - cv::mean(query)) < same_level;
}

}  // namespace

cv::Point2d RegisteredPair::FractionInQuery(const cv::Point2d& pixel) const {
  const cv::Point2d place = PlaceOf(warp, pixel);
  return {(place.x + 0.5) / query_size.width, (place.y + 0.5) / query_size.height};
}

std::optional<RegisteredPair> Register(const cv::Mat& reference, const cv::Mat& query,
                                       const RegistrationOptions& options,
                                       const base::CancellationToken* cancellation) {
  const auto alignment = Align(ToGray(reference), ToGray(query), options.alignment);
  if (!alignment) return {};
  if (!alignment->is_detailed && !HaveSameColor(reference, query, options.same_level)) return {};
  base::ThrowIfCancelled(cancellation);
  Pair pair{reference, query, alignment->query_from_reference};
  ToCommonResolution(options.finer, pair);
  RegisteredPair registered;
  registered.warp =
      RefineWarp(ToGray(pair.reference), ToGray(pair.query), pair.query_from_reference, options);
  pair.query_from_reference = registered.warp.homography;
  base::ThrowIfCancelled(cancellation);
  registered.reference = pair.reference;
  Warped warped = WarpRgb(pair.query, registered.warp, pair.reference.size());
  registered.valid = registered.settled = warped.known;
  const cv::Size size = pair.reference.size();
  if (!ShareFrame(pair) && std::min(size.width, size.height) >= options.least_side_px) {
    registered.valid = WithoutRim(warped.known, options.mixed_rim_px);
    registered.settled = WithoutRim(warped.known, options.unsettled_rim_px);
  }
  registered.query = std::move(warped.image);
  const cv::Size q = registered.query_size = pair.query.size();
  registered.query_from_reference = Normalized(FractionsFromPixels(q) * pair.query_from_reference *
                                               FractionsFromPixels(pair.reference.size()).inv());
  return registered;
}

}  // namespace loupe::registration
