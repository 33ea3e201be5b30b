#include "core/comparison/fine_comparison.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/comparison/color_shift.h"
#include "core/comparison/common_frame.h"
#include "core/comparison/coverage.h"
#include "core/comparison/description.h"
#include "core/comparison/difference.h"
#include "core/comparison/drawing.h"
#include "core/comparison/flat_color.h"
#include "core/comparison/kinds.h"
#include "core/comparison/margin.h"
#include "core/comparison/moved_blocks.h"
#include "core/comparison/regions.h"
#include "core/image/raster_mat.h"

namespace loupe::comparison {
namespace {

bool AreSamePixels(const cv::Mat& reference, const cv::Mat& query) {
  return reference.size() == query.size() && cv::norm(reference, query, cv::NORM_INF) == 0;
}

/** The answer for two pictures of the same pixels. */
FineComparison Same(const cv::Mat& reference, const FineComparisonRequest& request) {
  FineComparison comparison;
  comparison.query_from_reference = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  comparison.visible_share = 1;
  comparison.reference_size = comparison.query_size = {reference.cols, reference.rows};
  comparison.coverage.compared_pixels = double(reference.total());
  comparison.coverage.sensitivity = request.sensitivity.value_or(Sensitivity::kProof);
  return comparison;
}

/** Longer side in pixels of the reference as it was given. */
double SideOf(const cv::Rect& box, const CommonFrame& frame, const cv::Mat& reference) {
  return std::max(box.width, box.height) * double(reference.cols) / frame.reference.cols;
}

/** Whether much of a place is an area of another color, which is reported however faint it is. */
bool IsOfAreas(const cv::Rect& place, const cv::Mat& areas, const cv::Size& size) {
  if (areas.empty()) return false;
  const double sx = double(areas.cols) / size.width, sy = double(areas.rows) / size.height;
  const cv::Rect at(int(place.x * sx), int(place.y * sy), std::max(1, int(std::ceil(place.width * sx))),
                    std::max(1, int(std::ceil(place.height * sy))));
  const cv::Rect within = at & cv::Rect({0, 0}, areas.size());
  return 4 * cv::countNonZero(areas(within)) >= within.area();
}

/** @param areas of another color, at the reduced size; empty when they were not looked for */
std::vector<Change> FindChanges(const CommonFrame& frame, const DifferenceMap& map, const cv::Mat& areas,
                                const cv::Mat& reference, const FineComparisonRequest& request,
                                double min_delta_e, const ComparisonOptions& options) {
  RegionOptions of_regions = options.regions;
  of_regions.least_thickness_px = request.least_thickness_px;
  const auto regions = WithoutSurroundings(FindRegions(map, frame.settled, of_regions), frame, of_regions);
  auto changes = ClassifyRegions(regions, frame.reference, frame.query, options.kinds, options.color_shift);
  const auto is_small = [&](const Change& change) {
    const double side =
        std::max(SideOf(change.old_place, frame, reference), SideOf(change.new_place, frame, reference));
    if (side < request.min_size_px) return true;
    if (change.delta_e >= min_delta_e) return false;
    return request.min_delta_e || !IsOfAreas(change.old_place, areas, frame.reference.size());
  };
  changes.erase(std::remove_if(changes.begin(), changes.end(), is_small), changes.end());
  const auto amount = [&](const Change& change) { return Amount(change, options.full_difference); };
  std::stable_sort(changes.begin(), changes.end(),
                   [&](const Change& a, const Change& b) { return amount(a) > amount(b); });
  return changes;
}

/** Where a scan lies upon the reference to a fraction of a pixel, at the reduced size; empty for nowhere. */
cv::Mat CloseAreas(const CommonFrame& frame, Sensitivity sensitivity, const SmallMarkOptions& options) {
  // Photos keep too much of lens, light and paper beside what blocks can tell.
  if (sensitivity != Sensitivity::kScan || frame.warp.field.deviation_px > options.most_deviation_px)
    return {};
  cv::Mat close;
  const int side = 2 * options.rim_px + 1;
  cv::erode(frame.settled, close, cv::getStructuringElement(cv::MORPH_RECT, {side, side}), {-1, -1}, 1,
            cv::BORDER_CONSTANT, cv::Scalar(0));
  return close;
}

Origin OriginOf(const FineComparisonRequest& request) {
  if (request.as_they_are) return Origin::kFileAsItIs;
  if (!request.sensitivity) return Origin::kUnknown;
  return *request.sensitivity == Sensitivity::kProof ? Origin::kFile : Origin::kCamera;
}

/**
 * Looks for what only a camera may do to a print: colors that changed all over go to `comparison`, areas of
 * another color and blocks at another place to `map`. Returns those areas at the reduced size.
 */
cv::Mat CompareAsFiles(const CommonFrame& frame, const FilePose& pose, const FineComparisonRequest& request,
                       const ComparisonOptions& options, DifferenceMap& map, FineComparison& comparison) {
  const double least = request.min_delta_e.value_or(0);
  const FlatColors colors = FindFlatColors(frame, options.flat_color);
  const auto publish = [&](const std::vector<ColorChange>& changes, WholeColorChange::Of of) {
    for (const ColorChange& change : changes)
      if (change.delta_e >= least) comparison.whole_colors.push_back(Describe(change, of));
  };
  publish(colors.everywhere, WholeColorChange::Of::kPaper);
  // Thin print mixes with its ground.
  if (comparison.whole_colors.empty())
    publish(FindPrintColor(frame, options.flat_color), WholeColorChange::Of::kPrint);
  AddFlatColors(colors, frame, options.flat_color, map);
  base::ThrowIfCancelled(request.cancellation);
  AddMovedBlocks(frame, pose, options.moved_blocks, map);
  return colors.areas;
}

}  // namespace

FineComparison CompareFinely(const image::RasterView& reference, const image::RasterView& query,
                             const FineComparisonRequest& request, const ComparisonOptions& options) {
  const cv::Mat full_reference = image::RgbMat(reference), full_query = image::RgbMat(query);
  base::ThrowIfCancelled(request.cancellation);
  if (AreSamePixels(full_reference, full_query)) {
    FineComparison same = Same(full_reference, request);
    if (request.draw_highlights) Draw({}, {}, full_reference, full_query, same);
    return same;
  }
  auto frame = BringTogether(full_reference, full_query, OriginOf(request), options, request.cancellation);
  if (!frame) {
    throw base::Error(base::ErrorCode::kImagesDoNotMatch,
                      "The two images do not show the same thing; compare images that already match.");
  }
  const double ignored_share = Ignore(request.ignored, *frame);
  const Sensitivity sensitivity = request.sensitivity.value_or(SensitivityOf(*frame, options.sensitivity));
  ComparisonOptions chosen = For(sensitivity, options);
  SmallMarkOptions& small_marks = chosen.difference.small_marks;
  if (std::max(full_reference.cols, full_reference.rows) < small_marks.small_picture_px)
    small_marks.seed_levels = small_marks.seed_levels_when_small;
  const double min_delta_e =
      request.min_delta_e.value_or(options.sensitivity.min_delta_e[size_t(sensitivity)]);
  const bool are_files = sensitivity == Sensitivity::kProof && !frame->posed.empty();
  FilePose pose;
  if (are_files) {
    pose = FitFilePose(*frame, chosen.moved_blocks);
    frame->query_from_reference = OnFractions(pose, *frame);
    frame->Repose(pose.query_from_reference, chosen.difference.band_rows, request.cancellation);
  }
  DifferenceMap map = MeasureDifference(frame->reference, frame->query, frame->valid, chosen.difference,
                                        CloseAreas(*frame, sensitivity, small_marks), request.cancellation);
  AddColorShifts(*frame, min_delta_e, chosen.color_shift, map);
  base::ThrowIfCancelled(request.cancellation);
  FineComparison comparison;
  cv::Mat areas;
  if (are_files) areas = CompareAsFiles(*frame, pose, request, chosen, map, comparison);
  auto changes = FindChanges(*frame, map, areas, full_reference, request, min_delta_e, chosen);
  comparison.coverage = CoverageOf(*frame, map, ignored_share, full_reference, full_query);
  comparison.coverage.sensitivity = sensitivity;
  comparison.visible_share = frame->seen_share;
  comparison.reference_size = {full_reference.cols, full_reference.rows};
  comparison.query_size = {full_query.cols, full_query.rows};
  const double compared_area = std::max(1.0, comparison.coverage.compared_pixels);
  for (const WholeColorChange& change : comparison.whole_colors)
    comparison.score += 100 * std::min(1.0, change.delta_e / options.full_difference);
  for (const Change& change : changes)
    comparison.score += 100 * Amount(change, options.full_difference) / compared_area;
  comparison.score = std::min(100.0, comparison.score);
  if (changes.size() > kMostDifferences) changes.resize(kMostDifferences);
  for (const Change& change : changes)
    comparison.differences.push_back(Describe(change, *frame, compared_area));
  std::copy_n(frame->query_from_reference.val, 9, comparison.query_from_reference.begin());
  if (request.draw_highlights) Draw(changes, *frame, full_reference, full_query, comparison);
  return comparison;
}

}  // namespace loupe::comparison
