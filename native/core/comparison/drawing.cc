#include "core/comparison/drawing.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>

#include "core/comparison/highlight.h"

namespace loupe::comparison {
namespace {

constexpr int kMostDrawnSide = 4096;

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

}  // namespace

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

}  // namespace loupe::comparison
