#include "core/registration/displacement.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace loupe::registration {
namespace {

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/** Weight of a residual of `distance` pixels (Cauchy's robust function). */
double Trust(double distance, double scale) {
  const double t = distance / scale;
  return 1.0 / (1.0 + t * t);
}

// Information is kept within bounds so that one block of strong texture does not outvote all others.
cv::Matx22d Bounded(const cv::Matx22d& information, double most) {
  const double trace = information(0, 0) + information(1, 1);
  return trace > most ? information * (most / trace) : information;
}

/** Derivatives of the planar flow at a position, in coordinates brought to about -1..1. */
cv::Matx<double, 2, 8> FlowBasis(double x, double y) {
  return {1, x, y, 0, 0, 0, x * x, x * y, 0, 0, 0, 1, x, y, x * y, y * y};
}

/** Numbers of 32 bits, all 0. */
cv::Mat Zeros(const cv::Size& size, int channels) {
  cv::Mat zeros(size, CV_32FC(channels));
  std::fill_n(zeros.ptr<float>(), size_t(size.area()) * size_t(channels), 0.0F);
  return zeros;
}

}  // namespace

cv::Matx33d PlanarCorrection(const std::vector<BlockShift>& shifts, const cv::Size& size,
                             const FieldOptions& options) {
  if (shifts.size() < 3) return cv::Matx33d::eye();
  const double scale = 0.5 * std::max(size.width, size.height);
  const double cx = 0.5 * (size.width - 1), cy = 0.5 * (size.height - 1);
  cv::Matx<double, 8, 1> flow = cv::Matx<double, 8, 1>::zeros();
  double spread = 2.0;
  for (int round = 0; round < 6; ++round) {
    cv::Matx<double, 8, 8> normal = cv::Matx<double, 8, 8>::zeros();
    cv::Matx<double, 8, 1> right = cv::Matx<double, 8, 1>::zeros();
    // The prior holds bending terms back where few blocks could tell.
    const double prior[8] = {1, 10, 10, 1, 10, 10, 40, 40};
    for (int i = 0; i < 8; ++i) normal(i, i) = prior[i] * 10;
    std::vector<double> distances;
    for (const BlockShift& block : shifts) {
      const auto basis = FlowBasis((block.center.x - cx) / scale, (block.center.y - cy) / scale);
      const cv::Matx21d left = cv::Matx21d(block.shift.val) - basis * flow;
      const double distance = cv::norm(left);
      distances.push_back(distance);
      const cv::Matx22d weight =
          Bounded(block.information, options.most_information) * Trust(distance, spread);
      normal += basis.t() * weight * basis;
      right += basis.t() * (weight * block.shift);
    }
    flow = normal.solve(right, cv::DECOMP_CHOLESKY);
    spread = std::max(0.15, 1.5 * Median(distances));
  }
  const cv::Matx33d to_unit(1 / scale, 0, -cx / scale, 0, 1 / scale, -cy / scale, 0, 0, 1);
  // Shifts are in pixels; the unit frame divides them by `scale`.
  const double k = 1 / scale;
  const cv::Matx33d delta(1 + k * flow(1), k * flow(2), k * flow(0), k * flow(4), 1 + k * flow(5),
                          k * flow(3), -k * flow(6), -k * flow(7), 1);
  const cv::Matx33d correction = to_unit.inv() * delta * to_unit;
  return correction * (1.0 / correction(2, 2));
}

