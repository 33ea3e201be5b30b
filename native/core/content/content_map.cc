#include "core/content/content_map.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>

#include "core/content/bend_following.h"
#include "core/content/beside_paper.h"
#include "core/content/blocks/block_correlation.h"
#include "core/content/detail_difference.h"
#include "core/content/even_sharpness.h"
#include "core/content/level_difference.h"
#include "core/content/other_print.h"
#include "core/image/area.h"
#include "core/registration/normalized.h"
#include "core/registration/refinement.h"
#include "core/simd/isa.h"

namespace loupe::content {
namespace {

/** Pixels of a picture, counted at their centers, from fractions. */
cv::Matx33d PixelsFromFractions(const cv::Size& size) {
  return {double(size.width), 0, -0.5, 0, double(size.height), -0.5, 0, 0, 1};
}

cv::Mat Reduced(const cv::Mat& gray, double factor) {
  if (factor > 0.97) return gray;
  const cv::Size size(std::max(1, cvRound(gray.cols * factor)), std::max(1, cvRound(gray.rows * factor)));
  return image::ReduceByArea(gray, size, simd::ActiveIsa());
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
  int glaring = 0;
  for (int y = block.y; y < block.br().y; ++y) {
    const uchar* levels = query.ptr(y) + block.x;
    for (int x = 0; x < block.width; ++x) glaring += levels[x] >= options.glare_level;
  }
  return glaring >= options.glare_share * block.area();
}

BlockState StateOf(double correlation, const ContentOptions& options) {
  if (correlation >= options.agreeing) return BlockState::kAgrees;
  return correlation < options.contradicting ? BlockState::kContradicts : BlockState::kDoubtful;
}

ContentGrid GridOf(const Pair& pair, const ContentOptions& options) {
  const int side = options.block_px;
  const cv::Size size = pair.reference.size() / side;
  ContentGrid grid;
  grid.columns = size.width;
  grid.blocks.resize(size_t(size.area()));
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    Block& block = grid.blocks[i];
    block.place = {int(i) % size.width * side, int(i) / size.width * side, side, side};
    block.is_visible = IsVisible(pair.known, block.place);
    if (block.is_visible) block.print = InkOf(pair.reference, block.place);
  }
  return grid;
}

std::vector<cv::Rect> InkedPlaces(const ContentGrid& grid, const ContentOptions& options) {
  std::vector<cv::Rect> places;
  for (const Block& block : grid.blocks)
    if (block.print >= options.ink_levels) places.push_back(block.place);
  return places;
}

std::vector<cv::Rect> VisiblePlaces(const ContentGrid& grid) {
  std::vector<cv::Rect> places;
  for (const Block& block : grid.blocks)
    if (block.is_visible) places.push_back(block.place);
  return places;
}

void Match(ContentGrid& grid, const Pair& pair, bool follows_bends, const ContentOptions& options) {
  const Slopes slopes = SlopesOf(pair.reference), query_slopes = SlopesOf(pair.query);
  for (Block& block : grid.blocks) {
    if (!block.is_visible) continue;
    block.ink = InkOf(pair.reference, block.place);
    block.query_ink = InkOf(pair.query, block.place);
    if (block.ink >= options.ink_levels)
      block.match = BestMatch(slopes, block.place, query_slopes, {}, options);
  }
  if (follows_bends) FollowBends(grid, slopes, query_slopes, options);
}

void Judge(ContentGrid& grid, const cv::Mat& query, const ContentOptions& options) {
  for (Block& block : grid.blocks) {
    if (!block.is_visible) continue;
    block.state = BlockState::kEmpty;
    if (block.ink < options.ink_levels) continue;
    block.state = StateOf(block.match.correlation, options);
    // Glare takes the ink away; other print on paper that the photo shows as white does not.
    if (block.state != BlockState::kAgrees && block.query_ink < options.ink_levels &&
        IsGlare(query, block.place, options))
      block.state = BlockState::kHidden;
  }
  // Ink of the query where the reference has none must be clearly stronger than what counts as ink there.
  const double added = std::max(2 * options.ink_levels * ContrastOf(grid), options.ink_levels);
  for (Block& block : grid.blocks)
    if (block.state == BlockState::kEmpty && block.query_ink >= added) block.state = BlockState::kAdded;
}

using Evens = std::function<double(Pair& pair, const std::vector<cv::Rect>& inked)>;

/** Nothing lies beside paper that fills the picture. */
enum class View { kPhoto, kWholePicture, kRelative };

bool FillsPicture(const cv::Matx33d& query_from_reference, double farthest) {
  for (const cv::Vec2d& corner : {cv::Vec2d{0, 0}, cv::Vec2d{1, 0}, cv::Vec2d{1, 1}, cv::Vec2d{0, 1}}) {
    const cv::Vec3d there = query_from_reference * cv::Vec3d(corner[0], corner[1], 1);
    for (int axis = 0; axis < 2; ++axis) {
      const double at = there[axis] / there[2];
      if (std::min(std::abs(at), std::abs(at - 1)) > farthest) return false;
    }
  }
  return true;
}

/** @param even  brings both to one sharpness; gives what it blurred the reference by */
ContentMap MapPair(Pair pair, const Evens& even, View view, const ContentOptions& options) {
  ContentMap map;
  if (pair.reference.empty()) return map;
  ContentGrid grid = GridOf(pair, options);
  map.frame = pair.reference.size();
  map.grid = map.frame / options.block_px;
  const Pair as_they_are = pair;
  map.reference_blur = even(pair, InkedPlaces(grid, options));
  Match(grid, pair, view != View::kRelative, options);
  Judge(grid, pair.query, options);
  if (view == View::kPhoto) HideBesidePaper(grid, pair.reference, pair.query, options);
  for (const Block& block : grid.blocks) {
    map.states.push_back(block.state);
    map.correlations.push_back(HasInk(block.state) ? float(block.match.correlation) : 0.F);
  }
  if (view == View::kRelative) return map;
  map.worst_difference = WorstDifference(pair.reference, pair.query, VisiblePlaces(grid), options);
  if (map.worst_difference <= options.most_copy_difference)
    map.detail_difference =
        DetailDifference(as_they_are.reference, as_they_are.query, as_they_are.known, options);
  map.other_print = FindOtherPrint(grid, pair.reference, pair.query, options);
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
      FillsPicture(query_from_reference, options.same_frame) ? View::kWholePicture : View::kPhoto, options);
}

ContentMap MapRelative(const cv::Mat& reference, const cv::Mat& relative,
                       const cv::Matx33d& relative_from_reference, const ContentView& view,
                       const ContentOptions& options) {
  const cv::Mat in_frame = view.frame.empty() || reference.size() == view.frame
                               ? reference
                               : image::ReduceByArea(reference, view.frame, simd::ActiveIsa());
  return MapPair(
      InFrame(in_frame, relative, relative_from_reference, options),
      [&](Pair& pair, const std::vector<cv::Rect>&) {
        if (view.blur <= 0) return 0.0;
        cv::GaussianBlur(pair.reference, pair.reference, {0, 0}, view.blur);
        cv::GaussianBlur(pair.query, pair.query, {0, 0}, view.blur);
        return view.blur;
      },
      View::kRelative, options);
}

}  // namespace loupe::content
