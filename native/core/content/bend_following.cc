#include "core/content/bend_following.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace loupe::content {
namespace {

bool IsAsked(const Block& block, const ContentOptions& options) {
  return block.is_visible && block.ink >= options.ink_levels;
}

int Median(std::vector<int>& values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/** The median shift of the neighbors that agree; none where there are too few. */
std::optional<cv::Point> ShiftAround(const ContentGrid& grid, int index, const ContentOptions& options) {
  const int row = index / grid.columns, column = index % grid.columns, reach = options.neighbor_blocks;
  std::vector<int> across, down;
  for (int y = std::max(0, row - reach); y <= std::min(grid.rows() - 1, row + reach); ++y) {
    for (int x = std::max(0, column - reach); x <= std::min(grid.columns - 1, column + reach); ++x) {
      const Block& neighbor = grid.blocks[size_t(y * grid.columns + x)];
      if (!IsAsked(neighbor, options) || neighbor.match.correlation < options.agreeing) continue;
      across.push_back(neighbor.match.shift.x), down.push_back(neighbor.match.shift.y);
    }
  }
  if (int(across.size()) < options.least_neighbors) return std::nullopt;
  return cv::Point(Median(across), Median(down));
}

}  // namespace

void FollowBends(ContentGrid& grid, const Slopes& reference, const Slopes& query,
                 const ContentOptions& options) {
  std::vector<cv::Point> tried(grid.blocks.size());
  for (int round = 0; round < options.follow_rounds; ++round) {
    std::vector<std::pair<size_t, BlockMatch>> found;
    for (size_t i = 0; i < grid.blocks.size(); ++i) {
      const Block& block = grid.blocks[i];
      if (!IsAsked(block, options) || block.match.correlation >= options.agreeing) continue;
      const std::optional<cv::Point> shift = ShiftAround(grid, int(i), options);
      if (!shift || *shift == tried[i]) continue;
      tried[i] = *shift;
      const BlockMatch match = BestMatch(reference, block.place, query, *shift, options);
      if (match.correlation > block.match.correlation) found.emplace_back(i, match);
    }
    if (found.empty()) return;
    for (const auto& [i, match] : found) grid.blocks[i].match = match;
  }
}

}  // namespace loupe::content
