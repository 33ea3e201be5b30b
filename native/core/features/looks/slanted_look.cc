#include "core/features/looks/slanted_look.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/image/pixels/scaling.h"

namespace loupe::features {

Features SlantedLook(const Features& closer, SlantAxis axis, const SlantedLookOptions& options,
                     const base::CancellationToken* cancellation) {
  if (!(options.tilt >= 1.0 && options.tilt <= 4.0))
    throw base::Error(base::ErrorCode::kInvalidArgument, "The tilt of a slanted look is between 1 and 4.");
  if (closer.halves.empty()) return {};
  const image::GrayImage& half = closer.halves[0];
  const cv::Mat pixels(half.size.height, half.size.width, CV_8UC1, const_cast<uint8_t*>(half.pixels.data()));
  // As many pixels as before: what is squashed loses detail, what is stretched gains none.
  const double root = std::sqrt(options.tilt);
  const double by_x = axis == SlantAxis::kX ? 1.0 / root : root;
  const cv::Size size(std::max(1, static_cast<int>(std::lround(half.size.width * by_x))),
                      std::max(1, static_cast<int>(std::lround(half.size.height / by_x))));
  const cv::Mat slanted = image::ScaleLinear(pixels, size);
  ExtractRequest request;
  request.amount = {std::clamp(std::max(size.width, size.height), 32, kMaxWorkingSide),
                    options.max_keypoints};
  request.keep_pixels = true;
  request.measure_sharpness = false;
  request.corners = options.corners;
  request.cancellation = cancellation;
  return ExtractFeatures({slanted.data, {size.width, size.height}, slanted.step, closer.original_size},
                         request);
}

}  // namespace loupe::features
