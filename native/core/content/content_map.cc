#include "core/content/content_map.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>

#include "core/content/block_correlation.h"
#include "core/content/even_sharpness.h"
#include "core/content/level_difference.h"
#include "core/registration/normalized.h"
#include "core/registration/refinement.h"

namespace loupe::content {
namespace {

/** Pixels of a picture, counted at their centers, from fractions. */
cv::Matx33d PixelsFromFractions(const cv::Size& size) {
  return {double(size.width), 0, -0.5, 0, double(size.height), -0.5, 0, 0, 1};
}

cv::Mat Reduced(const cv::Mat& gray, double factor) {
  if (factor > 0.97) return gray;
  const cv::Size size(std::max(1, cvRound(gray.cols * factor)), std::max(1, cvRound(gray.rows * factor)));
  cv::Mat reduced;
  cv::resize(gray, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

struct Pair {
  cv::Mat reference, query, known;
};

/**
 * What a reference is reduced by where the query shows it at `scale`. In steps, so that what two references
 * have in common is the same for most photos of one.
 */
double FactorOf(const cv::Size& reference, double scale, const ContentOptions& options) {
  const double least =
      std::min(1.0, options.least_side_px / double(std::max(reference.width, reference.height)));
  // A pose is known to some percent: what lies just below a step belongs to it.
  const double steps = std::floor(std::log2(std::min(1.0, scale)) * options.steps_an_octave + 0.1);
  return std::max(std::exp2(steps / options.steps_an_octave), least);
}

cv::Matx33d PoseOf(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference) {
  return registration::Normalized(PixelsFromFractions(query.size()) * query_from_reference *
                                  PixelsFromFractions(reference.size()).inv());
}

/** Both pictures in the frame of the reference, as it is; empty where the pose makes no sense. */
Pair InFrame(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference,
             const ContentOptions& options) {
  const double scale =
      registration::ScaleOf(PoseOf(reference, query, query_from_reference), reference.size());
  if (!(scale > 0.02 && scale < 50)) return {};
  const cv::Mat reduced = scale > options.finer ? Reduced(query, 1 / scale) : query;
  const registration::Warp warp = registration::RefineWarp(
      reference, reduced, PoseOf(reference, reduced, query_from_reference), options.registration);
  const registration::Warped warped = registration::WarpGray(reduced, warp, reference.size());
  return {reference, warped.image, warped.known};
}

bool IsVisible(const cv::Mat& known, const cv::Rect& block) {
  const int right = block.br().x - 1, bottom = block.br().y - 1;
  return known.at<uchar>(block.y, block.x) != 0 && known.at<uchar>(bottom, block.x) != 0 &&
         known.at<uchar>(block.y, right) != 0 && known.at<uchar>(bottom, right) != 0;
}

bool IsGlare(const cv::Mat& query, const cv::Rect& block, const ContentOptions& options) {
  return cv::countNonZero(query(block) >= options.glare_level) >= options.glare_share * block.area();
}

BlockState StateOf(double correlation, const ContentOptions& options) {
  if (correlation >= options.agreeing) return BlockState::kAgrees;
  return correlation < options.contradicting ? BlockState::kContradicts : BlockState::kDoubtful;
}

/** Median contrast of the query among blocks that agree, as a multiple of the reference's. */
double ContrastOf(const std::vector<double>& ink, const std::vector<double>& query_ink,
                  const ContentMap& map) {
  std::vector<double> ratios;
  for (size_t i = 0; i < map.states.size(); ++i) {
    if (map.states[i] == BlockState::kAgrees) ratios.push_back(query_ink[i] / ink[i]);
  }
  if (ratios.empty()) return 1;
  const auto middle = ratios.begin() + ratios.size() / 2;
  std::nth_element(ratios.begin(), middle, ratios.end());
  return std::clamp(*middle, 0.1, 3.0);
}

using Evens = std::function<double(Pair& pair, const std::vector<cv::Rect>& inked)>;

/** @param even  brings both to one sharpness; gives what it blurred the reference by */
ContentMap MapPair(Pair pair, const Evens& even, bool with_levels, const ContentOptions& options) {
  ContentMap map;
  if (pair.reference.empty()) return map;
  map.frame = pair.reference.size();
  map.grid = map.frame / options.block_px;
  const auto count = static_cast<size_t>(map.grid.area());
  const auto block_of = [&](size_t i) {
    const int column = int(i) % map.grid.width, row = int(i) / map.grid.width;
    return cv::Rect(column * options.block_px, row * options.block_px, options.block_px, options.block_px);
  };
  std::vector<cv::Rect> inked;
  for (size_t i = 0; i < count; ++i) {
    const cv::Rect block = block_of(i);
    if (IsVisible(pair.known, block) && InkOf(pair.reference, block) >= options.ink_levels)
      inked.push_back(block);
  }
  map.reference_blur = even(pair, inked);
  const Slopes slopes = SlopesOf(pair.reference), query_slopes = SlopesOf(pair.query);
  map.states.assign(count, BlockState::kHidden);
  map.correlations.assign(count, 0.F);
  std::vector<double> ink(count), query_ink(count);
  std::vector<cv::Rect> visible;
  for (size_t i = 0; i < count; ++i) {
    const cv::Rect block = block_of(i);
    if (!IsVisible(pair.known, block)) continue;
    visible.push_back(block);
    ink[i] = InkOf(pair.reference, block);
    query_ink[i] = InkOf(pair.query, block);
    map.states[i] = BlockState::kEmpty;
    if (ink[i] < options.ink_levels) continue;
    const double correlation = BestCorrelation(slopes, block, query_slopes, options);
    map.correlations[i] = float(correlation);
    map.states[i] = StateOf(correlation, options);
    if (map.states[i] != BlockState::kAgrees && IsGlare(pair.query, block, options))
      map.states[i] = BlockState::kHidden;
  }
  // Ink of the query where the reference has none must be clearly stronger than what counts as ink there.
  const double added = 2 * options.ink_levels * ContrastOf(ink, query_ink, map);
  for (size_t i = 0; i < count; ++i) {
    if (map.states[i] == BlockState::kEmpty && query_ink[i] >= std::max(added, options.ink_levels))
      map.states[i] = BlockState::kAdded;
  }
  if (with_levels) map.worst_difference = WorstDifference(pair.reference, pair.query, visible, options);
  return map;
}

}  // namespace

ContentMap MapContent(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference,
                      const ContentOptions& options) {
  const double scale =
      registration::ScaleOf(PoseOf(reference, query, query_from_reference), reference.size());
  if (!(scale > 0.02 && scale < 50)) return {};
  const cv::Mat reduced = Reduced(reference, FactorOf(reference.size(), scale, options));
  return MapPair(
      InFrame(reduced, query, query_from_reference, options),
      [&](Pair& pair, const std::vector<cv::Rect>& inked) {
        return EvenSharpness(pair.reference, pair.query, inked, options);
      },
      true, options);
}

ContentMap MapRelative(const cv::Mat& reference, const cv::Mat& relative,
                       const cv::Matx33d& relative_from_reference, const ContentView& view,
                       const ContentOptions& options) {
  cv::Mat in_frame = reference;
  if (reference.size() != view.frame) cv::resize(reference, in_frame, view.frame, 0, 0, cv::INTER_AREA);
  return MapPair(
      InFrame(in_frame, relative, relative_from_reference, options),
      [&](Pair& pair, const std::vector<cv::Rect>&) {
        if (view.blur <= 0) return 0.0;
        cv::GaussianBlur(pair.reference, pair.reference, {0, 0}, view.blur);
        cv::GaussianBlur(pair.query, pair.query, {0, 0}, view.blur);
        return view.blur;
      },
      false, options);
}

}  // namespace loupe::content
