#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "displacement.h"

namespace loupe::compare {
namespace {

/** Brings local mean to 0 and local contrast to 1, so that light and color do not disturb the alignment. */
cv::Mat EvenOut(const cv::Mat& gray) {
  cv::Mat image, mean, spread;
  gray.convertTo(image, CV_32F);
  cv::GaussianBlur(image, image, {3, 3}, 0.7);
  cv::boxFilter(image, mean, CV_32F, {31, 31});
  image -= mean;
  cv::boxFilter(image.mul(image), spread, CV_32F, {31, 31});
  spread += 25.0F;  // Keeps noise of flat areas small: 5 gray levels.
  cv::sqrt(spread, spread);
  cv::divide(image, spread, image);
  return image;
}

struct Gradients {
  cv::Mat x, y;
};

Gradients GradientsOf(const cv::Mat& image) {
  Gradients g;
  cv::Sobel(image, g.x, CV_32F, 1, 0, 3, 1.0 / 8);
  cv::Sobel(image, g.y, CV_32F, 0, 1, 3, 1.0 / 8);
  return g;
}

cv::Matx22d StructureTensor(const Gradients& g, const cv::Rect& block) {
  double xx = 0, xy = 0, yy = 0;
  for (int y = block.y; y < block.y + block.height; ++y) {
    const float* gx = g.x.ptr<float>(y) + block.x;
    const float* gy = g.y.ptr<float>(y) + block.x;
    float row_xx = 0, row_xy = 0, row_yy = 0;
    for (int x = 0; x < block.width; ++x) {
      row_xx += gx[x] * gx[x];
      row_xy += gx[x] * gy[x];
      row_yy += gy[x] * gy[x];
    }
    xx += row_xx;
    xy += row_xy;
    yy += row_yy;
  }
  return {xx, xy, xy, yy};
}

struct Step {
  cv::Vec2d steepest{0, 0};
  double squared_error = 0;
};

/** Residual of the block when the query is read at a shift, projected on the reference's gradients. */
Step ResidualAt(const cv::Mat& reference, const cv::Mat& query, const Gradients& g, const cv::Rect& block,
                const cv::Vec2d& shift) {
  const int left = int(std::floor(shift[0])), top = int(std::floor(shift[1]));
  const float u = float(shift[0] - left), v = float(shift[1] - top);
  const float w00 = (1 - u) * (1 - v), w01 = u * (1 - v), w10 = (1 - u) * v, w11 = u * v;
  Step step;
  for (int y = block.y; y < block.y + block.height; ++y) {
    const float* r = reference.ptr<float>(y) + block.x;
    const float* q0 = query.ptr<float>(y + top) + block.x + left;
    const float* q1 = query.ptr<float>(y + top + 1) + block.x + left;
    const float* gx = g.x.ptr<float>(y) + block.x;
    const float* gy = g.y.ptr<float>(y) + block.x;
    float bx = 0, by = 0, ee = 0;
    for (int x = 0; x < block.width; ++x) {
      const float e = w00 * q0[x] + w01 * q0[x + 1] + w10 * q1[x] + w11 * q1[x + 1] - r[x];
      bx += gx[x] * e;
      by += gy[x] * e;
      ee += e * e;
    }
    step.steepest += cv::Vec2d(bx, by);
    step.squared_error += ee;
  }
  return step;
}

bool IsWhollyValid(const cv::Mat& valid_integral, const cv::Rect& r) {
  const int sum = valid_integral.at<int>(r.y + r.height, r.x + r.width) -
                  valid_integral.at<int>(r.y, r.x + r.width) - valid_integral.at<int>(r.y + r.height, r.x) +
                  valid_integral.at<int>(r.y, r.x);
  return sum == 255 * r.area();
}

}  // namespace

std::vector<BlockShift> MeasureBlockShifts(const cv::Mat& reference, const cv::Mat& warped,
                                           const cv::Mat& valid, const BlockOptions& options) {
  std::vector<BlockShift> shifts;
  const int reach = int(std::ceil(options.farthest_px)) + 1;
  const int side = options.block_px;
  if (reference.cols < side + 2 * reach || reference.rows < side + 2 * reach) return shifts;
  const cv::Mat r = EvenOut(reference), q = EvenOut(warped);
  const Gradients g = GradientsOf(r);
  cv::Mat valid_integral;
  cv::integral(valid, valid_integral, CV_32S);
  for (int y = reach; y + side + reach <= reference.rows; y += options.spacing_px) {
    for (int x = reach; x + side + reach <= reference.cols; x += options.spacing_px) {
      const cv::Rect block(x, y, side, side);
      if (!IsWhollyValid(valid_integral, {x - reach, y - reach, side + 2 * reach, side + 2 * reach}))
        continue;
      const cv::Matx22d tensor = StructureTensor(g, block);
      const double trace = tensor(0, 0) + tensor(1, 1);
      if (trace < 0.004 * side * side) continue;
      // A small ridge stops blocks with one edge direction from sliding along it.
      const double ridge = 0.02 * trace;
      const cv::Matx22d damped(tensor(0, 0) + ridge, tensor(0, 1), tensor(1, 0), tensor(1, 1) + ridge);
      const cv::Matx22d inverse = damped.inv();
      cv::Vec2d shift(0, 0);
      Step step = ResidualAt(r, q, g, block, shift);
      bool is_lost = false;
      for (int i = 0; i < options.iterations && !is_lost; ++i) {
        const cv::Vec2d delta = inverse * step.steepest;
        shift -= delta;
        is_lost = cv::norm(shift, cv::NORM_INF) > options.farthest_px;
        if (is_lost) break;
        step = ResidualAt(r, q, g, block, shift);
        if (cv::norm(delta) < 0.01) break;
      }
      const double variance = step.squared_error / (side * side);
      if (is_lost || variance > 0.8) continue;
      const cv::Matx22d information = tensor * (1.0 / (variance + 0.01));
      shifts.push_back({{x + 0.5 * (side - 1), y + 0.5 * (side - 1)}, shift, information});
    }
  }
  return shifts;
}

}  // namespace loupe::compare
