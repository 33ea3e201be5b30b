#include "corners.h"

#include <algorithm>
#include <cmath>
#include <opencv2/features2d.hpp>

namespace loupe {
namespace {

/** Tried in turn until a level is full: crisp prints stop at the first, faint ones need the last. */
constexpr int kFastThresholds[] = {20, 10, 5};
/** Corners that one grid cell gives on average. */
constexpr double kCornersPerCell = 3.0;

std::vector<cv::KeyPoint> DetectFast(const cv::Mat& level, const cv::Rect& inner, size_t wanted) {
  std::vector<cv::KeyPoint> found;
  // FAST itself skips a border of 3 pixels, so the searched part is that much larger.
  const cv::Rect outer(inner.x - 3, inner.y - 3, inner.width + 6, inner.height + 6);
  for (const int threshold : kFastThresholds) {
    found.clear();
    cv::FAST(level(outer), found, threshold, true, cv::FastFeatureDetector::TYPE_9_16);
    if (found.size() >= wanted) break;
  }
  for (cv::KeyPoint& k : found) {
    k.pt.x += static_cast<float>(outer.x);
    k.pt.y += static_cast<float>(outer.y);
  }
  return found;
}

struct RankedCorner {
  Corner corner;
  int cell = 0;
  /** Place among the corners of its cell, 0 is the strongest. */
  int round = 0;
};

bool IsStronger(const Corner& a, const Corner& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.y != b.y) return a.y < b.y;
  return a.x < b.x;
}

}  // namespace

std::vector<Corner> FindCorners(const cv::Mat& level, int max_count, int margin) {
  const cv::Rect inner(margin, margin, level.cols - 2 * margin, level.rows - 2 * margin);
  if (max_count <= 0 || inner.width <= 0 || inner.height <= 0) return {};
  const std::vector<cv::KeyPoint> found = DetectFast(level, inner, static_cast<size_t>(max_count));

  const double cell_side =
      std::max(16.0, std::sqrt(kCornersPerCell * inner.width * inner.height / std::max(1, max_count)));
  const int columns = std::max(1, static_cast<int>(std::lround(inner.width / cell_side)));
  const int rows = std::max(1, static_cast<int>(std::lround(inner.height / cell_side)));

  std::vector<RankedCorner> ranked(found.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ranked[i].corner = {found[i].pt.x, found[i].pt.y, static_cast<int>(found[i].response)};
    const int column =
        std::min(columns - 1, static_cast<int>(found[i].pt.x - inner.x) * columns / inner.width);
    const int row = std::min(rows - 1, static_cast<int>(found[i].pt.y - inner.y) * rows / inner.height);
    ranked[i].cell = row * columns + column;
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const RankedCorner& a, const RankedCorner& b) { return IsStronger(a.corner, b.corner); });
  std::vector<int> given(static_cast<size_t>(rows * columns), 0);
  for (RankedCorner& r : ranked) r.round = given[static_cast<size_t>(r.cell)]++;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedCorner& a, const RankedCorner& b) { return a.round < b.round; });

  ranked.resize(std::min(ranked.size(), static_cast<size_t>(max_count)));
  std::vector<Corner> corners(ranked.size());
  std::transform(ranked.begin(), ranked.end(), corners.begin(),
                 [](const RankedCorner& r) { return r.corner; });
  return corners;
}

}  // namespace loupe
