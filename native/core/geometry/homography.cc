#include "core/geometry/homography.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/cholesky.h"

namespace loupe::geometry {
namespace {

double Length(cv::Point2d v) { return std::hypot(v.x, v.y); }
double Cross(cv::Point2d a, cv::Point2d b) { return a.x * b.y - a.y * b.x; }

bool IsFinite(const cv::Matx33d& m) {
  return std::all_of(m.val, m.val + 9, [](double v) { return std::isfinite(v); });
}

/**
 * Sums of the Gauss-Newton equations of a homography. With p = (x, y, 1) / w the rows of the Jacobian are
 * (p, 0, -u p_x, -u p_y) and (0, p, -v p_x, -v p_y), so that weighted sums of p_i p_j are all they are made
 * of.
 */
class NormalEquations {
 public:
  void Add(const PointPair& pair, const cv::Matx33d& h, double scale_px) {
    const double x = pair.in_reference.x, y = pair.in_reference.y;
    const double w = h(2, 0) * x + h(2, 1) * y + h(2, 2);
    if (!(w > 1e-9)) return;
    const double inverse = 1.0 / w;
    const double u = (h(0, 0) * x + h(0, 1) * y + h(0, 2)) * inverse;
    const double v = (h(1, 0) * x + h(1, 1) * y + h(1, 2)) * inverse;
    const double du = pair.in_query.x - u, dv = pair.in_query.y - v;
    const double weight = 1.0 / (1.0 + (du * du + dv * dv) / (scale_px * scale_px));
    const double p[3] = {x * inverse, y * inverse, inverse};
    const double products[6] = {p[0] * p[0], p[0] * p[1], p[1] * p[1], p[0] * p[2], p[1] * p[2], p[2] * p[2]};
    const double wu = weight * u, wv = weight * v, squares = weight * (u * u + v * v);
    for (int i = 0; i < 6; ++i) {
      plain_[i] += weight * products[i];
      by_u_[i] += wu * products[i];
      by_v_[i] += wv * products[i];
      by_squares_[i] += squares * products[i];
    }
    const double both = weight * (u * du + v * dv);
    for (int i = 0; i < 3; ++i) {
      gradient_[i] += weight * du * p[i];
      gradient_[3 + i] += weight * dv * p[i];
    }
    gradient_[6] -= both * p[0];
    gradient_[7] -= both * p[1];
  }

  cv::Matx<double, 8, 8> Normal() const {
    // Places in `products` of p_i p_j.
    constexpr int kPlace[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};
    auto normal = cv::Matx<double, 8, 8>::zeros();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        normal(i, j) = normal(3 + i, 3 + j) = plain_[kPlace[i][j]];
        if (j == 2) continue;
        normal(i, 6 + j) = normal(6 + j, i) = -by_u_[kPlace[i][j]];
        normal(3 + i, 6 + j) = normal(6 + j, 3 + i) = -by_v_[kPlace[i][j]];
        if (i < 2) normal(6 + i, 6 + j) = by_squares_[kPlace[i][j]];
      }
    }
    for (int i = 0; i < 8; ++i) normal(i, i) *= 1.0 + 1e-9;
    return normal;
  }

  cv::Matx<double, 8, 1> Gradient() const { return cv::Matx<double, 8, 1>(gradient_); }

 private:
  double plain_[6] = {}, by_u_[6] = {}, by_v_[6] = {}, by_squares_[6] = {};
  double gradient_[8] = {};
};

}  // namespace

std::vector<cv::Point2d> ProjectCorners(const cv::Matx33d& h, image::ImageSize reference) {
  const double w = reference.width, ht = reference.height;
  return {Project(h, {0, 0}), Project(h, {w, 0}), Project(h, {w, ht}), Project(h, {0, ht})};
}

cv::Matx33d RefineHomography(const std::vector<PointPair>& pairs, const cv::Matx33d& initial,
                             double scale_px) {
  constexpr int kIterations = 10;
  if (pairs.size() < 5) return initial;
  cv::Matx33d h = initial;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    NormalEquations equations;
    for (const PointPair& pair : pairs) equations.Add(pair, h, scale_px);
    const cv::Matx<double, 8, 8> normal = equations.Normal();
    const cv::Matx<double, 8, 1> gradient = equations.Gradient();
    cv::Matx<double, 8, 1> step;
    if (!SolvePositive(normal, gradient, &step)) break;
    cv::Matx33d next = h;
    for (int r = 0; r < 8; ++r) next.val[r] += step(r, 0);
    if (!IsFinite(next)) break;
    h = next;
    if (std::abs(step(2, 0)) + std::abs(step(5, 0)) < 1e-2) break;
  }
  return h;
}

bool IsPlausibleView(const cv::Matx33d& h, image::ImageSize reference, const PlausibleViewOptions& options) {
  if (!IsFinite(h)) return false;
  const std::vector<cv::Point2d> quad = ProjectCorners(h, reference);
  double area = 0.0;
  double side[4];
  for (size_t i = 0; i < 4; ++i) {
    if (std::abs(quad[i].x) >= kFar || std::abs(quad[i].y) >= kFar) return false;
    const cv::Point2d next = quad[(i + 1) % 4] - quad[i];
    const cv::Point2d previous = quad[(i + 3) % 4] - quad[i];
    const double lengths = Length(next) * Length(previous);
    // A positive cross product at all four corners means convex and not mirrored.
    if (lengths <= 0.0 || Cross(next, previous) / lengths < options.min_corner_sine) return false;
    side[i] = Length(next);
    area += 0.5 * Cross(quad[i], quad[(i + 1) % 4]);
  }
  const auto ratio = [](double a, double b) { return std::max(a, b) / std::max(1e-9, std::min(a, b)); };
  if (ratio(side[0], side[2]) > options.max_opposite_side_ratio ||
      ratio(side[1], side[3]) > options.max_opposite_side_ratio)
    return false;
  const double aspect = (side[0] + side[2]) / std::max(1e-9, side[1] + side[3]);
  const double reference_aspect = static_cast<double>(reference.width) / reference.height;
  if (ratio(aspect, reference_aspect) > options.max_aspect_change) return false;
  const double area_ratio = area / (static_cast<double>(reference.width) * reference.height);
  return area_ratio >= options.min_area_ratio && area_ratio <= options.max_area_ratio;
}

}  // namespace loupe::geometry
