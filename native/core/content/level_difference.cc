#include "core/content/level_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>

#include "core/content/blocks/block_correlation.h"

namespace loupe::content {
namespace {

/** The levels of the query as the reference shows them, by least squares over all blocks. */
cv::Mat WithTonesOf(const cv::Mat& reference, const cv::Mat& query, const std::vector<cv::Rect>& blocks) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const cv::Rect& block : blocks) {
    for (int row = block.y; row < block.br().y; ++row) {
      const uchar *q = query.ptr(row), *r = reference.ptr(row);
      for (int column = block.x; column < block.br().x; ++column) {
        n += 1, x += q[column], y += r[column];
        xx += double(q[column]) * q[column], xy += double(q[column]) * r[column];
      }
    }
  }
  const double variance = xx - x * x / n;
  const double gain = variance > n ? std::clamp((xy - x * y / n) / variance, 0.5, 2.0) : 1.0;
  cv::Mat toned;
  query.convertTo(toned, CV_8U, gain, (y - gain * x) / n);
  return toned;
}

double DifferenceAt(const cv::Mat& reference, const cv::Rect& block, const cv::Mat& query,
                    const cv::Point& corner) {
  int64_t squares = 0;
  for (int row = 0; row < block.height; ++row) {
    const uchar* r = reference.ptr(block.y + row) + block.x;
    const uchar* q = query.ptr(corner.y + row) + corner.x;
    int sum = 0;
    for (int column = 0; column < block.width; ++column) {
      const int difference = r[column] - q[column];
      sum += difference * difference;
    }
    squares += sum;
  }
  return std::sqrt(double(squares) / block.area());
}

double LeastDifference(const cv::Mat& reference, const cv::Rect& block, const cv::Mat& query,
                       const ContentOptions& options) {
  const cv::Rect frame({0, 0}, query.size());
  double least = DifferenceAt(reference, block, query, block.tl());
  for (int dy = -options.reach_px; dy <= options.reach_px; ++dy) {
    for (int dx = -options.reach_px; dx <= options.reach_px; ++dx) {
      const cv::Rect moved = block + cv::Point(dx, dy);
      if ((moved & frame) == moved)
        least = std::min(least, DifferenceAt(reference, block, query, moved.tl()));
    }
  }
  return least;
}

cv::Mat Smoothed(const cv::Mat& gray) {
  cv::Mat smooth;
  cv::blur(gray, smooth, {3, 3}, {-1, -1}, cv::BORDER_REPLICATE);
  return smooth;
}

}  // namespace

double WorstDifference(const cv::Mat& reference, const cv::Mat& query, const std::vector<cv::Rect>& blocks,
                       const ContentOptions& options) {
  if (blocks.empty()) return 0;
  const cv::Mat toned = Smoothed(WithTonesOf(reference, query, blocks)), smooth = Smoothed(reference);
  double worst = 0;
  for (const cv::Rect& block : blocks) {
    const double noise = options.difference_noise_levels + InkOf(smooth, block);
    // Most blocks of a copy lie where they are looked for first.
    if (DifferenceAt(smooth, block, toned, block.tl()) <= worst * noise) continue;
    worst = std::max(worst, LeastDifference(smooth, block, toned, options) / noise);
  }
  return worst;
}

}  // namespace loupe::content
