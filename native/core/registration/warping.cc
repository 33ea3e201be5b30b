#include "core/registration/warping.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/simd/lanes.h"

namespace loupe::registration {
namespace {

/** A row of the homography's sums: what does not depend on x within the row is `at_zero`. */
struct RowModel {
  float per_x[3];
  float per_y[3];
  float at_zero[3];
};

// Far outside of any picture, and still exact as a number of steps.
constexpr float kNearest = -4096, kFarthest = 65000;

LOUPE_KERNEL simd::FloatLanes Within(const simd::FloatLanes& v) {
  const simd::FloatLanes low = simd::AllLanes(kNearest), high = simd::AllLanes(kFarthest);
  const simd::FloatLanes raised = v > low ? v : low;
  return raised < high ? raised : high;
}

/** Rounds to steps; the offset keeps what is truncated positive. */
LOUPE_KERNEL simd::IntLanes ToSteps(const simd::FloatLanes& pixels) {
  constexpr int kOffset = 4096 * RowPlaces::kSteps;
  const simd::FloatLanes steps = Within(pixels) * float(RowPlaces::kSteps) + (float(kOffset) + 0.5F);
  return __builtin_convertvector(steps, simd::IntLanes) - kOffset;
}

LOUPE_KERNEL void LocateKernel(const RowModel* m, const float* shift_x, const float* shift_y, int width,
                               int* out_x, int* out_y) {
  simd::FloatLanes column = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int x = 0; x < width; x += simd::kLanes, column += float(simd::kLanes)) {
    const simd::FloatLanes px = column + simd::Load<simd::FloatLanes>(shift_x + x),
                           py = simd::Load<simd::FloatLanes>(shift_y + x);
    const simd::FloatLanes scale = 1.0F / (m->per_x[2] * px + m->per_y[2] * py + m->at_zero[2]);
    simd::Store(out_x + x, ToSteps((m->per_x[0] * px + m->per_y[0] * py + m->at_zero[0]) * scale));
    simd::Store(out_y + x, ToSteps((m->per_x[1] * px + m->per_y[1] * py + m->at_zero[1]) * scale));
  }
}

/** A gray picture with one more row and column, and the last place in it, in steps. */
struct GraySource {
  const uint8_t* pixels;
  int stride, right, bottom;
};

LOUPE_KERNEL simd::IntLanes Clamped(const simd::IntLanes& v, int most) {
  const simd::IntLanes zero = {}, top = zero + most;
  const simd::IntLanes raised = v > zero ? v : zero;
  return raised < top ? raised : top;
}

/** Two neighboring pixels at each offset, the left one in the low byte. */
LOUPE_KERNEL simd::IntLanes LoadPairs(const uint8_t* from, const simd::IntLanes& offsets) {
  simd::IntLanes pairs;
  for (int i = 0; i < simd::kLanes; ++i) {
    uint16_t pair;
    std::memcpy(&pair, from + offsets[i], sizeof pair);
    pairs[i] = pair;
  }
  return pairs;
}

LOUPE_KERNEL simd::IntLanes Between(const simd::IntLanes& pairs, const simd::IntLanes& u) {
  return (pairs & 255) * (RowPlaces::kSteps - u) + (pairs >> 8) * u;
}

/** Writes whole lanes. */
LOUPE_KERNEL void WarpGrayKernel(const GraySource* source, const int* xs, const int* ys, int width,
                                 uint8_t* out, uint8_t* known) {
  constexpr int kSteps = RowPlaces::kSteps, kShift = 5;
  static_assert(kSteps == 1 << kShift);
  typedef uint8_t Bytes __attribute__((vector_size(simd::kLanes)));
  const GraySource from = *source;
  for (int i = 0; i < width; i += simd::kLanes) {
    const simd::IntLanes given_x = simd::Load<simd::IntLanes>(xs + i),
                         given_y = simd::Load<simd::IntLanes>(ys + i);
    const simd::IntLanes x = Clamped(given_x, from.right), y = Clamped(given_y, from.bottom);
    const simd::IntLanes u = x & (kSteps - 1), v = y & (kSteps - 1);
    const simd::IntLanes offsets = (y >> kShift) * from.stride + (x >> kShift);
    const simd::IntLanes above = Between(LoadPairs(from.pixels, offsets), u);
    const simd::IntLanes below = Between(LoadPairs(from.pixels + from.stride, offsets), u);
    const simd::IntLanes gray = (above * (kSteps - v) + below * v + kSteps * kSteps / 2) >> (2 * kShift);
    simd::Store(out + i, __builtin_convertvector(gray, Bytes));
    simd::Store(known + i, __builtin_convertvector((x == given_x) & (y == given_y), Bytes));
  }
}

}  // namespace

