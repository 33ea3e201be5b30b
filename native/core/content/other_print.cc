#include "core/content/other_print.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "core/content/blocks/block_levels.h"

namespace loupe::content {
namespace {

bool DoesNotAgree(const Block& block) {
  return block.state == BlockState::kDoubtful || block.state == BlockState::kContradicts;
}

bool Agrees(const Block& block) { return block.state == BlockState::kAgrees; }

double MeanOf(const cv::Mat& gray, const cv::Rect& place) {
  int sum = 0;
  for (int y = place.y; y < place.br().y; ++y) {
    const uchar* levels = gray.ptr(y) + place.x;
    for (int x = 0; x < place.width; ++x) sum += levels[x];
  }
  return sum * (1.0 / place.area());
}

/** The paper of a block of the reference: bright below dark ink, dark below light ink. */
struct Paper {
  double level = 0;
  bool is_bright = true;
};

/** Blocks of the reference without ink say what paper is around them, of any color. */
class PaperAround {
 public:
  PaperAround(const ContentGrid& grid, const cv::Mat& reference, const ContentOptions& options)
      : columns_(grid.columns), rows_(grid.rows()), options_(options), levels_(grid.blocks.size(), -1) {
    for (size_t i = 0; i < grid.blocks.size(); ++i) {
      const Block& block = grid.blocks[i];
      if (block.is_visible && !HasInk(block.state) && block.state != BlockState::kHidden)
        levels_[i] = MeanOf(reference, block.place);
    }
  }

  /** The block belongs to a picture, and has no paper, where nothing around it is as bright or dark as its
   * ground. */
  std::optional<Paper> At(size_t index, double bright, double dark) const {
    const double of_bright = NearestAround(index, bright), of_dark = NearestAround(index, dark);
    if (std::min(of_bright, of_dark) > options_.ground_levels) return std::nullopt;
    return of_bright <= of_dark ? Paper{bright, true} : Paper{dark, false};
  }

 private:
  double NearestAround(size_t index, double level) const {
    const int row = int(index) / columns_, column = int(index) % columns_, reach = options_.paper_blocks / 2;
    double nearest = 255;
    int papers = 0;
    for (int y = std::max(0, row - reach); y <= std::min(rows_ - 1, row + reach); ++y) {
      for (int x = std::max(0, column - reach); x <= std::min(columns_ - 1, column + reach); ++x) {
        const double paper = levels_[size_t(y * columns_ + x)];
        if (paper < 0) continue;
        ++papers, nearest = std::min(nearest, std::abs(paper - level));
      }
    }
    return papers < options_.least_papers ? 255 : nearest;
  }

  int columns_, rows_;
  const ContentOptions& options_;
  /** -1 where a block says nothing of the paper. */
  std::vector<double> levels_;
};

/** Share of the reference's ink that the query has, too: nearly all of it under handwriting, a stamp or a
 * mark. */
double KeptInk(const Block& block, const cv::Mat& reference, const Paper& paper, const cv::Mat& query,
               double query_paper, double gain) {
  const cv::Rect there = (block.place + block.match.shift) & cv::Rect({0, 0}, query.size());
  if (there.size() != block.place.size()) return 0;
  const double sign = paper.is_bright ? 1 : -1;
  double kept = 0, all = 0;
  for (int y = 0; y < there.height; ++y) {
    const uchar* r = reference.ptr(block.place.y + y) + block.place.x;
    const uchar* q = query.ptr(there.y + y) + there.x;
    for (int x = 0; x < there.width; ++x) {
      const double ink = std::max(0.0, sign * (paper.level - r[x]));
      const double query_ink = std::max(0.0, sign * (query_paper - q[x])) / gain;
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

/** The same of the blocks that show how the query's light differs: those that agree, and those empty in both.
 */
template <typename Value>
cv::Mat OfLit(const ContentGrid& grid, const Value& value_of) {
  cv::Mat values = OfAgreeing(grid, value_of);
  for (size_t i = 0; i < grid.blocks.size(); ++i)
    if (grid.blocks[i].state == BlockState::kEmpty) values.ptr<double>()[i] = value_of(grid.blocks[i]);
  return values;
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
  const cv::Mat count = SumAround(OfLit(grid, [](const Block&) { return 1.0; }), side);
  const cv::Mat light =
      SumAround(OfLit(grid,
                      [&](const Block& block) {
                        const auto level_of = Agrees(block) ? BrightOf : MeanOf;
                        return (1 + level_of(query, block.place)) / (1 + level_of(reference, block.place));
                      }),
                side);
  const std::vector<bool> reaches_edge = ReachEdge(grid);
  const PaperAround paper_around(grid, reference, options);
  const double gain = ContrastOf(grid);
  double weight = 0;
  int inked = 0;
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    const Block& block = grid.blocks[i];
    inked += HasInk(block.state);
    const double lights = count.ptr<double>()[i];
    if (!DoesNotAgree(block) || reaches_edge[i] || lights < 0.5 || block.print < options.print_levels)
      continue;
    const double strength = block.query_ink / (gain * block.ink);
    if (strength < options.least_strength || strength > options.most_strength) continue;
    const std::optional<Paper> paper =
        paper_around.At(i, BrightOf(reference, block.place), DarkOf(reference, block.place));
    if (!paper) continue;
    const double expected = paper->level * light.ptr<double>()[i] / lights;
    if (std::abs(NearestGround(query, block.place, expected) - expected) > options.paper_levels) continue;
    if (KeptInk(block, reference, *paper, query, expected, gain) >= options.kept_ink) continue;
    weight += std::clamp(
        (options.agreeing - block.match.correlation) / (options.agreeing - options.contradicting), 0.0, 1.0);
  }
  found.share = inked == 0 ? 0 : weight / inked;
  found.unevenness_px = UnevennessOf(grid, 2 * options.neighbor_blocks + 1);
  return found;
}

}  // namespace loupe::content
