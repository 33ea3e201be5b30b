#include "core/content/other_print.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::content {
namespace {

bool DoesNotAgree(const Block& block) {
  return block.state == BlockState::kDoubtful || block.state == BlockState::kContradicts;
}

bool Agrees(const Block& block) { return block.state == BlockState::kAgrees; }

/** The level that nine tenths of a block's pixels do not exceed: its paper. */
double PaperOf(const cv::Mat& gray, const cv::Rect& place) {
  std::array<int, 256> counts{};
  for (int y = place.y; y < place.br().y; ++y) {
    const uchar* levels = gray.ptr(y) + place.x;
    for (int x = 0; x < place.width; ++x) ++counts[levels[x]];
  }
  int level = 255;
  for (int brighter = counts[255]; level > 0 && brighter < place.area() / 10; brighter += counts[--level]) {
  }
  return level;
}

/** Share of the reference's ink that the query has, too: nearly all of it under handwriting, a stamp or a
 * mark. */
double KeptInk(const Block& block, const cv::Mat& reference, double paper, const cv::Mat& query,
               double query_paper, double gain) {
  const cv::Rect there = (block.place + block.match.shift) & cv::Rect({0, 0}, query.size());
  if (there.size() != block.place.size()) return 0;
  double kept = 0, all = 0;
  for (int y = 0; y < there.height; ++y) {
    const uchar* r = reference.ptr(block.place.y + y) + block.place.x;
    const uchar* q = query.ptr(there.y + y) + there.x;
    for (int x = 0; x < there.width; ++x) {
      const double ink = std::max(0.0, paper - r[x]), query_ink = std::max(0.0, query_paper - q[x]) / gain;
      all += ink, kept += std::min(ink, query_ink);
    }
  }
  return all == 0 ? 1 : kept / all;
}

/** A value of the blocks that agree, one a cell, and 0 elsewhere. */
template <typename Value>
cv::Mat OfAgreeing(const ContentGrid& grid, const Value& value_of) {
  cv::Mat values(grid.rows(), grid.columns, CV_64F, cv::Scalar(0));
  for (size_t i = 0; i < grid.blocks.size(); ++i)
    if (Agrees(grid.blocks[i])) values.ptr<double>()[i] = value_of(grid.blocks[i]);
  return values;
}

/** Sums over `side` by `side` blocks around each. */
cv::Mat SumAround(const cv::Mat& values, int side) {
  cv::Mat sums;
  cv::boxFilter(values, sums, -1, {side, side}, {-1, -1}, false, cv::BORDER_CONSTANT);
  return sums;
}

/** Which blocks belong to a region without agreement that reaches the edge of the grid. */
std::vector<bool> ReachEdge(const ContentGrid& grid) {
  cv::Mat disagreeing(grid.rows(), grid.columns, CV_8U), regions;
  for (size_t i = 0; i < grid.blocks.size(); ++i) disagreeing.data[i] = DoesNotAgree(grid.blocks[i]) ? 1 : 0;
  const int count = cv::connectedComponents(disagreeing, regions, 8, CV_32S);
  std::vector<bool> at_edge(size_t(count), false), reach(grid.blocks.size(), false);
  const auto region_of = [&](size_t i) { return size_t(regions.ptr<int>()[i]); };
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    const int row = int(i) / grid.columns, column = int(i) % grid.columns;
    if (row == 0 || column == 0 || row == grid.rows() - 1 || column == grid.columns - 1)
      at_edge[region_of(i)] = true;
  }
  for (size_t i = 0; i < grid.blocks.size(); ++i) reach[i] = region_of(i) != 0 && at_edge[region_of(i)];
  return reach;
}

/** @param side  of the surroundings, in blocks */
double UnevennessOf(const ContentGrid& grid, int side) {
  const cv::Mat count = SumAround(OfAgreeing(grid, [](const Block&) { return 1.0; }), side);
  const cv::Mat across =
      SumAround(OfAgreeing(grid, [](const Block& block) { return double(block.match.shift.x); }), side);
  const cv::Mat down =
      SumAround(OfAgreeing(grid, [](const Block& block) { return double(block.match.shift.y); }), side);
  double sum = 0;
  int agreeing = 0;
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    if (!Agrees(grid.blocks[i])) continue;
    const double n = count.ptr<double>()[i];
    const cv::Point shift = grid.blocks[i].match.shift;
    sum += std::hypot(shift.x - across.ptr<double>()[i] / n, shift.y - down.ptr<double>()[i] / n);
    ++agreeing;
  }
  return agreeing == 0 ? 0 : sum / agreeing;
}

}  // namespace

OtherPrint FindOtherPrint(const ContentGrid& grid, const cv::Mat& reference, const cv::Mat& query,
                          const ContentOptions& options) {
  OtherPrint found;
  if (grid.blocks.empty()) return found;
  const int side = options.paper_blocks;
  const cv::Mat count = SumAround(OfAgreeing(grid, [](const Block&) { return 1.0; }), side);
  const cv::Mat light = SumAround(OfAgreeing(grid,
                                             [&](const Block& block) {
                                               return PaperOf(query, block.place) /
                                                      std::max(1.0, PaperOf(reference, block.place));
                                             }),
                                  side);
  const std::vector<bool> reaches_edge = ReachEdge(grid);
  const double gain = ContrastOf(grid);
  double weight = 0;
  int inked = 0;
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    const Block& block = grid.blocks[i];
    inked += HasInk(block.state);
    const double lights = count.ptr<double>()[i];
    if (!DoesNotAgree(block) || reaches_edge[i] || lights == 0) continue;
    const double paper = PaperOf(reference, block.place);
    const double strength = block.query_ink / (gain * block.ink);
    const double expected = paper * light.ptr<double>()[i] / lights;
    if (block.print < options.print_levels || paper < options.white_level) continue;
    if (strength < options.least_strength || strength > options.most_strength) continue;
    if (std::abs(PaperOf(query, block.place) - expected) > options.paper_levels) continue;
    if (KeptInk(block, reference, paper, query, expected, gain) >= options.kept_ink) continue;
    weight += std::clamp(
        (options.agreeing - block.match.correlation) / (options.agreeing - options.contradicting), 0.0, 1.0);
  }
  found.share = inked == 0 ? 0 : weight / inked;
  found.unevenness_px = UnevennessOf(grid, 2 * options.neighbor_blocks + 1);
  return found;
}

}  // namespace loupe::content
