#include "warp.h"

#include <algorithm>
#include <cmath>

namespace loupe {
namespace {

/** Price of a second difference of one pixel between nodes, in squared pixels of a pair's error. */
constexpr double kStiffness = 0.01;
/** Price of a displacement of one pixel, which keeps far nodes from running away. */
constexpr double kRestoring = 0.0003;
constexpr int kReweightings = 2;

}  // namespace

PageBend::Weights PageBend::WeightsAt(cv::Point2d p) const {
  const double x = std::clamp(p.x / width_, 0.0, 1.0) * (kNodes - 1);
  const double y = std::clamp(p.y / height_, 0.0, 1.0) * (kNodes - 1);
  const int column = std::min(static_cast<int>(x), kNodes - 2),
            row = std::min(static_cast<int>(y), kNodes - 2);
  const double fx = x - column, fy = y - row;
  const int first = row * kNodes + column;
  return {{first, first + 1, first + kNodes, first + kNodes + 1},
          {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy}};
}

cv::Point2d PageBend::At(cv::Point2d in_reference) const {
  const Weights at = WeightsAt(in_reference);
  cv::Point2d sum(0, 0);
  for (size_t i = 0; i < 4; ++i) sum += at.weight[i] * nodes_[static_cast<size_t>(at.node[i])];
  return sum;
}

const cv::Matx<double, PageBend::kNodeCount, PageBend::kNodeCount>& PageBend::Stiffness() {
  static const auto stiffness = [] {
    auto sum = cv::Matx<double, kNodeCount, kNodeCount>::eye() * kRestoring;
    const auto add = [&sum](std::array<int, 4> nodes, std::array<double, 4> factors) {
      for (size_t i = 0; i < 4; ++i) {
        for (size_t j = 0; j < 4; ++j) sum(nodes[i], nodes[j]) += kStiffness * factors[i] * factors[j];
      }
    };
    for (int row = 0; row < kNodes; ++row) {
      for (int column = 0; column < kNodes; ++column) {
        const int n = row * kNodes + column;
        if (column + 2 < kNodes) add({n, n + 1, n + 2, n}, {1, -2, 1, 0});
        if (row + 2 < kNodes) add({n, n + kNodes, n + 2 * kNodes, n}, {1, -2, 1, 0});
        if (column + 1 < kNodes && row + 1 < kNodes)
          add({n, n + 1, n + kNodes, n + kNodes + 1}, {1, -1, -1, 1});
      }
    }
    return sum;
  }();
  return stiffness;
}

void PageBend::Fit(const std::vector<PointPair>& pairs, const cv::Matx33d& h, ImageSize reference,
                   double scale_px) {
  width_ = std::max(1, reference.width);
  height_ = std::max(1, reference.height);
  for (int round = 0; round < kReweightings; ++round) {
    cv::Mat normal(Stiffness(), true);
    cv::Mat right = cv::Mat::zeros(kNodeCount, 2, CV_64F);
    for (const PointPair& pair : pairs) {
      const cv::Point2d reference_point(pair.in_reference);
      const cv::Point2d wanted = cv::Point2d(pair.in_query) - Project(h, reference_point);
      const cv::Point2d error = is_flat_ ? wanted : wanted - At(reference_point);
      const double weight = 1.0 / (1.0 + error.dot(error) / (scale_px * scale_px));
      const Weights at = WeightsAt(reference_point);
      for (size_t i = 0; i < 4; ++i) {
        const double w = weight * at.weight[i];
        right.at<double>(at.node[i], 0) += w * wanted.x;
        right.at<double>(at.node[i], 1) += w * wanted.y;
        for (size_t j = 0; j < 4; ++j) normal.at<double>(at.node[i], at.node[j]) += w * at.weight[j];
      }
    }
    cv::Mat solution;
    if (!cv::solve(normal, right, solution, cv::DECOMP_CHOLESKY)) return;
    for (int i = 0; i < kNodeCount; ++i) {
      const cv::Point2d node(solution.at<double>(i, 0), solution.at<double>(i, 1));
      if (!std::isfinite(node.x) || !std::isfinite(node.y)) return;
      nodes_[static_cast<size_t>(i)] = node;
    }
    is_flat_ = false;
  }
}

}  // namespace loupe
