#include "core/search/alike_pose.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/geometry/homography.h"

namespace loupe::search {
namespace {

constexpr double kTurn = 6.283185307179586;
/** Greatest coordinate of PackedGeometry. */
constexpr double kPackedSide = 1023.0;
/** A step over which a homography is as good as linear: fractions of the reference, and query pixels. */
constexpr double kReferenceStep = 0.01;
constexpr double kQueryStep = 2.0;
/** Votes that stand for an agreement that retrieval did not measure. */
constexpr uint32_t kUnmeasuredScore = 1;

}  // namespace

AlikePose::AlikePose(const verification::LocalMatch& match) {
  const image::ImageSize query = match.query.resized_size, reference = match.reference.resized_size;
  const double side = std::max(reference.width, reference.height);
  side_px_ = side;
  width_ = reference.width / side;
  height_ = reference.height / side;
  const cv::Matx33d on_fractions(match.query_from_reference.data());
  query_from_reference_ =
      cv::Matx33d::diag({static_cast<double>(query.width), static_cast<double>(query.height), 1.0}) *
      on_fractions * cv::Matx33d::diag({1.0 / width_, 1.0 / height_, 1.0});
}

/** In query pixels for fractions of the reference's longest side. */
retrieval::SpatialAgreement AlikePose::SimilarityAt(cv::Point2d center) const {
  const cv::Point2d at = geometry::Project(query_from_reference_, center);
  const cv::Point2d right =
      geometry::Project(query_from_reference_, center + cv::Point2d(kReferenceStep, 0.0)) - at;
  const cv::Point2d down =
      geometry::Project(query_from_reference_, center + cv::Point2d(0.0, kReferenceStep)) - at;
  retrieval::SpatialAgreement similarity;
  // The nearest similarity of [right down], column by column.
  similarity.a = static_cast<float>(0.5 * (right.x + down.y) / kReferenceStep);
  similarity.b = static_cast<float>(0.5 * (right.y - down.x) / kReferenceStep);
  similarity.tx = static_cast<float>(at.x - (similarity.a * center.x - similarity.b * center.y));
  similarity.ty = static_cast<float>(at.y - (similarity.b * center.x + similarity.a * center.y));
  similarity.center_x = static_cast<float>(center.x);
  similarity.center_y = static_cast<float>(center.y);
  return similarity;
}

std::vector<retrieval::ExpectedPlace> AlikePose::PlacesOf(const features::Features& query) const {
  bool is_invertible = false;
  const cv::Matx33d back = query_from_reference_.inv(cv::DECOMP_LU, &is_invertible);
  std::vector<retrieval::ExpectedPlace> places(query.keypoints.size());
  if (!is_invertible) return places;
  for (size_t i = 0; i < places.size(); ++i) {
    const features::Keypoint& keypoint = query.keypoints[i];
    const cv::Point2d p(keypoint.x(), keypoint.y());
    const cv::Point2d at = geometry::Project(back, p);
    if (at.x < 0.0 || at.y < 0.0 || at.x > width_ || at.y > height_) continue;
    const double angle = keypoint.angle();
    const cv::Point2d along(kQueryStep * std::cos(angle), kQueryStep * std::sin(angle));
    const cv::Point2d ahead = geometry::Project(back, p + along) - at;
    const cv::Point2d aside = geometry::Project(back, p + cv::Point2d(-along.y, along.x)) - at;
    retrieval::ExpectedPlace& place = places[i];
    place.x = static_cast<float>(kPackedSide * at.x);
    place.y = static_cast<float>(kPackedSide * at.y);
    place.angle = static_cast<int>(std::lround(std::atan2(ahead.y, ahead.x) / kTurn * 256.0)) & 255;
    const double scale = side_px_ * std::sqrt(std::abs(ahead.cross(aside))) / kQueryStep;
    place.level =
        keypoint.level +
        static_cast<int>(std::lround(std::log(std::max(scale, 1e-6)) / std::log(features::kPyramidRatio)));
    place.is_inside = true;
  }
  return places;
}

bool AlikePose::IsSameAs(const AlikePose& other, double radius) const {
  bool is_invertible = false;
  const cv::Matx33d back = other.query_from_reference_.inv(cv::DECOMP_LU, &is_invertible);
  if (!is_invertible) return false;
  const cv::Point2d corners[] = {{0.0, 0.0}, {width_, 0.0}, {width_, height_}, {0.0, height_}};
  return std::all_of(std::begin(corners), std::end(corners), [&](const cv::Point2d& corner) {
    const cv::Point2d at = geometry::Project(back, geometry::Project(query_from_reference_, corner));
    return cv::norm(at - corner) <= radius;
  });
}

retrieval::SpatialAgreement AlikePose::AgreementOf(int side) const {
  retrieval::SpatialAgreement agreement = SimilarityAt({0.5 * width_, 0.5 * height_});
  const auto pixels = static_cast<float>(side);
  agreement.a /= pixels;
  agreement.b /= pixels;
  agreement.center_x *= pixels;
  agreement.center_y *= pixels;
  agreement.score = kUnmeasuredScore;
  agreement.agreeing_count = 1;
  return agreement;
}

}  // namespace loupe::search
