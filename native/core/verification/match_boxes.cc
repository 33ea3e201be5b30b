#include "core/verification/match_boxes.h"

#include <algorithm>
#include <cmath>

namespace loupe::verification {
namespace {

/** Corners beyond the picture's border move to the border. */
FractionPoint Fraction(cv::Point2d p, image::ImageSize size) {
  return {static_cast<float>(std::clamp(p.x / size.width, 0.0, 1.0)),
          static_cast<float>(std::clamp(p.y / size.height, 0.0, 1.0))};
}

float QuadArea(const std::array<FractionPoint, 4>& q) {
  float area = 0.0f;
  for (size_t i = 0; i < 4; ++i) area += 0.5f * (q[i].x * q[(i + 1) % 4].y - q[(i + 1) % 4].x * q[i].y);
  return std::clamp(std::abs(area), 0.0f, 1.0f);
}

bool IsInsideQuad(FractionPoint p, const std::array<FractionPoint, 4>& quad) {
  int sign = 0;
  for (size_t i = 0; i < 4; ++i) {
    const FractionPoint a = quad[i], b = quad[(i + 1) % 4];
    const float cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    const int side = cross > 0 ? 1 : -1;
    if (sign != 0 && side != sign) return false;
    sign = side;
  }
  return true;
}

/** Share of the keypoints inside a box that belong to guided inliers. */
float PointsRatio(base::Span<const features::Keypoint> keypoints, image::ImageSize size,
                  const std::array<FractionPoint, 4>& box, size_t matched) {
  size_t inside = 0;
  for (const features::Keypoint& k : keypoints)
    inside += IsInsideQuad(Fraction({k.x(), k.y()}, size), box) ? 1 : 0;
  return inside == 0 ? 0.0f : std::min(1.0f, static_cast<float>(matched) / static_cast<float>(inside));
}

}  // namespace

void FillBoxes(const features::Features& query, const signature::ReferenceView& reference,
               const geometry::Warp& warp, const std::vector<matching::GuidedMatch>& guided_inliers,
               LocalMatch* match) {
  double left = reference.working_size.width, top = reference.working_size.height, right = 0, bottom = 0;
  for (const matching::GuidedMatch& m : guided_inliers) {
    const features::Keypoint& k = reference.keypoints[static_cast<size_t>(m.reference_index)];
    left = std::min<double>(left, k.x());
    right = std::max<double>(right, k.x());
    top = std::min<double>(top, k.y());
    bottom = std::max<double>(bottom, k.y());
  }
  const cv::Point2d box[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
  for (size_t i = 0; i < 4; ++i) {
    match->reference.box[i] = Fraction(box[i], reference.working_size);
    match->query.box[i] = Fraction(warp.Place(box[i]), query.working_size);
  }
  match->reference.box_area = QuadArea(match->reference.box);
  match->query.box_area = QuadArea(match->query.box);
  match->scores.box_points_ratio_homography =
      PointsRatio(query.keypoints, query.working_size, match->query.box, guided_inliers.size());
  match->scores.box_points_ratio =
      PointsRatio(reference.keypoints, reference.working_size, match->reference.box, guided_inliers.size());
}

std::array<double, 9> OnFractions(const cv::Matx33d& h, image::ImageSize query, image::ImageSize reference) {
  const cv::Matx33d to_fraction(1.0 / query.width, 0, 0, 0, 1.0 / query.height, 0, 0, 0, 1);
  const cv::Matx33d to_pixels(reference.width, 0, 0, 0, reference.height, 0, 0, 0, 1);
  const cv::Matx33d m = to_fraction * h * to_pixels;
  std::array<double, 9> values{};
  for (size_t i = 0; i < 9; ++i) values[i] = m.val[i] / m.val[8];
  return values;
}

void FillPoints(const features::Features& query, const signature::ReferenceView& reference,
                const std::vector<matching::GuidedMatch>& guided_inliers, LocalMatch* match) {
  for (const matching::GuidedMatch& m : guided_inliers) {
    const features::Keypoint& q = query.keypoints[static_cast<size_t>(m.query_index)];
    const features::Keypoint& r = reference.keypoints[static_cast<size_t>(m.reference_index)];
    match->points_in_query.push_back(Fraction({q.x(), q.y()}, query.working_size));
    match->points_in_reference.push_back(Fraction({r.x(), r.y()}, reference.working_size));
  }
}

bool IsInside(const std::array<FractionPoint, 4>& box, float x, float y) {
  bool inside = false;
  for (size_t i = 0, j = 3; i < 4; j = i++) {
    const bool crosses = (box[i].y > y) != (box[j].y > y);
    if (crosses && x < (box[j].x - box[i].x) * (y - box[i].y) / (box[j].y - box[i].y) + box[i].x)
      inside = !inside;
  }
  return inside;
}

}  // namespace loupe::verification
