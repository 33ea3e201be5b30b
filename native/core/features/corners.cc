#include "core/features/corners.h"

#include <algorithm>
#include <cmath>

#include "core/features/fast_corners.h"

namespace loupe::features {
namespace {

std::vector<Corner> DetectFast(const cv::Mat& level, const cv::Rect& inner, size_t wanted,
                               const CornerOptions& options, simd::Isa isa) {
  std::vector<Corner> found;
  for (const int threshold : options.fast_thresholds) {
    found = FindFastCorners(level, inner, threshold, isa);
    if (found.size() >= wanted) break;
  }
  return found;
}

struct RankedCorner {
  Corner corner;
  int cell = 0;
  /** Place among the corners of its cell, 0 is the strongest. */
  int round = 0;
};

/** Greatest score that FAST gives to gray values of a byte. */
constexpr int kMaxScore = 255;

/** Stable counting sort by a small number. */
template <typename KeyOf>
std::vector<RankedCorner> SortedBy(const std::vector<RankedCorner>& corners, int keys, KeyOf key_of) {
  std::vector<size_t> starts(static_cast<size_t>(keys) + 1, 0);
  for (const RankedCorner& c : corners) ++starts[static_cast<size_t>(key_of(c)) + 1];
  for (size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<RankedCorner> sorted(corners.size());
  for (const RankedCorner& c : corners) sorted[starts[static_cast<size_t>(key_of(c))]++] = c;
  return sorted;
}

}  // namespace

std::vector<Corner> FindCorners(const cv::Mat& level, int max_count, int margin, const CornerOptions& options,
                                simd::Isa isa) {
  const cv::Rect inner(margin, margin, level.cols - 2 * margin, level.rows - 2 * margin);
  if (max_count <= 0 || inner.width <= 0 || inner.height <= 0) return {};
  const std::vector<Corner> found = DetectFast(level, inner, static_cast<size_t>(max_count), options, isa);

  const double cell_side =
      std::max(options.min_cell_side_px,
               std::sqrt(options.per_cell * inner.width * inner.height / std::max(1, max_count)));
  const int columns = std::max(1, static_cast<int>(std::lround(inner.width / cell_side)));
  const int rows = std::max(1, static_cast<int>(std::lround(inner.height / cell_side)));

  std::vector<RankedCorner> ranked(found.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ranked[i].corner = found[i];
    const int column = std::min(columns - 1, static_cast<int>(found[i].x - inner.x) * columns / inner.width);
    const int row = std::min(rows - 1, static_cast<int>(found[i].y - inner.y) * rows / inner.height);
    ranked[i].cell = row * columns + column;
  }
  // FAST reports corners by rows, so that a stable sort leaves equal ones ordered by place.
  ranked = SortedBy(ranked, kMaxScore + 1, [](const RankedCorner& r) { return kMaxScore - r.corner.score; });
  std::vector<int> given(static_cast<size_t>(rows * columns), 0);
  for (RankedCorner& r : ranked) r.round = given[static_cast<size_t>(r.cell)]++;
  const int rounds = *std::max_element(given.begin(), given.end());
  ranked = SortedBy(ranked, std::max(1, rounds), [](const RankedCorner& r) { return r.round; });

  ranked.resize(std::min(ranked.size(), static_cast<size_t>(max_count)));
  std::vector<Corner> corners(ranked.size());
  std::transform(ranked.begin(), ranked.end(), corners.begin(),
                 [](const RankedCorner& r) { return r.corner; });
  return corners;
}

}  // namespace loupe::features
