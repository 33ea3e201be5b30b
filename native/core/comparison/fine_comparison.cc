#include "core/comparison/fine_comparison.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/base/error.h"
#include "core/comparison/difference.h"
#include "core/comparison/highlight.h"
#include "core/comparison/kinds.h"
#include "core/comparison/leveling.h"
#include "core/comparison/regions.h"
#include "core/image/raster_mat.h"
#include "core/registration/registration.h"

namespace loupe::comparison {
namespace {

using registration::RegisteredPair;

cv::Mat ForComparison(const cv::Mat& rgb, double most_pixels) {
  const double factor = std::sqrt(most_pixels / (double(rgb.cols) * rgb.rows));
  if (factor >= 1) return rgb;
  const cv::Size size(std::max(1, cvRound(rgb.cols * factor)), std::max(1, cvRound(rgb.rows * factor)));
  cv::Mat reduced;
  cv::resize(rgb, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

FractionBox BoxInReference(const cv::Rect& box, const cv::Size& size) {
  return {double(box.x) / size.width, double(box.y) / size.height, double(box.width) / size.width,
          double(box.height) / size.height};
}

/** Bounds of a box of the reference as it lies in the query, cut at the query's frame. */
FractionBox BoxInQuery(const cv::Rect& box, const RegisteredPair& pair) {
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

Difference Describe(const Change& change, const RegisteredPair& pair, double compared_area) {
  Difference difference;
  difference.kind = Published(change.kind);
  difference.in_reference = BoxInReference(change.old_place, pair.reference.size());
  difference.in_query = BoxInQuery(change.new_place, pair);
  difference.mean_difference = change.region.mean_difference;
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
    case DifferenceKind::kChanged:
      break;
  }
  return {{205, 95, 0}, "~"};
}

/** Outlines of a region's pixels as fractions of the reference, or of the query. */
void AddOutlines(const Region& region, const RegisteredPair& pair, bool in_query, Highlight& highlight) {
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

RgbImage ToOwned(const cv::Mat& rgb) {
  RgbImage image;
  image.size = {rgb.cols, rgb.rows};
  image.pixels.assign(rgb.datastart, rgb.dataend);
  return image;
}

void Draw(const std::vector<Change>& changes, const RegisteredPair& pair, const cv::Mat& reference,
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
  comparison.highlighted_reference = ToOwned(DrawHighlights(reference, on_reference));
  comparison.highlighted_query = ToOwned(DrawHighlights(query, on_query));
}

}  // namespace

const char* DifferenceKindName(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kAdded:
      return "added";
    case DifferenceKind::kMissing:
      return "missing";
    case DifferenceKind::kMoved:
      return "moved";
    case DifferenceKind::kChanged:
      break;
  }
  return "changed";
}

FineComparison CompareFinely(const image::RasterView& reference, const image::RasterView& query,
                             const FineComparisonRequest& request, const ComparisonOptions& options) {
  const cv::Mat full_reference = image::RgbMat(reference), full_query = image::RgbMat(query);
  auto pair = registration::Register(ForComparison(full_reference, options.compared_pixels),
                                     ForComparison(full_query, options.compared_pixels), options.registration,
                                     request.cancellation);
  if (!pair) {
    throw base::Error(base::ErrorCode::kImagesDoNotMatch,
                      "The two images do not show the same thing; compare images that already match.");
  }
  base::ThrowIfCancelled(request.cancellation);
  pair->query = LevelLight(pair->reference, pair->query, pair->valid, options.leveling);
  const auto map =
      MeasureDifference(pair->reference, pair->query, pair->valid, pair->settled, options.difference);
  base::ThrowIfCancelled(request.cancellation);
  auto changes =
      ClassifyRegions(FindRegions(map, options.regions), pair->reference, pair->query, options.kinds);
  const auto amount = [&](const Change& change) { return Amount(change, options.full_difference); };
  std::stable_sort(changes.begin(), changes.end(),
                   [&](const Change& a, const Change& b) { return amount(a) > amount(b); });
  const double compared_area = std::max(1, cv::countNonZero(pair->valid));
  FineComparison comparison;
  for (const Change& change : changes) comparison.score += 100 * amount(change) / compared_area;
  comparison.score = std::min(100.0, comparison.score);
  if (changes.size() > kMostDifferences) changes.resize(kMostDifferences);
  for (const Change& change : changes)
    comparison.differences.push_back(Describe(change, *pair, compared_area));
  std::copy_n(pair->query_from_reference.val, 9, comparison.query_from_reference.begin());
  comparison.visible_share = std::min(1.0, compared_area / double(pair->valid.total()));
  if (request.draw_highlights) Draw(changes, *pair, full_reference, full_query, comparison);
  return comparison;
}

}  // namespace loupe::comparison
