#include "core/comparison/color_shift.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/lab_planes.h"

namespace loupe::comparison {
namespace {

/** Means over tiles, and the range of all pixels of each and of its neighbors, in percent of the strongest
 * channel. */
struct Tiles {
  cv::Mat lab, range;
};

Tiles TilesOf(const cv::Mat& rgb, int side) {
  Tiles tiles;
  cv::Mat means, channels[3], low, high;
  const cv::Rect used(0, 0, rgb.cols - rgb.cols % side, rgb.rows - rgb.rows % side);
  cv::resize(rgb(used), means, used.size() / side, 0, 0, cv::INTER_AREA);
  tiles.lab = LabOf(means);
  const cv::Mat around = cv::getStructuringElement(cv::MORPH_RECT, {3 * side, 3 * side});
  cv::erode(rgb(used), low, around);
  cv::dilate(rgb(used), high, around);
  cv::resize(high - low, means, used.size() / side, 0, 0, cv::INTER_NEAREST);
  cv::split(means, channels);
  tiles.range = cv::max(cv::max(channels[0], channels[1]), channels[2]);
  tiles.range.convertTo(tiles.range, CV_32F, 100.0 / 255);
  return tiles;
}

/** Length of each pixel's vector. */
cv::Mat Lengths(const cv::Mat& vectors) {
  cv::Mat lengths(vectors.size(), CV_32F);
  for (int y = 0; y < vectors.rows; ++y) {
    for (int x = 0; x < vectors.cols; ++x)
      lengths.at<float>(y, x) = float(cv::norm(vectors.at<cv::Vec3f>(y, x)));
  }
  return lengths;
}

/** 255 on tiles that differ in color, alike with those around. */
cv::Mat ShiftedTiles(const CommonFrame& frame, double least_delta_e, const ColorShiftOptions& options) {
  const int side = options.tile_px;
  const Tiles r = TilesOf(frame.reduced_reference, side), q = TilesOf(frame.reduced_query, side);
  cv::Mat differences = q.lab - r.lab, smooth, smooth_lengths;
  cv::blur(differences, smooth, {3, 3});
  cv::blur(Lengths(differences), smooth_lengths, {3, 3});
  const cv::Mat lengths = Lengths(smooth);
  cv::Mat shifted = cv::Mat::zeros(lengths.size(), CV_8U);
  for (int y = 0; y < lengths.rows; ++y) {
    for (int x = 0; x < lengths.cols; ++x) {
      const cv::Rect tile(x * side, y * side, side, side);
      const float length = lengths.at<float>(y, x);
      const float range = std::max(r.range.at<float>(y, x), q.range.at<float>(y, x));
      if (length < least_delta_e || length < options.coherence * smooth_lengths.at<float>(y, x)) continue;
      if (length < options.per_range * range) continue;
      if (cv::countNonZero(frame.reduced_valid(tile)) == tile.area()) shifted.at<uchar>(y, x) = 255;
    }
  }
  // Lines of tiles are edges that lie aside.
  cv::morphologyEx(shifted, shifted, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
  return shifted;
}

/** Share of the pixels under a mask that lie at an edge, 0..1. */
double EdgesUnder(const cv::Mat& rgb, const cv::Mat& mask, double edge_levels) {
  cv::Mat gradient, channels[3];
  cv::morphologyEx(rgb, gradient, cv::MORPH_GRADIENT, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
  cv::split(gradient, channels);
  return cv::mean(cv::max(cv::max(channels[0], channels[1]), channels[2]) >= edge_levels, mask)[0] / 255;
}

/** Whether both pictures have an outline around a mask, and about as many edges within it. */
bool HaveOneShape(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& mask,
                  const ColorShiftOptions& options) {
  // Masks end some pixels beside what they mark, as chroma is coarse.
  const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, {13, 13});
  cv::Mat outer, inner;
  cv::dilate(mask, outer, square);
  cv::erode(mask, inner, square, {-1, -1}, 1, cv::BORDER_CONSTANT, 0);
  const cv::Mat outline = outer & ~inner;
  const auto edges = [&](const cv::Mat& rgb, const cv::Mat& under) {
    return EdgesUnder(rgb, under, options.edge_levels);
  };
  const double around_r = edges(reference, outline), around_q = edges(query, outline);
  if (std::min(around_r, around_q) < options.least_outline * std::max(around_r, around_q)) return false;
  return cv::countNonZero(inner) == 0 ||
         std::abs(edges(reference, inner) - edges(query, inner)) <= options.most_texture;
}

}  // namespace

void AddColorShifts(const CommonFrame& frame, double least_delta_e, const ColorShiftOptions& options,
                    DifferenceMap& map) {
  const cv::Size small = frame.reduced_reference.size(), full = map.strength.size();
  if (std::min(small.width, small.height) < 4 * options.tile_px) return;
  const cv::Mat shifted = ShiftedTiles(frame, least_delta_e, options);
  cv::Mat labels, stats, centers;
  const int count = cv::connectedComponentsWithStats(shifted, labels, stats, centers, 8);
  std::vector<char> is_kept(count, 0);
  for (int i = 1; i < count; ++i)
    is_kept[i] = stats.at<int>(i, cv::CC_STAT_AREA) >= options.least_share * double(shifted.total());
  const double sx = double(small.width) / full.width / options.tile_px,
               sy = double(small.height) / full.height / options.tile_px;
  const uchar strength = cv::saturate_cast<uchar>(DifferenceMap::kUnit * options.strength);
  for (int y = 0; y < full.height; ++y) {
    const int* row = labels.ptr<int>(std::min(int(y * sy), labels.rows - 1));
    for (int x = 0; x < full.width; ++x) {
      if (!is_kept[row[std::min(int(x * sx), labels.cols - 1)]] || !frame.valid.at<uchar>(y, x)) continue;
      uchar &own = map.strength.at<uchar>(y, x), &size = map.size.at<uchar>(y, x);
      own = std::max(own, strength);
      size = std::max(size, cv::saturate_cast<uchar>(least_delta_e));
    }
  }
}

double MeanDeltaE(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& mask) {
  return cv::mean(Lengths(LabOf(query) - LabOf(reference)), mask)[0];
}

bool IsRecolored(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& mask,
                 const ColorShiftOptions& options) {
  cv::Mat inner;
  cv::erode(mask, inner, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}), {-1, -1}, 1, cv::BORDER_CONSTANT,
            0);
  const int area = cv::countNonZero(inner);
  // Of thin marks hardly anything is left inside: their color cannot be said to differ from their shape.
  if (area < options.least_inner_area || area < 0.4 * cv::countNonZero(mask)) return false;
  if (!HaveOneShape(reference, query, mask, options)) return false;
  const cv::Mat differences = LabOf(query) - LabOf(reference);
  const cv::Scalar mean = cv::mean(differences, inner);
  const double length = std::sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  return length >= options.coherence * cv::mean(Lengths(differences), inner)[0];
}

}  // namespace loupe::comparison
