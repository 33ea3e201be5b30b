#include "core/comparison/highlight.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace loupe::comparison {
namespace {

void Tint(cv::Mat& image, const Highlight& highlight) {
  std::vector<std::vector<cv::Point>> polygons;
  for (const auto& outline : highlight.outlines) {
    std::vector<cv::Point> polygon;
    for (const cv::Point2f& p : outline)
      polygon.emplace_back(cvRound(p.x * image.cols), cvRound(p.y * image.rows));
    polygons.push_back(std::move(polygon));
  }
  if (polygons.empty()) return;
  cv::Rect bounds;
  for (const auto& polygon : polygons) bounds |= cv::boundingRect(polygon);
  bounds &= cv::Rect({0, 0}, image.size());
  if (bounds.empty()) return;
  cv::Mat part = image(bounds), tinted = part.clone();
  cv::fillPoly(tinted, polygons, highlight.color, cv::LINE_8, 0, -bounds.tl());
  cv::addWeighted(tinted, 0.35, part, 0.65, 0, part);
}

cv::Rect FrameOf(const Highlight& highlight, const cv::Size& size, int margin) {
  const cv::Rect2d& b = highlight.box;
  const cv::Point from(cvRound(b.x * size.width) - margin, cvRound(b.y * size.height) - margin);
  const cv::Point to(cvRound((b.x + b.width) * size.width) + margin,
                     cvRound((b.y + b.height) * size.height) + margin);
  return cv::Rect(from, to) & cv::Rect({0, 0}, size);
}

void Label(cv::Mat& image, const std::string& text, const cv::Rect& frame, const cv::Scalar& color,
           double scale) {
  int baseline = 0;
  const int thickness = std::max(1, cvRound(scale * 1.6));
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, scale, thickness, &baseline);
  const int pad = std::max(2, cvRound(4 * scale));
  const int height = size.height + 2 * pad, width = size.width + 2 * pad;
  // Above the frame, or inside its top when there is no room.
  const int top = frame.y >= height ? frame.y - height : frame.y;
  const int left = std::clamp(frame.x, 0, std::max(0, image.cols - width));
  cv::rectangle(image, {left, top, width, height}, color, cv::FILLED);
  cv::putText(image, text, {left + pad, top + pad + size.height}, cv::FONT_HERSHEY_SIMPLEX, scale,
              cv::Scalar(255, 255, 255), thickness, cv::LINE_AA);
}

}  // namespace

cv::Mat DrawHighlights(const cv::Mat& rgb, const std::vector<Highlight>& highlights) {
  cv::Mat image = rgb.clone();
  const int longest = std::max(image.cols, image.rows);
  const int stroke = std::max(2, longest / 400), margin = std::max(3, longest / 180);
  const double scale = std::max(0.4, longest / 1500.0);
  for (const Highlight& highlight : highlights) Tint(image, highlight);
  for (const Highlight& highlight : highlights) {
    const cv::Rect frame = FrameOf(highlight, image.size(), margin);
    if (frame.empty()) continue;
    cv::rectangle(image, frame, cv::Scalar(255, 255, 255), stroke + 2);
    cv::rectangle(image, frame, highlight.color, stroke);
    Label(image, highlight.label, frame, highlight.color, scale);
  }
  return image;
}

}  // namespace loupe::comparison