cv::Point2d PlaceOf(const Warp& warp, const cv::Point2d& pixel) {
  const cv::Vec2d shift = ShiftAt(warp.field, pixel);
  const cv::Vec3d p = warp.homography * cv::Vec3d(pixel.x + shift[0], pixel.y + shift[1], 1);
  return {p[0] / p[2], p[1] / p[2]};
}

RowPlaces::RowPlaces(const Warp& warp, int width) : warp_(warp), width_(width) {
  const size_t padded = size_t(width) + simd::kLanes;
  shift_x_.assign(padded, 0);
  shift_y_.assign(padded, 0);
  x_.assign(padded, 0);
  y_.assign(padded, 0);
}

void RowPlaces::LocateShifts(int y) {
  const SmoothField& field = warp_.field;
  if (field.nodes.empty()) return;
  const double row = std::min(double(y) / field.spacing_px, field.nodes.rows - 1.0);
  const int top = std::min(int(row), field.nodes.rows - 2);
  const float v = float(row - top), step = 1.0F / field.spacing_px;
  const cv::Vec2f *above = field.nodes.ptr<cv::Vec2f>(top), *below = field.nodes.ptr<cv::Vec2f>(top + 1);
  const auto node = [&](int i) {
    i = std::min(i, field.nodes.cols - 1);
    return above[i] * (1 - v) + below[i] * v;
  };
  for (int left = 0, i = 0; left < width_; left += field.spacing_px, ++i) {
    const cv::Vec2f from = node(i), slope = (node(i + 1) - from) * step;
    const int count = std::min(field.spacing_px, width_ - left);
    for (int k = 0; k < count; ++k) shift_x_[left + k] = from[0] + float(k) * slope[0];
    for (int k = 0; k < count; ++k) shift_y_[left + k] = from[1] + float(k) * slope[1];
  }
}

void RowPlaces::Locate(int y) {
  LocateShifts(y);
  RowModel model;
  for (int i = 0; i < 3; ++i) {
    model.per_x[i] = float(warp_.homography(i, 0));
    model.per_y[i] = float(warp_.homography(i, 1));
    model.at_zero[i] = float(warp_.homography(i, 1) * y + warp_.homography(i, 2));
  }
  simd::RunWidest<LocateKernel>(&model, static_cast<const float*>(shift_x_.data()),
                                static_cast<const float*>(shift_y_.data()), width_, x_.data(), y_.data());
}

Warped WarpGray(const cv::Mat& query, const Warp& warp, const cv::Size& size) {
  cv::Mat padded;
  cv::copyMakeBorder(query, padded, 0, 1, 0, 1, cv::BORDER_REPLICATE);
  const GraySource source{padded.data, int(padded.step), (query.cols - 1) * RowPlaces::kSteps,
                          (query.rows - 1) * RowPlaces::kSteps};
  Warped warped{cv::Mat(size, CV_8U), cv::Mat(size, CV_8U)};
  RowPlaces places(warp, size.width);
  std::vector<uint8_t> gray(size_t(size.width) + simd::kLanes), known(gray.size());
  for (int y = 0; y < size.height; ++y) {
    places.Locate(y);
    simd::RunWidest<WarpGrayKernel>(&source, places.x(), places.y(), size.width, gray.data(), known.data());
    std::copy_n(gray.data(), size.width, warped.image.ptr(y));
    std::copy_n(known.data(), size.width, warped.known.ptr(y));
  }
  return warped;
}

}  // namespace loupe::registration
