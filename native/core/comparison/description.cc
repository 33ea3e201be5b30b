#include "core/comparison/description.h"

#include <algorithm>

namespace loupe::comparison {
namespace {

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

}  // namespace

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

WholeColorChange Describe(const ColorChange& change, WholeColorChange::Of of) {
  WholeColorChange published;
  published.of = of;
  for (int c = 0; c < 3; ++c) published.before[c] = change.before[c], published.after[c] = change.after[c];
  published.delta_e = change.delta_e;
  return published;
}

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

}  // namespace loupe::comparison
