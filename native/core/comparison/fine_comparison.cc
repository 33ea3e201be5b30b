#include "core/comparison/fine_comparison.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/base/error.h"
#include "core/comparison/color_shift.h"
#include "core/comparison/common_frame.h"
#include "core/comparison/difference.h"
#include "core/comparison/flat_color.h"
#include "core/comparison/highlight.h"
#include "core/comparison/kinds.h"
#include "core/comparison/margin.h"
#include "core/comparison/moved_blocks.h"
#include "core/comparison/regions.h"
#include "core/image/raster_mat.h"

namespace loupe::comparison {
namespace {

constexpr int kMostDrawnSide = 4096;

FractionBox BoxInReference(const cv::Rect& box, const cv::Size& size) {
  return {double(box.x) / size.width, double(box.y) / size.height, double(box.width) / size.width,
          double(box.height) / size.height};
}

/** Bounds of a box of the reference as it lies in the query, cut at the query's frame. */
FractionBox BoxInQuery(const cv::Rect& box, const CommonFrame& pair) {
  double left = 1, top = 1, right = 0, bottom = 0;
  const auto include = [&](int x, int y) {
    const cv::Point2d p = pair.FractionInQuery(cv::Point2d(x, y));
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  };
  const int last_x = box.x + box.width - 1, last_y = box.y + box.height - 1;
  for (int x = box.x; x <= last_x; ++x) include(x, box.y), include(x, last_y);
  for (int y = box.y; y <= last_y; ++y) include(box.x, y), include(last_x, y);
  left = std::clamp(left, 0.0, 1.0);
  top = std::clamp(top, 0.0, 1.0);
  return {left, top, std::clamp(right, left, 1.0) - left, std::clamp(bottom, top, 1.0) - top};
}

DifferenceKind Published(Kind kind) {
  switch (kind) {
    case Kind::kAdded:
      return DifferenceKind::kAdded;
    case Kind::kMissing:
      return DifferenceKind::kMissing;
    case Kind::kMoved:
      return DifferenceKind::kMoved;
    case Kind::kRecolored:
      return DifferenceKind::kRecolored;
    case Kind::kChanged:
      break;
  }
  return DifferenceKind::kChanged;
}

double Amount(const Region& region, double full_difference) {
  return region.area * std::min(1.0, region.mean_difference / full_difference);
}

double Amount(const Change& change, double full_difference) {
  return Amount(change.region, full_difference) +
         (change.has_new_region ? Amount(change.new_region, full_difference) : 0);
}

Difference Describe(const Change& change, const CommonFrame& pair, double compared_area) {
  Difference difference;
  difference.kind = Published(change.kind);
  difference.in_reference = BoxInReference(change.old_place, pair.reference.size());
  difference.in_query = BoxInQuery(change.new_place, pair);
  difference.mean_difference = change.region.mean_difference;
  difference.delta_e = change.delta_e;
  const int area = change.region.area + (change.has_new_region ? change.new_region.area : 0);
  difference.area_share = area / compared_area;
  return difference;
}

/** Color and sign of a kind; the sign serves those who do not tell the colors apart. */
std::pair<cv::Scalar, std::string> Appearance(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kAdded:
      return {{0, 135, 62}, "+"};
    case DifferenceKind::kMissing:
      return {{205, 30, 45}, "-"};
    case DifferenceKind::kMoved:
      return {{35, 85, 215}, ">"};
    case DifferenceKind::kRecolored:
      return {{150, 40, 160}, "*"};
    case DifferenceKind::kChanged:
      break;
  }
  return {{205, 95, 0}, "~"};
}

/** Outlines of a region's pixels as fractions of the reference, or of the query. */
void AddOutlines(const Region& region, const CommonFrame& pair, bool in_query, Highlight& highlight) {
  const cv::Size size = pair.reference.size();
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(region.mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  for (const auto& contour : contours) {
    std::vector<cv::Point2f> outline;
    for (const cv::Point& point : contour) {
      const cv::Point at = point + region.box.tl();
      if (in_query) {
        const cv::Point2d p = pair.FractionInQuery(at);
        outline.emplace_back(float(std::clamp(p.x, 0.0, 1.0)), float(std::clamp(p.y, 0.0, 1.0)));
      } else {
        outline.emplace_back((at.x + 0.5F) / size.width, (at.y + 0.5F) / size.height);
      }
    }
    highlight.outlines.push_back(std::move(outline));
  }
}

cv::Rect2d AsRect(const FractionBox& box) { return {box.left, box.top, box.width, box.height}; }

/** At most as large as a person needs. */
cv::Mat ForDrawing(const cv::Mat& rgb) {
  const double factor = double(kMostDrawnSide) / std::max(rgb.cols, rgb.rows);
  if (factor >= 1) return rgb;
  cv::Mat reduced;
  const cv::Size size(std::max(1, cvRound(rgb.cols * factor)), std::max(1, cvRound(rgb.rows * factor)));
  cv::resize(rgb, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

RgbImage ToOwned(const cv::Mat& rgb) {
  RgbImage image;
  image.size = {rgb.cols, rgb.rows};
  image.pixels.assign(rgb.datastart, rgb.dataend);
  return image;
}

void Draw(const std::vector<Change>& changes, const CommonFrame& pair, const cv::Mat& reference,
          const cv::Mat& query, FineComparison& comparison) {
  std::vector<Highlight> on_reference, on_query;
  for (size_t i = 0; i < comparison.differences.size(); ++i) {
    const Difference& difference = comparison.differences[i];
    const auto [color, sign] = Appearance(difference.kind);
    const std::string label = sign + std::to_string(i + 1);
    const Change& change = changes[i];
    on_reference.push_back({AsRect(difference.in_reference), {}, color, label});
    on_query.push_back({AsRect(difference.in_query), {}, color, label});
    AddOutlines(change.region, pair, false, on_reference.back());
    AddOutlines(change.has_new_region ? change.new_region : change.region, pair, true, on_query.back());
  }
  comparison.highlighted_reference = ToOwned(DrawHighlights(ForDrawing(reference), on_reference));
  comparison.highlighted_query = ToOwned(DrawHighlights(ForDrawing(query), on_query));
}

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

/** Takes boxes out of what is compared; returns their share of the reference. */
double Ignore(const std::vector<FractionBox>& boxes, CommonFrame& frame) {
  if (boxes.empty()) return 0;
  const double before = cv::countNonZero(frame.valid);
  // What belongs to both must not be cleared in one of them alone.
  frame.valid = frame.valid.clone(), frame.reduced_valid = frame.reduced_valid.clone();
  for (cv::Mat* valid : {&frame.valid, &frame.reduced_valid}) {
    for (const FractionBox& box : boxes) {
      const cv::Point from(int(std::floor(box.left * valid->cols)), int(std::floor(box.top * valid->rows)));
      const cv::Point to(int(std::ceil((box.left + box.width) * valid->cols)),
                         int(std::ceil((box.top + box.height) * valid->rows)));
      (*valid)(cv::Rect(from, to) & cv::Rect({0, 0}, valid->size())).setTo(0);
    }
  }
  return (before - cv::countNonZero(frame.valid)) / double(frame.valid.total());
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

/** Resolution of a frame along a side as a share of the finer of both pictures. */
double ResolutionShare(const CommonFrame& frame, const cv::Mat& reference, const cv::Mat& query) {
  // Pixels of the query along one of the reference, in the middle of the frame.
  const cv::Matx33d& h = frame.query_from_reference;
  const auto at = [&](double u, double v) {
    const cv::Vec3d p = h * cv::Vec3d(u, v, 1);
    return cv::Point2d(p[0] / p[2] * query.cols, p[1] / p[2] * query.rows);
  };
  const cv::Point2d across = at(0.5 + 1.0 / reference.cols, 0.5) - at(0.5, 0.5),
                    down = at(0.5, 0.5 + 1.0 / reference.rows) - at(0.5, 0.5);
  const double scale = std::sqrt(std::abs(across.cross(down)));
  return std::min(1.0, double(frame.reference.cols) / (reference.cols * std::max(1.0, scale)));
}

Coverage CoverageOf(const CommonFrame& frame, const DifferenceMap& map, double ignored_share,
                    const cv::Mat& reference, const cv::Mat& query) {
  Coverage coverage;
  coverage.compared_pixels = cv::countNonZero(frame.valid);
  coverage.compared_share = coverage.compared_pixels / double(frame.valid.total());
  coverage.out_of_view_share = 1 - frame.seen_share;
  coverage.glare_share = frame.glare_share;
  coverage.ignored_share = ignored_share;
  coverage.blurred_share = map.blurred_share;
  coverage.resolution_share = ResolutionShare(frame, reference, query);
  return coverage;
}

Origin OriginOf(const FineComparisonRequest& request) {
  if (request.as_they_are) return Origin::kFileAsItIs;
  if (!request.sensitivity) return Origin::kUnknown;
  return *request.sensitivity == Sensitivity::kProof ? Origin::kFile : Origin::kCamera;
}

WholeColorChange Published(const ColorChange& change, WholeColorChange::Of of) {
  WholeColorChange published;
  published.of = of;
  for (int c = 0; c < 3; ++c) published.before[c] = change.before[c], published.after[c] = change.after[c];
  published.delta_e = change.delta_e;
  return published;
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
      if (change.delta_e >= least) comparison.whole_colors.push_back(Published(change, of));
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

const char* WholeColorName(WholeColorChange::Of of) {
  return of == WholeColorChange::Of::kPaper ? "paper" : "print";
}

const char* DifferenceKindName(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kAdded:
      return "added";
    case DifferenceKind::kMissing:
      return "missing";
    case DifferenceKind::kMoved:
      return "moved";
    case DifferenceKind::kRecolored:
      return "recolored";
    case DifferenceKind::kChanged:
      break;
  }
  return "changed";
}

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
  const ComparisonOptions chosen = For(sensitivity, options);
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
                                        request.cancellation);
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
