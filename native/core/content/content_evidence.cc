#include "core/content/content_evidence.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/content/content_map.h"
#include "core/image/raster_mat.h"

namespace loupe::content {
namespace {

cv::Mat GrayMat(const image::RasterView& raster) {
  if (raster.channels == 3) return image::GrayOf(image::RgbMat(raster));
  const image::GrayImage copy = image::ToGray(raster);
  return cv::Mat(copy.size.height, copy.size.width, CV_8U, const_cast<uint8_t*>(copy.pixels.data())).clone();
}

int LargestContradiction(const ContentMap& map) {
  cv::Mat mask(map.grid, CV_8U);
  for (size_t i = 0; i < map.states.size(); ++i) {
    const BlockState state = map.states[i];
    mask.data[i] = state == BlockState::kContradicts || state == BlockState::kAdded ? 255 : 0;
  }
  cv::Mat labels, stats, centers;
  const int parts = cv::connectedComponentsWithStats(mask, labels, stats, centers, 8);
  int largest = 0;
  for (int i = 1; i < parts; ++i) largest = std::max(largest, stats.at<int>(i, cv::CC_STAT_AREA));
  return largest;
}

ContentFacts FactsOf(const ContentMap& map) {
  ContentFacts facts;
  facts.frame_side_px = std::max(map.frame.width, map.frame.height);
  if (map.states.empty()) return facts;
  facts.worst_difference = map.worst_difference;
  facts.detail_difference = map.detail_difference;
  facts.other_print = map.other_print;
  std::vector<float> correlations;
  int visible = 0;
  for (size_t i = 0; i < map.states.size(); ++i) {
    const BlockState state = map.states[i];
    visible += state != BlockState::kHidden;
    facts.empty += state == BlockState::kEmpty;
    facts.added += state == BlockState::kAdded;
    facts.agreeing += state == BlockState::kAgrees;
    facts.contradicting += state == BlockState::kContradicts;
    if (HasInk(state)) correlations.push_back(map.correlations[i]);
  }
  facts.inked = int32_t(correlations.size());
  facts.largest_contradiction = LargestContradiction(map);
  facts.visible_share = visible / double(map.states.size());
  std::sort(correlations.begin(), correlations.end());
  if (correlations.empty()) return facts;
  facts.median_correlation = correlations[correlations.size() / 2];
  facts.low_correlation = correlations[correlations.size() / 50];
  facts.high_correlation = correlations[correlations.size() * 9 / 10];
  return facts;
}

}  // namespace

std::vector<uint8_t> BytesOf(const ContentMap& map) {
  std::vector<uint8_t> bytes;
  bytes.reserve(2 * map.states.size());
  for (size_t i = 0; i < map.states.size(); ++i) {
    bytes.push_back(static_cast<uint8_t>(map.states[i]));
    bytes.push_back(
        static_cast<uint8_t>(std::lround(100 * (std::clamp(map.correlations[i], -1.F, 1.F) + 1))));
  }
  return bytes;
}

ContentEvidence WeighContent(const image::RasterView& query, const image::RasterView& reference,
                             const std::array<double, 9>& query_from_reference, const ContentOptions& options,
                             const base::CancellationToken* cancellation) {
  base::ThrowIfCancelled(cancellation);
  ContentEvidence evidence;
  evidence.map =
      MapContent(GrayMat(reference), GrayMat(query), cv::Matx33d(query_from_reference.data()), options);
  evidence.facts = FactsOf(evidence.map);
  return evidence;
}

ContentMap CompareRelatives(const image::RasterView& reference, const image::RasterView& relative,
                            const std::array<double, 9>& relative_from_reference, const ContentView& view,
                            const ContentOptions& options, const base::CancellationToken* cancellation) {
  base::ThrowIfCancelled(cancellation);
  return MapRelative(GrayMat(reference), GrayMat(relative), cv::Matx33d(relative_from_reference.data()), view,
                     options);
}

}  // namespace loupe::content
