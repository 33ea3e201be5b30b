#include "core/verification/registration.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/bend_fit.h"
#include "core/signature/thumbnail.h"
#include "core/verification/rectify.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

constexpr image::ImageSize kSize = {480, 640};

/** A page that sags in the middle. */
cv::Point2d Sag(cv::Point2d p) {
  return {6.0 * std::sin(3.0 * p.y / kSize.height), 9.0 * std::sin(4.0 * p.x / kSize.width)};
}

std::vector<geometry::PointPair> PairsOfSag(int wrong_share) {
  test::Random random(3);
  std::vector<geometry::PointPair> pairs;
  for (int i = 0; i < 300; ++i) {
    const cv::Point2d p(random.Between(0, kSize.width), random.Between(0, kSize.height));
    cv::Point2d q = p + Sag(p);
    if (static_cast<int>(random.Below(100)) < wrong_share)
      q += cv::Point2d(random.Between(-14, 14), random.Between(-14, 14));
    pairs.push_back({cv::Point2f(q), cv::Point2f(p), 0.0f, 0.0f, 0.0f});
  }
  return pairs;
}

double GreatestError(const geometry::PageBend& bend) {
  double greatest = 0.0;
  for (int y = 40; y < kSize.height; y += 80) {
    for (int x = 40; x < kSize.width; x += 80)
      greatest = std::max(greatest, cv::norm(bend.At(cv::Point2d(x, y)) - Sag(cv::Point2d(x, y))));
  }
  return greatest;
}

TEST_CASE("a bend is found from pairs of which a quarter are wrong") {
  geometry::Warp warp;
  warp.bend = geometry::PageBend(kSize);
  const std::vector<geometry::PointPair> pairs = PairsOfSag(25);
  for (const double scale_px : {16.0, 12.0, 8.0, 6.0, 4.0, 2.5, 1.5})
    geometry::FitBend(pairs, scale_px, {}, &warp);
  CHECK(GreatestError(warp.bend) < 2.0);
}

TEST_CASE("gray values bring a pose that is off by a few pixels to where the picture is") {
  const image::GrayImage image = test::MakePicture(21, kSize.width, kSize.height, 120);
  const features::Features query = features::ExtractFeatures(image.view(), features::QueryRequest());
  const features::Features own = features::ExtractFeatures(image.view(), features::ReferenceRequest());
  const signature::ReferenceView reference = signature::ViewOf(own);
  geometry::Warp warp;
  warp.query_from_reference(0, 0) = static_cast<double>(query.working_size.width) / own.working_size.width;
  warp.query_from_reference(1, 1) = static_cast<double>(query.working_size.height) / own.working_size.height;
  warp.query_from_reference(0, 2) = 7.0;
  warp.query_from_reference(1, 2) = -5.0;
  const ThumbnailAgreement before = CompareThumbnail(query, reference, warp, {});
  warp.bend = geometry::PageBend(own.working_size);
  RegisterThumbnail(query, reference, signature::PixelsOf(reference.thumbnail), {}, {}, {}, &warp);
  const ThumbnailAgreement after = CompareThumbnail(query, reference, warp, {});
  CHECK(before.global_correlation < 0.8f);
  CHECK(after.global_correlation > 0.95f);
  const cv::Point2d middle(own.working_size.width * 0.5, own.working_size.height * 0.5);
  CHECK(cv::norm(warp.bend.At(middle) - cv::Point2d(-7.0, 5.0)) < 1.0);
}

TEST_CASE("fits without pairs or pixels stay finite") {
  geometry::Warp warp;
  warp.bend = geometry::PageBend(kSize);
  geometry::FitBend({}, 4.0, {}, &warp);
  CHECK(cv::norm(warp.bend.At(cv::Point2d(100, 100))) < 1e-6);
  RegisterThumbnail({}, {}, {}, {}, {}, {}, &warp);
  CHECK(std::isfinite(warp.bend.At(cv::Point2d(100, 100)).x));
}

}  // namespace
}  // namespace loupe::verification
