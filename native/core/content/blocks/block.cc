#include "core/content/blocks/block.h"

#include <algorithm>

namespace loupe::content {

double ContrastOf(const ContentGrid& grid) {
  std::vector<double> ratios;
  for (const Block& block : grid.blocks)
    if (block.state == BlockState::kAgrees) ratios.push_back(block.query_ink / block.ink);
  if (ratios.empty()) return 1;
  const auto middle = ratios.begin() + std::ptrdiff_t(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return std::clamp(*middle, 0.1, 3.0);
}

}  // namespace loupe::content
