#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/leveling.h"

namespace loupe::comparison {
namespace {

constexpr int kSharpnessTilePx = 48;
constexpr std::array<double, 7> kSigmas = {0.45, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2};

/** Room around each tile, so that blurring does not reach beyond what was cut out. */
constexpr int kMarginPx = 8;
constexpr int kCutPx = kSharpnessTilePx + 2 * kMarginPx;

double VarianceOf(const cv::Mat& luma, const cv::Rect& tile) {
  long sum = 0, squares = 0;
  for (int y = tile.y; y < tile.br().y; ++y) {
    const uchar* p = luma.ptr(y) + tile.x;
    int row_sum = 0, row_squares = 0;
    for (int x = 0; x < tile.width; ++x) row_sum += p[x], row_squares += p[x] * p[x];
    sum += row_sum, squares += row_squares;
  }
  const double mean = double(sum) / tile.area();
  return double(squares) / tile.area() - mean * mean;
}

std::vector<cv::Rect> DetailedTiles(const cv::Mat& luma, const cv::Mat& valid,
                                    const SharpnessOptions& options) {
  const auto most_tiles = static_cast<size_t>(options.most_tiles);
  std::vector<std::pair<double, cv::Rect>> ranked;
  for (int y = 0; y + kSharpnessTilePx <= luma.rows; y += kSharpnessTilePx) {
    for (int x = 0; x + kSharpnessTilePx <= luma.cols; x += kSharpnessTilePx) {
      const cv::Rect tile(x, y, kSharpnessTilePx, kSharpnessTilePx);
      const double variance = VarianceOf(luma, tile);
      if (variance < options.least_variance || cv::countNonZero(valid(tile)) != tile.area()) continue;
      ranked.emplace_back(-variance, tile);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > most_tiles) ranked.resize(most_tiles);
  std::vector<cv::Rect> tiles;
  for (const auto& entry : ranked) tiles.push_back(entry.second);
  return tiles;
}

/** The tiles one below the other, each with a margin. */
cv::Mat Column(const cv::Mat& luma, const std::vector<cv::Rect>& tiles) {
  cv::Mat column(kCutPx * int(tiles.size()), kCutPx, CV_8U);
  for (size_t i = 0; i < tiles.size(); ++i) {
    const cv::Rect wide(tiles[i].x - kMarginPx, tiles[i].y - kMarginPx, kCutPx, kCutPx);
    const cv::Rect there = wide & cv::Rect({0, 0}, luma.size());
    cv::copyMakeBorder(luma(there), column.rowRange(kCutPx * int(i), kCutPx * int(i + 1)), there.y - wide.y,
                       wide.br().y - there.br().y, there.x - wide.x, wide.br().x - there.br().x,
                       cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED);
  }
  return column;
}

cv::Mat Blurred(const cv::Mat& image, double sigma) {
  cv::Mat blurred;
  cv::GaussianBlur(image, blurred, {0, 0}, sigma);
  return blurred;
}

/** Sum of what a pixel differs from its neighbors. */
double Detail(const cv::Mat& column) {
  const cv::Rect all({0, 0}, column.size());
  const cv::Rect from = all - cv::Size(1, 1), to = from + cv::Point(1, 1);
  return cv::norm(column(from), column(to), cv::NORM_L1);
}

/** Median over the tiles of the summed difference: a tile that really changed does not count. */
double TypicalDifference(const cv::Mat& reference, const cv::Mat& warped) {
  std::vector<double> differences;
  for (int top = 0; top < reference.rows; top += kCutPx) {
    const cv::Rect tile(kMarginPx, top + kMarginPx, kSharpnessTilePx, kSharpnessTilePx);
    differences.push_back(cv::norm(reference(tile), warped(tile), cv::NORM_L1));
  }
  const auto middle = differences.begin() + differences.size() / 2;
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

}  // namespace

void MatchSharpness(cv::Mat& reference, cv::Mat& warped, const cv::Mat& valid,
                    const SharpnessOptions& options) {
  const std::vector<cv::Rect> tiles = DetailedTiles(reference, valid, options);
  if (tiles.empty()) return;
  const cv::Mat r = Column(reference, tiles), q = Column(warped, tiles);
  // Blurring also removes noise, so it must pay clearly before it is believed.
  double best = options.believed_share * TypicalDifference(r, q);
  double reference_sigma = 0, warped_sigma = 0;
  const bool is_reference_sharper = Detail(r) > Detail(q);
  for (const double sigma : kSigmas) {
    const double left = is_reference_sharper ? TypicalDifference(Blurred(r, sigma), q)
                                             : TypicalDifference(r, Blurred(q, sigma));
    if (left >= best) continue;
    best = left;
    (is_reference_sharper ? reference_sigma : warped_sigma) = sigma;
  }
  if (reference_sigma > 0) reference = Blurred(reference, reference_sigma);
  if (warped_sigma > 0) warped = Blurred(warped, warped_sigma);
}

}  // namespace loupe::comparison