SmoothField FitSmoothField(const std::vector<BlockShift>& shifts, const cv::Size& size,
                           const FieldOptions& options) {
  const int spacing_px = options.spacing_px;
  SmoothField field;
  field.spacing_px = spacing_px;
  const cv::Size grid(size.width / spacing_px + 2, size.height / spacing_px + 2);
  field.nodes = Zeros(grid, 2);
  if (shifts.size() < 6) return field;

  const auto node_of = [&](const BlockShift& b) {
    return cv::Point(std::clamp(cvRound(b.center.x / spacing_px), 0, grid.width - 1),
                     std::clamp(cvRound(b.center.y / spacing_px), 0, grid.height - 1));
  };
  // From wide to narrow, each level what the wider ones leave: where no block lies near, the wider ones go
  // on.
  std::vector<double> weights(shifts.size(), 1.0);
  for (int level = -options.wider_levels; level <= options.twicings; ++level) {
    const double widening = level < 0 ? std::ldexp(1.0, -level) : 1;
    const cv::Mat wider = field.nodes.clone();
    for (int round = 0; round < 4; ++round) {
      // Channels: information xx, xy, yy and its product with the shift.
      cv::Mat sums = Zeros(grid, 5);
      for (size_t i = 0; i < shifts.size(); ++i) {
        const cv::Matx22d info = Bounded(shifts[i].information, options.most_information) * weights[i];
        const cv::Vec2f& known = wider.at<cv::Vec2f>(node_of(shifts[i]));
        const cv::Vec2d pull = info * (shifts[i].shift - cv::Vec2d(known[0], known[1]));
        auto& cell = sums.at<cv::Vec<float, 5>>(node_of(shifts[i]));
        cell += cv::Vec<float, 5>(float(info(0, 0)), float(info(0, 1)), float(info(1, 1)), float(pull[0]),
                                  float(pull[1]));
      }
      const double width = widening * options.width_nodes;
      cv::GaussianBlur(sums, sums, {0, 0}, width, width, cv::BORDER_CONSTANT);
      for (int y = 0; y < grid.height; ++y) {
        for (int x = 0; x < grid.width; ++x) {
          const auto& s = sums.at<cv::Vec<float, 5>>(y, x);
          const double prior = options.prior / (widening * widening);
          const cv::Matx22d info(s[0] + prior, s[1], s[1], s[2] + prior);
          const cv::Vec2d shift = info.inv() * cv::Vec2d(s[3], s[4]);
          field.nodes.at<cv::Vec2f>(y, x) =
              wider.at<cv::Vec2f>(y, x) + cv::Vec2f(float(shift[0]), float(shift[1]));
        }
      }
      std::vector<double> distances;
      for (const BlockShift& block : shifts) {
        const cv::Vec2f at = field.nodes.at<cv::Vec2f>(node_of(block));
        distances.push_back(cv::norm(block.shift - cv::Vec2d(at[0], at[1])));
      }
      field.deviation_px = Median(distances);
      const double spread = std::max(0.15, 2.0 * field.deviation_px);
      for (size_t i = 0; i < shifts.size(); ++i) weights[i] = Trust(distances[i], spread);
    }
  }
  return field;
}

cv::Vec2d ShiftAt(const SmoothField& field, const cv::Point2d& pixel) {
  if (field.nodes.empty()) return {0, 0};
  const double x = std::clamp(pixel.x / field.spacing_px, 0.0, field.nodes.cols - 1.0);
  const double y = std::clamp(pixel.y / field.spacing_px, 0.0, field.nodes.rows - 1.0);
  const int left = std::min(int(x), field.nodes.cols - 2), top = std::min(int(y), field.nodes.rows - 2);
  const auto node = [&](int dx, int dy) { return cv::Vec2d(field.nodes.at<cv::Vec2f>(top + dy, left + dx)); };
  const double u = x - left, v = y - top;
  return (1 - v) * ((1 - u) * node(0, 0) + u * node(1, 0)) + v * ((1 - u) * node(0, 1) + u * node(1, 1));
}

SmoothField Enlarged(const SmoothField& field, int factor) {
  cv::Mat nodes = field.nodes.clone();
  for (int y = 0; y < nodes.rows; ++y)
    for (int x = 0; x < nodes.cols; ++x) nodes.at<cv::Vec2f>(y, x) *= float(factor);
  return {nodes, field.spacing_px * factor, field.deviation_px * factor};
}

}  // namespace loupe::registration
