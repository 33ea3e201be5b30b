#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "leveling.h"

namespace loupe::compare {
namespace {

constexpr int kTilePx = 48;
constexpr size_t kMostTiles = 24;
constexpr std::array<double, 8> kSigmas = {0, 0.45, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2};

std::vector<cv::Rect> DetailedTiles(const cv::Mat& luma, const cv::Mat& valid) {
  std::vector<std::pair<double, cv::Rect>> ranked;
  for (int y = 0; y + kTilePx <= luma.rows; y += kTilePx) {
    for (int x = 0; x + kTilePx <= luma.cols; x += kTilePx) {
      const cv::Rect tile(x, y, kTilePx, kTilePx);
      if (cv::countNonZero(valid(tile)) != tile.area()) continue;
      cv::Scalar mean, deviation;
      cv::meanStdDev(luma(tile), mean, deviation);
      if (deviation[0] >= 6) ranked.emplace_back(-deviation[0], tile);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > kMostTiles) ranked.resize(kMostTiles);
  std::vector<cv::Rect> tiles;
  for (const auto& entry : ranked) tiles.push_back(entry.second);
  return tiles;
}

void Blur(const cv::Mat& in, cv::Mat& out, double sigma) {
  if (sigma > 0) {
    cv::GaussianBlur(in, out, {0, 0}, sigma);
  } else {
    in.copyTo(out);
  }
}

/** Median over the tiles of the mean difference: a tile that really changed does not count. */
double TypicalDifference(const cv::Mat& reference, const cv::Mat& warped, const std::vector<cv::Rect>& tiles,
                         double reference_sigma, double warped_sigma) {
  std::vector<double> differences;
  cv::Mat r, q;
  for (const cv::Rect& tile : tiles) {
    Blur(reference(tile), r, reference_sigma);
    Blur(warped(tile), q, warped_sigma);
    differences.push_back(cv::norm(r, q, cv::NORM_L1) / tile.area());
  }
  const auto middle = differences.begin() + differences.size() / 2;
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

}  // namespace

void MatchSharpness(cv::Mat& reference, cv::Mat& warped, const cv::Mat& valid) {
  const std::vector<cv::Rect> tiles = DetailedTiles(reference, valid);
  if (tiles.empty()) return;
  const double as_they_are = TypicalDifference(reference, warped, tiles, 0, 0);
  // Blurring also removes noise, so it must pay clearly before it is believed.
  double best = 0.9 * as_they_are;
  double reference_sigma = 0, warped_sigma = 0;
  for (const double sigma : kSigmas) {
    if (sigma == 0) continue;
    const double on_reference = TypicalDifference(reference, warped, tiles, sigma, 0);
    const double on_warped = TypicalDifference(reference, warped, tiles, 0, sigma);
    if (on_reference < best) best = on_reference, reference_sigma = sigma, warped_sigma = 0;
    if (on_warped < best) best = on_warped, reference_sigma = 0, warped_sigma = sigma;
  }
  if (reference_sigma > 0) Blur(reference.clone(), reference, reference_sigma);
  if (warped_sigma > 0) Blur(warped.clone(), warped, warped_sigma);
}

}  // namespace loupe::compare
