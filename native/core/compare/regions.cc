#include "regions.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace loupe::compare {
namespace {

/** Pixels above `grow` that are connected to a pixel above `seed`. */
cv::Mat Hysteresis(const cv::Mat& strength, const RegionOptions& options) {
  const cv::Mat grown = strength >= options.grow;
  cv::Mat labels;
  const int count = cv::connectedComponents(grown, labels, 8, CV_32S);
  std::vector<uchar> is_kept(count, 0);
  for (int y = 0; y < strength.rows; ++y) {
    const float* s = strength.ptr<float>(y);
    const int* label = labels.ptr<int>(y);
    for (int x = 0; x < strength.cols; ++x) {
      if (s[x] >= options.seed) is_kept[label[x]] = 255;
    }
  }
  is_kept[0] = 0;
  cv::Mat kept(strength.size(), CV_8U);
  for (int y = 0; y < strength.rows; ++y) {
    const int* label = labels.ptr<int>(y);
    uchar* out = kept.ptr<uchar>(y);
    for (int x = 0; x < strength.cols; ++x) out[x] = is_kept[label[x]];
  }
  return kept;
}

}  // namespace

std::vector<Region> FindRegions(const DifferenceMap& map, const RegionOptions& options) {
  const cv::Mat kept = Hysteresis(map.strength, options);
  const int gap = std::max(2, int(options.gap_share * std::max(kept.cols, kept.rows)));
  cv::Mat joined, labels, stats, centers;
  cv::dilate(kept, joined, cv::getStructuringElement(cv::MORPH_ELLIPSE, {gap | 1, gap | 1}));
  const int count = cv::connectedComponentsWithStats(joined, labels, stats, centers, 8, CV_32S);
  std::vector<Region> regions;
  for (int label = 1; label < count; ++label) {
    const cv::Rect wide(stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
                        stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
    const cv::Mat own = (labels(wide) == label) & kept(wide);
    const cv::Rect tight = cv::boundingRect(own);
    if (tight.empty()) continue;
    Region region;
    region.box = tight + wide.tl();
    region.mask = own(tight).clone();
    region.area = cv::countNonZero(region.mask);
    region.weight = cv::mean(map.strength(region.box), region.mask)[0] * region.area;
    region.mean_difference = cv::mean(map.size(region.box), region.mask)[0];
    cv::minMaxLoc(map.strength(region.box), nullptr, &region.peak, nullptr, nullptr, region.mask);
    double beyond_edges = 0;
    cv::minMaxLoc(map.beyond_edges(region.box), nullptr, &beyond_edges, nullptr, nullptr, region.mask);
    if (beyond_edges < options.least_beyond_edges) continue;
    if (region.weight >= options.least_weight && region.area >= options.least_area)
      regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace loupe::compare
