#include "core/registration/block_shifts.h"

#include <algorithm>
#include <cmath>

#include "core/simd/lanes.h"

namespace loupe::registration {
namespace {

/** Gray levels are kept 16 times as large, the sum of a binomial 3x3 kernel, and about 0 for exact sums. */
constexpr int kLevel = 16;
constexpr int kMiddle = 128 * kLevel;
/** Gradients are 8 times as large as a difference of neighbors. */
constexpr double kGradientLevel = 8;

LOUPE_KERNEL void SmoothKernel(const uint8_t* above, const uint8_t* at, const uint8_t* below, int width,
                               int16_t* __restrict column, int16_t* __restrict out) {
  for (int x = 0; x < width; ++x) column[x + 1] = int16_t(above[x] + 2 * at[x] + below[x]);
  column[0] = column[1];
  column[width + 1] = column[width];
  for (int x = 0; x < width; ++x) out[x] = int16_t(column[x] + 2 * column[x + 1] + column[x + 2] - kMiddle);
}

/** A picture smoothed by the binomial 3x3 kernel, 16 times as large (CV_16S). */
cv::Mat Smooth(const cv::Mat& gray) {
  cv::Mat smooth(gray.size(), CV_16S);
  std::vector<int16_t> column(size_t(gray.cols) + 2);
  for (int y = 0; y < gray.rows; ++y) {
    simd::RunWidest<SmoothKernel>(gray.ptr<uint8_t>(std::max(0, y - 1)), gray.ptr<uint8_t>(y),
                                  gray.ptr<uint8_t>(std::min(gray.rows - 1, y + 1)), gray.cols, column.data(),
                                  smooth.ptr<int16_t>(y));
  }
  return smooth;
}

LOUPE_KERNEL void GradientKernel(const int16_t* above, const int16_t* at, const int16_t* below, int width,
                                 int16_t* __restrict gx, int16_t* __restrict gy) {
  for (int x = 1; x < width - 1; ++x) {
    gx[x] =
        int16_t((above[x + 1] - above[x - 1]) + 2 * (at[x + 1] - at[x - 1]) + (below[x + 1] - below[x - 1]));
    gy[x] =
        int16_t((below[x - 1] - above[x - 1]) + 2 * (below[x] - above[x]) + (below[x + 1] - above[x + 1]));
  }
}

struct BlockArea {
  const int16_t *r, *gx, *gy;
  size_t stride;
  int side;
};

/** Sums of the reference alone: r, rr, gx, gy, r gx, r gy, gx gx, gx gy, gy gy. */
using ReferenceSums = float[9];

LOUPE_KERNEL void ReferenceKernel(const BlockArea* area, float* sums) {
  simd::FloatLanes s[9] = {};
  for (int y = 0; y < area->side; ++y) {
    const size_t row = y * area->stride;
    for (int x = 0; x < area->side; x += simd::kLanes) {
      const simd::FloatLanes r = simd::LoadShorts(area->r + row + x);
      const simd::FloatLanes gx = simd::LoadShorts(area->gx + row + x),
                             gy = simd::LoadShorts(area->gy + row + x);
      s[0] += r, s[1] += r * r, s[2] += gx, s[3] += gy, s[4] += r * gx, s[5] += r * gy;
      s[6] += gx * gx, s[7] += gx * gy, s[8] += gy * gy;
    }
  }
  for (int i = 0; i < 9; ++i) sums[i] = simd::SumOf(s[i]);
}

struct QueryArea {
  const int16_t* q;
  size_t stride;
  float w00, w01, w10, w11;
};

/** Sums of the query read between its pixels: q, qq, q r, q gx, q gy. */
using QuerySums = float[5];

LOUPE_KERNEL void QueryKernel(const BlockArea* area, const QueryArea* query, float* sums) {
  simd::FloatLanes s[5] = {};
  for (int y = 0; y < area->side; ++y) {
    const size_t row = y * area->stride;
    const int16_t *upper = query->q + y * query->stride, *lower = upper + query->stride;
    for (int x = 0; x < area->side; x += simd::kLanes) {
      const simd::FloatLanes q =
          query->w00 * simd::LoadShorts(upper + x) + query->w01 * simd::LoadShorts(upper + x + 1) +
          query->w10 * simd::LoadShorts(lower + x) + query->w11 * simd::LoadShorts(lower + x + 1);
      s[0] += q, s[1] += q * q, s[2] += q * simd::LoadShorts(area->r + row + x);
      s[3] += q * simd::LoadShorts(area->gx + row + x), s[4] += q * simd::LoadShorts(area->gy + row + x);
    }
  }
  for (int i = 0; i < 5; ++i) sums[i] = simd::SumOf(s[i]);
}

BlockArea AreaOf(const cv::Mat& smooth, const cv::Mat& gx, const cv::Mat& gy, const cv::Point& corner,
                 int side) {
  return {smooth.ptr<int16_t>(corner.y) + corner.x, gx.ptr<int16_t>(corner.y) + corner.x,
          gy.ptr<int16_t>(corner.y) + corner.x, smooth.step1(), side};
}

}  // namespace

/** The evened-out query against the evened-out reference. */
struct BlockGrid::Read {
  cv::Vec2d steepest{0, 0};
  /** Mean squared difference; 2 when nothing agrees. */
  double variance = 0;
};

BlockGrid::BlockGrid(const cv::Mat& reference, const BlockOptions& options)
    : options_(options),
      reach_(int(std::ceil(options.farthest_px)) + 1),
      noise_variance_(options.noise_levels * options.noise_levels * kLevel * kLevel) {
  const int side = options.block_px;
  if (reference.cols < side + 2 * reach_ || reference.rows < side + 2 * reach_) return;
  smooth_ = Smooth(reference);
  gradient_x_ = cv::Mat(reference.size(), CV_16S);
  gradient_y_ = cv::Mat(reference.size(), CV_16S);
  for (int y = 1; y + 1 < reference.rows; ++y) {
    simd::RunWidest<GradientKernel>(smooth_.ptr<int16_t>(y - 1), smooth_.ptr<int16_t>(y),
                                    smooth_.ptr<int16_t>(y + 1), reference.cols, gradient_x_.ptr<int16_t>(y),
                                    gradient_y_.ptr<int16_t>(y));
  }
  for (int y = reach_; y + side + reach_ <= reference.rows; y += options.spacing_px) {
    for (int x = reach_; x + side + reach_ <= reference.cols; x += options.spacing_px) AddBlock({x, y});
  }
}

void BlockGrid::AddBlock(const cv::Point& corner) {
  const int side = options_.block_px;
  const double n = double(side) * side;
  const BlockArea area = AreaOf(smooth_, gradient_x_, gradient_y_, corner, side);
  ReferenceSums s;
  simd::RunWidest<ReferenceKernel>(&area, static_cast<float*>(s));
  const double mean = s[0] / n, variance = std::max(0.0, s[1] / n - mean * mean);
  const double scale = 1 / std::sqrt(variance + noise_variance_), k = scale / kGradientLevel;
  const cv::Matx22d tensor(k * k * s[6], k * k * s[7], k * k * s[7], k * k * s[8]);
  const double trace = tensor(0, 0) + tensor(1, 1);
  if (trace < options_.least_structure * n) return;
  // A small ridge stops blocks with one edge direction from sliding along it.
  const double ridge = 0.02 * trace;
  const cv::Matx22d damped(tensor(0, 0) + ridge, tensor(0, 1), tensor(1, 0), tensor(1, 1) + ridge);
  blocks_.push_back({corner, mean, scale, k * s[2], k * s[3], k * scale * (s[4] - mean * s[2]),
                     k * scale * (s[5] - mean * s[3]), tensor, damped.inv()});
}

BlockGrid::Read BlockGrid::ReadAt(const Block& block, const cv::Mat& query, const cv::Vec2d& shift) const {
  const int left = int(std::floor(shift[0])), top = int(std::floor(shift[1]));
  const float u = float(shift[0] - left), v = float(shift[1] - top);
  const QueryArea read{query.ptr<int16_t>(block.corner.y + top) + block.corner.x + left,
                       query.step1(),
                       (1 - u) * (1 - v),
                       u * (1 - v),
                       (1 - u) * v,
                       u * v};
  const BlockArea area = AreaOf(smooth_, gradient_x_, gradient_y_, block.corner, options_.block_px);
  QuerySums s;
  simd::RunWidest<QueryKernel>(&area, &read, static_cast<float*>(s));
  const double n = double(options_.block_px) * options_.block_px, mean = s[0] / n;
  const double variance = std::max(0.0, s[1] / n - mean * mean);
  const double scale = 1 / std::sqrt(variance + noise_variance_), k = block.scale / kGradientLevel;
  const double own = 1 / (block.scale * block.scale) - noise_variance_;
  const double covariance = s[2] / n - mean * block.mean;
  Read result;
  result.steepest = {scale * (k * s[3] - mean * block.sum_gx) - block.sum_r_gx,
                     scale * (k * s[4] - mean * block.sum_gy) - block.sum_r_gy};
  result.variance = std::max(
      0.0, scale * scale * variance + block.scale * block.scale * own - 2 * scale * block.scale * covariance);
  return result;
}

bool BlockGrid::Align(const Block& block, const cv::Mat& query, BlockShift& found) const {
  cv::Vec2d shift(0, 0);
  Read read;
  for (int i = 0; i < options_.iterations; ++i) {
    read = ReadAt(block, query, shift);
    const cv::Vec2d step = block.inverse * read.steepest;
    shift -= step;
    if (cv::norm(shift, cv::NORM_INF) > options_.farthest_px) return false;
    if (cv::norm(step) < options_.settled_px) break;
  }
  if (read.variance > options_.unlike) return false;
  const double half = 0.5 * (options_.block_px - 1);
  found = {
      {block.corner.x + half, block.corner.y + half}, shift, block.tensor * (1.0 / (read.variance + 0.01))};
  return true;
}

bool BlockGrid::IsWhollyKnown(const cv::Mat& known, const cv::Point& corner) const {
  const int side = options_.block_px + 2 * reach_ - 1;
  const int left = corner.x - reach_, top = corner.y - reach_;
  for (int y = 0; y <= 2; ++y) {
    for (int x = 0; x <= 2; ++x) {
      if (!known.at<uchar>(top + y * side / 2, left + x * side / 2)) return false;
    }
  }
  return true;
}

std::vector<BlockShift> BlockGrid::Measure(const cv::Mat& warped, const cv::Mat& known) const {
  std::vector<BlockShift> shifts;
  if (blocks_.empty()) return shifts;
  const cv::Mat query = Smooth(warped);
  BlockShift found;
  for (const Block& block : blocks_) {
    if (IsWhollyKnown(known, block.corner) && Align(block, query, found)) shifts.push_back(found);
  }
  return shifts;
}

std::vector<BlockShift> MeasureBlockShifts(const cv::Mat& reference, const cv::Mat& warped,
                                           const cv::Mat& known, const BlockOptions& options) {
  return BlockGrid(reference, options).Measure(warped, known);
}

}  // namespace loupe::registration
