#include "core/comparison/small_marks.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

namespace loupe::comparison {
namespace {

/** Levels a pixel by which a plane rises at a place (Sobel's operator). */
double SlopeAt(const cv::Mat& plane, int x, int y) {
  const uchar *above = plane.ptr(y - 1) + x, *at = plane.ptr(y) + x, *below = plane.ptr(y + 1) + x;
  const int across = above[1] + 2 * at[1] + below[1] - above[-1] - 2 * at[-1] - below[-1];
  const int down = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
  return std::hypot(across, down) / 8;
}

/** The steepest slope within a pixel of a place. */
double SteepestAround(const cv::Mat& plane, int x, int y) {
  double steepest = 0;
  for (int v = std::max(1, y - 1); v <= std::min(plane.rows - 2, y + 1); ++v)
    for (int u = std::max(1, x - 1); u <= std::min(plane.cols - 2, x + 1); ++u)
      steepest = std::max(steepest, SlopeAt(plane, u, v));
  return steepest;
}

/** Hairlines vary along their way: what of a line is missing shows without a closer look. */
bool IsLine(const cv::Rect& box) {
  constexpr int kThinPx = 2, kLongPx = 16;
  return std::min(box.width, box.height) <= kThinPx && std::max(box.width, box.height) >= kLongPx;
}

}  // namespace

SmallMarks::SmallMarks(const cv::Size& size, cv::Mat close, const SmallMarkOptions& options)
    : options_(options), close_(std::move(close)), beyond_(cv::Mat::zeros(size, CV_8U)) {}

bool SmallMarks::HasSeed(const Run& run) const {
  const uchar* levels = beyond_.ptr(run.y);
  const uchar* close = close_.ptr(int(int64_t(run.y) * close_.rows / beyond_.rows));
  for (int x = run.from; x < run.to; ++x) {
    if (levels[x] >= options_.seed_levels && close[int64_t(x) * close_.cols / beyond_.cols] != 0) return true;
  }
  return false;
}

void SmallMarks::Add(const BandEvidence& evidence, const cv::Mat& valid) {
  const cv::Mat &r = evidence.reference, &q = evidence.query;
  units_ = evidence.channels[0].units;
  cv::Mat apart, between;
  cv::subtract(q, r, apart, cv::noArray(), CV_16S);
  cv::GaussianBlur(apart, apart, {5, 5}, options_.blur_px);
  cv::addWeighted(r, 0.5, q, 0.5, 0, between);
  cv::GaussianBlur(between, between, {5, 5}, options_.blur_px);
  const Band& band = evidence.band;
  const int offset = band.first - band.from;
  for (int y = 0; y < band.rows(); ++y) {
    const auto* a = apart.ptr<int16_t>(y + offset);
    const uchar* v = valid.ptr(band.first + y);
    uchar* out = beyond_.ptr(band.first + y);
    for (int x = 0; x < apart.cols; ++x) {
      const int levels = std::abs(a[x]);
      if (levels < options_.grow_levels || !v[x]) continue;
      const double beyond = levels - options_.per_slope * SteepestAround(between, x, y + offset);
      if (beyond >= options_.grow_levels) out[x] = cv::saturate_cast<uchar>(beyond);
    }
  }
}

void SmallMarks::AddTo(DifferenceMap& map) const {
  const RunMask marks = RunsAbove(beyond_, options_.grow_levels);
  const std::vector<int> components = ComponentOfRuns(marks);
  std::vector<char> has_seed(marks.runs.size(), 0);
  std::vector<cv::Rect> boxes(marks.runs.size());
  for (size_t i = 0; i < marks.runs.size(); ++i) {
    const Run& run = marks.runs[i];
    const cv::Rect own(run.from, run.y, run.to - run.from, 1);
    cv::Rect& box = boxes[components[i]];
    box = box.empty() ? own : box | own;
    if (HasSeed(run)) has_seed[components[i]] = 1;
  }
  const uchar strength = cv::saturate_cast<uchar>(DifferenceMap::kUnit * options_.strength);
  const cv::Rect all({0, 0}, beyond_.size());
  for (size_t i = 0; i < marks.runs.size(); ++i) {
    if (has_seed[components[i]] == 0 || IsLine(boxes[components[i]])) continue;
    const Run& run = marks.runs[i];
    for (int x = run.from; x < run.to; ++x) {
      const uchar levels = beyond_.at<uchar>(run.y, x);
      // Pixels that reach the seed stand for about those that they were averaged over.
      const int around = levels >= options_.seed_levels ? 1 : 0;
      const cv::Rect place = cv::Rect(x - around, run.y - around, 2 * around + 1, 2 * around + 1) & all;
      cv::Mat of_strength = map.strength(place), of_size = map.size(place);
      cv::max(of_strength, strength, of_strength);
      cv::max(of_size, levels * units_, of_size);
    }
  }
}

}  // namespace loupe::comparison
