#include "core/verification/registration.h"

#include <cmath>

#include "core/geometry/bend_fit.h"
#include "core/image/pixels/box.h"
#include "core/verification/rectified.h"

namespace loupe::verification {
namespace {

/** A pixel that covers less of the query, in square pixels, cannot be followed. */
constexpr double kMinPixelArea = 1e-9;

/** The reference's thumbnail and what the query shows there, both locally normalized. */
struct Planes {
  image::GrayPlane expected, seen, mask;
};

image::GrayPlane Blurred(image::GrayPlane plane, int times) {
  image::MeanOfNine(&plane, times);
  return plane;
}

Planes PlanesOf(const Rectified& seen, const image::GrayImage& thumbnail, int blurs) {
  const image::GrayPlane counts = image::SumsAround(seen.mask);
  return {Blurred(image::NormalizeLocally(Visible(thumbnail, seen.mask), seen.mask, counts), blurs),
          Blurred(image::NormalizeLocally(seen.values, seen.mask, counts), blurs), seen.mask};
}

/** Query pixels per thumbnail pixel around a place, without the bend. */
cv::Matx22d JacobianAt(const cv::Matx33d& h, cv::Point2d reference, cv::Point2d step) {
  const double w = h(2, 0) * reference.x + h(2, 1) * reference.y + h(2, 2);
  const cv::Point2d place = geometry::Project(h, reference);
  return {(h(0, 0) - place.x * h(2, 0)) / w * step.x, (h(0, 1) - place.x * h(2, 1)) / w * step.y,
          (h(1, 0) - place.y * h(2, 0)) / w * step.x, (h(1, 1) - place.y * h(2, 1)) / w * step.y};
}

/** The planes' mean gradient turned into the query, inverse transposed Jacobian times gradient. */
bool GradientInQuery(const Planes& planes, int x, int y, const cv::Matx22d& j, cv::Point2d* gradient) {
  const float *own = planes.expected.row(y) + x, *seen = planes.seen.row(y) + x;
  const auto pitch = static_cast<ptrdiff_t>(planes.seen.pitch());
  const double gx = 0.25 * (own[1] - own[-1] + seen[1] - seen[-1]);
  const double gy = 0.25 * (own[pitch] - own[-pitch] + seen[pitch] - seen[-pitch]);
  const double area = j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
  if (!(std::abs(area) > kMinPixelArea)) return false;
  *gradient = {(j(1, 1) * gx - j(1, 0) * gy) / area, (j(0, 0) * gy - j(0, 1) * gx) / area};
  return true;
}

bool IsVisibleAround(const image::GrayPlane& mask, int x, int y) {
  const float* at = mask.row(y) + x;
  const auto pitch = static_cast<ptrdiff_t>(mask.pitch());
  return at[0] * at[-1] * at[1] * at[-pitch] * at[pitch] > 0.0f;
}

void AddPixels(const Planes& planes, const signature::ReferenceView& reference, const geometry::Warp& warp,
               const RegistrationOptions& options, geometry::BendFit* fit) {
  const int width = planes.mask.width(), height = planes.mask.height();
  const cv::Point2d step(static_cast<double>(reference.working_size.width) / width,
                         static_cast<double>(reference.working_size.height) / height);
  for (int y = 1; y + 1 < height; ++y) {
    for (int x = 1; x + 1 < width; ++x) {
      if (!IsVisibleAround(planes.mask, x, y)) continue;
      const cv::Point2d place((x + 0.5) * step.x - 0.5, (y + 0.5) * step.y - 0.5);
      cv::Point2d gradient;
      if (!GradientInQuery(planes, x, y, JacobianAt(warp.query_from_reference, place, step), &gradient))
        continue;
      const geometry::PageBend::Weights at = warp.bend.WeightsAt(place);
      const double error = planes.expected.row(y)[x] - planes.seen.row(y)[x];
      fit->AddPixel(at, gradient, gradient.dot(warp.bend.At(at)) + error,
                    options.pixel_weight / (1.0 + error * error / (options.gray_scale * options.gray_scale)));
    }
  }
}

}  // namespace

void RegisterThumbnail(const features::Features& query, const signature::ReferenceView& reference,
                       const image::GrayImage& thumbnail, const std::vector<geometry::PointPair>& pairs,
                       const RegistrationOptions& options, const geometry::BendOptions& bend,
                       geometry::Warp* warp) {
  if (thumbnail.empty()) return;
  for (const int blurs : options.blurs) {
    const Rectified seen = Rectify(query, reference, *warp);
    if (seen.visible < options.min_visible_pixels) return;
    geometry::BendFit fit(options.stiffness, bend.restoring, geometry::BendFit::Axes::kTogether);
    geometry::AddPairs(pairs, *warp, options.pair_scale_px, &fit);
    AddPixels(PlanesOf(seen, thumbnail, blurs), reference, *warp, options, &fit);
    if (!fit.Solve(&warp->bend)) return;
  }
}

}  // namespace loupe::verification
