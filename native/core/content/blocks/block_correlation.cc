#include "core/content/blocks/block_correlation.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>

namespace loupe::content {
namespace {

double Product(const cv::Mat& a, const cv::Rect& block, const cv::Mat& b, const cv::Point& corner) {
  int64_t sum = 0;
  for (int y = 0; y < block.height; ++y) {
    const short* p = a.ptr<short>(block.y + y) + block.x;
    const short* q = b.ptr<short>(corner.y + y) + corner.x;
    int row = 0;
    for (int x = 0; x < block.width; ++x) row += p[x] * q[x];
    sum += row;
  }
  return double(sum);
}

/** What a block holds along each axis. */
struct Energy {
  double along[2] = {0, 0};
  double total() const { return along[0] + along[1]; }
};

Energy EnergyOf(const Slopes& slopes, const cv::Rect& block) {
  return {{Product(slopes.along[0], block, slopes.along[0], block.tl()),
           Product(slopes.along[1], block, slopes.along[1], block.tl())}};
}

/** Twice the least slope in levels a pixel, since the ink of a letter rises and falls. */
double LeastEnergy(const cv::Rect& block, const ContentOptions& options) {
  return 4 * block.area() * options.ink_levels * options.ink_levels;
}

double Correlation(const Slopes& reference, const cv::Rect& block, const Energy& energy, const Slopes& query,
                   const cv::Point& corner, const ContentOptions& options) {
  const double least_energy = LeastEnergy(block, options), noise = 0.1 * least_energy;
  const Energy other = EnergyOf(query, {corner, block.size()});
  double least = 1;
  for (int axis = 0; axis < 2; ++axis) {
    const double a = energy.along[axis], b = other.along[axis];
    if (std::max(a, b) < least_energy) continue;
    if (a < options.asked_share * energy.total() && b < options.asked_share * other.total()) continue;
    const double product = Product(reference.along[axis], block, query.along[axis], corner);
    least = std::min(least, product / std::sqrt((a + noise) * (b + noise)));
  }
  return least;
}

}  // namespace

Slopes SlopesOf(const cv::Mat& gray) {
  Slopes slopes;
  cv::Sobel(gray, slopes.along[0], CV_16S, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::Sobel(gray, slopes.along[1], CV_16S, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
  return slopes;
}

double InkOf(const cv::Mat& gray, const cv::Rect& block) {
  int sum = 0, squares = 0;
  for (int y = block.y; y < block.br().y; ++y) {
    const uchar* p = gray.ptr(y) + block.x;
    for (int x = 0; x < block.width; ++x) sum += p[x], squares += p[x] * p[x];
  }
  const double n = block.area(), mean = sum / n;
  return std::sqrt(std::max(0.0, squares / n - mean * mean));
}

double CorrelationAt(const Slopes& reference, const cv::Rect& block, const Slopes& query,
                     const cv::Point& corner, const ContentOptions& options) {
  return Correlation(reference, block, EnergyOf(reference, block), query, corner, options);
}

BlockMatch BestMatch(const Slopes& reference, const cv::Rect& block, const Slopes& query,
                     const cv::Point& around, const ContentOptions& options) {
  const Energy energy = EnergyOf(reference, block);
  const cv::Rect frame({0, 0}, query.along[0].size());
  BlockMatch best;
  for (int ring = 0; ring <= options.reach_px && best.correlation < options.sure; ++ring) {
    for (int dy = -ring; dy <= ring; ++dy) {
      for (int dx = -ring; dx <= ring; ++dx) {
        const cv::Point shift = around + cv::Point(dx, dy);
        const cv::Rect moved = block + shift;
        if (std::max(std::abs(dx), std::abs(dy)) != ring || (moved & frame) != moved) continue;
        const double correlation = Correlation(reference, block, energy, query, moved.tl(), options);
        if (correlation > best.correlation) best = {correlation, shift};
      }
    }
  }
  return best;
}

}  // namespace loupe::content
