#include "core/registration/registration.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/image/raster_mat.h"
#include "core/registration/alignment.h"
#include "core/registration/displacement.h"
#include "core/registration/normalized.h"
#include "core/registration/refinement.h"
#include "core/registration/resolution.h"
#include "core/registration/warping.h"

namespace loupe::registration {
namespace {

bool ShareFrame(const PicturePair& pair) {
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
  const auto alignment = Align(image::GrayOf(reference), image::GrayOf(query), options.alignment);
  if (!alignment) return {};
  if (!alignment->is_detailed && !HaveSameColor(reference, query, options.same_level)) return {};
  base::ThrowIfCancelled(cancellation);
  PicturePair pair{reference, query, alignment->query_from_reference};
  ToCommonResolution(options.finer, pair);
  RegisteredPair registered;
  registered.warp = RefineWarp(image::GrayOf(pair.reference), image::GrayOf(pair.query),
                               pair.query_from_reference, options);
  pair.query_from_reference = registered.warp.homography;
  base::ThrowIfCancelled(cancellation);
  registered.reference = pair.reference;
  Warped warped = WarpRgb(pair.query, registered.warp, pair.reference.size());
  registered.valid = registered.settled = warped.known;
  const cv::Size size = pair.reference.size();
  registered.share_frame = ShareFrame(pair);
  if (!registered.share_frame && std::min(size.width, size.height) >= options.least_side_px) {
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
