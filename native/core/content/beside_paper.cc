#include "core/content/beside_paper.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/content/blocks/block_levels.h"

namespace loupe::content {
namespace {

bool IsSeen(const Block& block) { return block.is_visible && block.state != BlockState::kHidden; }

/** How much brighter the query is: around a block, and usually, where nothing around it agrees. */
class Light {
 public:
  Light(const ContentGrid& grid, const cv::Mat& reference, const cv::Mat& query, int side) {
    cv::Mat count(grid.rows(), grid.columns, CV_64F, cv::Scalar(0)), ratio = count.clone();
    std::vector<double> all;
    for (size_t i = 0; i < grid.blocks.size(); ++i) {
      const Block& block = grid.blocks[i];
      if (block.state != BlockState::kAgrees) continue;
      const double one = (1 + BrightOf(query, block.place)) / (1 + BrightOf(reference, block.place));
      count.ptr<double>()[i] = 1, ratio.ptr<double>()[i] = one, all.push_back(one);
    }
    agreeing_ = int(all.size());
    if (all.empty()) return;
    std::nth_element(all.begin(), all.begin() + long(all.size() / 2), all.end());
    usual_ = all[all.size() / 2];
    count_ = SumAround(count, side), ratio_ = SumAround(ratio, side);
  }

  int agreeing() const { return agreeing_; }
  bool IsKnown(size_t index) const { return count_.ptr<double>()[index] > 0.5; }
  double At(size_t index) const {
    return IsKnown(index) ? ratio_.ptr<double>()[index] / count_.ptr<double>()[index] : usual_;
  }

 private:
  int agreeing_ = 0;
  double usual_ = 1;
  cv::Mat count_, ratio_;
};

/** Whether the query has another ground than the paper that the reference has there. */
bool IsOffPaper(const Block& block, const Light& light, size_t index, const cv::Mat& reference,
                const cv::Mat& query, const ContentOptions& options) {
  if (!IsSeen(block) || block.state == BlockState::kAgrees) return false;
  const double expected = BrightOf(reference, block.place) * light.At(index);
  // Far from what agrees, the light is known less well.
  const double most = options.paper_levels * (light.IsKnown(index) ? 1 : 2);
  return std::abs(NearestGround(query, block.place, expected) - expected) > most;
}

/** Whether nearly all of a side of the grid is off the paper without ink in the reference, or out of view. */
bool IsCutSide(const ContentGrid& grid, const cv::Mat& off, int first, int step, int length,
               const ContentOptions& options) {
  int beside = 0;
  for (int at = 0; at < length; ++at) {
    const size_t i = size_t(first + at * step);
    const Block& block = grid.blocks[i];
    beside += !block.is_visible || (off.data[i] != 0 && !HasInk(block.state));
  }
  return beside >= options.beside_share * length;
}

}  // namespace

void HideBesidePaper(ContentGrid& grid, const cv::Mat& reference, const cv::Mat& query,
                     const ContentOptions& options) {
  const int rows = grid.rows(), columns = grid.columns;
  if (rows == 0) return;
  const Light light(grid, reference, query, options.paper_blocks);
  if (light.agreeing() < options.least_beside_agreeing) return;
  cv::Mat off(rows, columns, CV_8U);
  for (size_t i = 0; i < grid.blocks.size(); ++i)
    off.data[i] =
        !grid.blocks[i].is_visible || IsOffPaper(grid.blocks[i], light, i, reference, query, options) ? 255
                                                                                                      : 0;
  struct Side {
    int first, step, length;
  };
  cv::Mat regions;
  cv::connectedComponents(off, regions, 8, CV_32S);
  std::vector<int> beside;
  for (const Side& side : {Side{0, 1, columns}, Side{(rows - 1) * columns, 1, columns},
                           Side{0, columns, rows}, Side{columns - 1, columns, rows}}) {
    if (!IsCutSide(grid, off, side.first, side.step, side.length, options)) continue;
    for (int at = 0; at < side.length; ++at) {
      const int region = regions.ptr<int>()[side.first + at * side.step];
      if (region != 0) beside.push_back(region);
    }
  }
  if (beside.empty()) return;
  cv::Mat hidden(rows, columns, CV_8U);
  for (size_t i = 0; i < grid.blocks.size(); ++i)
    hidden.data[i] =
        grid.blocks[i].is_visible && std::count(beside.begin(), beside.end(), regions.ptr<int>()[i]) > 0 ? 255
                                                                                                         : 0;
  // The cut itself crosses the blocks next to it.
  cv::dilate(hidden, hidden, cv::Mat());
  for (size_t i = 0; i < grid.blocks.size(); ++i)
    if (hidden.data[i] != 0 && grid.blocks[i].state != BlockState::kAgrees)
      grid.blocks[i].state = BlockState::kHidden;
}

}  // namespace loupe::content
