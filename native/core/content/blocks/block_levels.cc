#include "core/content/blocks/block_levels.h"

#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace loupe::content {
namespace {

constexpr double kBright = 0.9, kDark = 0.1;

/** The level that this share of a block's pixels does not exceed. */
double LevelAt(const cv::Mat& gray, const cv::Rect& place, double share) {
  std::array<int, 256> counts{};
  for (int y = place.y; y < place.br().y; ++y) {
    const uchar* levels = gray.ptr(y) + place.x;
    for (int x = 0; x < place.width; ++x) ++counts[levels[x]];
  }
  int level = 0;
  for (int darker = counts[0]; level < 255 && darker < share * place.area();
       darker += counts[size_t(++level)]) {
  }
  return level;
}

}  // namespace

double BrightOf(const cv::Mat& gray, const cv::Rect& place) { return LevelAt(gray, place, kBright); }

double DarkOf(const cv::Mat& gray, const cv::Rect& place) { return LevelAt(gray, place, kDark); }

double NearestGround(const cv::Mat& gray, const cv::Rect& place, double expected) {
  const double bright = BrightOf(gray, place), dark = DarkOf(gray, place);
  return std::abs(bright - expected) <= std::abs(dark - expected) ? bright : dark;
}

cv::Mat SumAround(const cv::Mat& values, int side) {
  cv::Mat sums;
  cv::boxFilter(values, sums, -1, {side, side}, {-1, -1}, false, cv::BORDER_CONSTANT);
  return sums;
}

}  // namespace loupe::content
