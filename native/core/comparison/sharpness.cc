#include "core/comparison/sharpness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/lab_planes.h"

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

/** The most detailed tiles of one cell of the grid. */
std::vector<cv::Rect> DetailedTiles(const cv::Mat& rgb, const cv::Mat& valid, const cv::Rect& cell,
                                    const SharpnessOptions& options) {
  const auto most_tiles = static_cast<size_t>(options.most_tiles);
  const double all = double(cell.area()) / (kSharpnessTilePx * kSharpnessTilePx);
  const int step = kSharpnessTilePx * std::max(1, cvRound(std::sqrt(all / options.looked_at)));
  std::vector<std::pair<double, cv::Rect>> ranked;
  for (int y = cell.y; y + kSharpnessTilePx <= cell.br().y; y += step) {
    for (int x = cell.x; x + kSharpnessTilePx <= cell.br().x; x += step) {
      const cv::Rect tile(x, y, kSharpnessTilePx, kSharpnessTilePx);
      if (cv::countNonZero(valid(tile)) != tile.area()) continue;
      const double variance = VarianceOf(LightnessOf(rgb(tile)), {0, 0, tile.width, tile.height});
      if (variance >= options.least_variance) ranked.emplace_back(-variance, tile);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > most_tiles) ranked.resize(most_tiles);
  std::vector<cv::Rect> tiles;
  for (const auto& entry : ranked) tiles.push_back(entry.second);
  return tiles;
}

/** Lightness of the tiles one below the other, each with a margin. */
cv::Mat Column(const cv::Mat& rgb, const std::vector<cv::Rect>& tiles) {
  cv::Mat column(kCutPx * int(tiles.size()), kCutPx, CV_8U);
  for (size_t i = 0; i < tiles.size(); ++i) {
    const cv::Rect wide(tiles[i].x - kMarginPx, tiles[i].y - kMarginPx, kCutPx, kCutPx);
    const cv::Rect there = wide & cv::Rect({0, 0}, rgb.size());
    cv::copyMakeBorder(LightnessOf(rgb(there)), column.rowRange(kCutPx * int(i), kCutPx * int(i + 1)),
                       there.y - wide.y, wide.br().y - there.br().y, there.x - wide.x,
                       wide.br().x - there.br().x, cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED);
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

/** The best level of one cell. */
float LevelOf(const cv::Mat& reference, const cv::Mat& query, const std::vector<cv::Rect>& tiles,
              const SharpnessOptions& options) {
  const cv::Mat r = Column(reference, tiles), q = Column(query, tiles);
  // Blurring also removes noise, so it must pay clearly before it is believed.
  double best = options.believed_share * TypicalDifference(r, q);
  const bool is_reference_sharper = Detail(r) > Detail(q);
  int level = 0;
  for (size_t i = 0; i < kSigmas.size(); ++i) {
    const double left = is_reference_sharper ? TypicalDifference(Blurred(r, kSigmas[i]), q)
                                             : TypicalDifference(r, Blurred(q, kSigmas[i]));
    if (left >= best) continue;
    best = left;
    level = is_reference_sharper ? -int(i) - 1 : int(i) + 1;
  }
  return float(level);
}

float MedianLevel(std::vector<float> levels) {
  const auto middle = levels.begin() + levels.size() / 2;
  std::nth_element(levels.begin(), middle, levels.end());
  return *middle;
}

/** The plane blurred as much as each pixel's level says, between the list's Gaussians linearly. */
cv::Mat BlurredBy(const cv::Mat& plane, const cv::Mat& levels) {
  double least = 0, most = 0;
  cv::minMaxLoc(levels, &least, &most);
  if (most <= 0) return plane;
  const int first = std::max(0, int(std::floor(std::max(0.0, least)))),
            last = std::min(int(kSigmas.size()), int(std::ceil(most)));
  std::vector<cv::Mat> blurred;
  for (int level = first; level <= last; ++level)
    blurred.push_back(level == 0 ? plane : Blurred(plane, kSigmas[level - 1]));
  if (blurred.size() == 1) return blurred[0];
  cv::Mat mixed(plane.size(), CV_8U);
  for (int y = 0; y < plane.rows; ++y) {
    const float* level = levels.ptr<float>(y);
    for (int x = 0; x < plane.cols; ++x) {
      const float at = std::clamp(level[x], float(first), float(last)) - float(first);
      const int lower = std::min(int(at), int(blurred.size()) - 2);
      const float share = at - float(lower);
      mixed.at<uchar>(y, x) = uchar((1 - share) * blurred[lower].at<uchar>(y, x) +
                                    share * blurred[lower + 1].at<uchar>(y, x) + 0.5F);
    }
  }
  return mixed;
}

}  // namespace

Sharpness FindSharpness(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                        const SharpnessOptions& options) {
  Sharpness sharpness;
  sharpness.frame = reference.size();
  const auto count = [&](int side) { return std::clamp(side / options.cell_px, 1, options.most_cells); };
  const cv::Size grid(count(reference.cols), count(reference.rows));
  cv::Mat levels(grid, CV_32F), is_known = cv::Mat::zeros(grid, CV_8U);
  std::vector<float> known;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const cv::Point from(reference.cols * x / grid.width, reference.rows * y / grid.height);
      const cv::Point to(reference.cols * (x + 1) / grid.width, reference.rows * (y + 1) / grid.height);
      const std::vector<cv::Rect> tiles = DetailedTiles(reference, valid, {from, to}, options);
      if (tiles.empty()) continue;
      known.push_back(levels.at<float>(y, x) = LevelOf(reference, query, tiles, options));
      is_known.at<uchar>(y, x) = 1;
    }
  }
  if (known.empty()) return sharpness;
  levels.setTo(MedianLevel(known), is_known == 0);
  sharpness.blurred_share =
      double(std::count_if(known.begin(), known.end(),
                           [](float level) { return level <= -float(kSigmas.size()); })) /
      double(known.size());
  double least = 0, most = 0;
  cv::minMaxLoc(levels, &least, &most);
  if (least == 0 && most == 0) return sharpness;
  // One cell that was mistaken, or really changed, does not stand out from its neighbors.
  if (grid.width >= 3 && grid.height >= 3) cv::medianBlur(levels, levels, 3);
  sharpness.levels = levels;
  return sharpness;
}

void MatchSharpness(const Sharpness& sharpness, int first_row, cv::Mat& reference, cv::Mat& query) {
  if (sharpness.levels.empty()) return;
  const cv::Size grid = sharpness.levels.size(), frame = sharpness.frame;
  const double sx = double(grid.width) / frame.width, sy = double(grid.height) / frame.height;
  cv::Mat levels;
  const cv::Matx23d grid_from_rows(sx, 0, 0.5 * sx - 0.5, 0, sy, (first_row + 0.5) * sy - 0.5);
  cv::warpAffine(sharpness.levels, levels, grid_from_rows, reference.size(),
                 cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  query = BlurredBy(query, levels);
  reference = BlurredBy(reference, -levels);
}

}  // namespace loupe::comparison
