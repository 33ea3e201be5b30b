#include "core/comparison/highlight.h"

#include <opencv2/imgproc.hpp>

#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

const cv::Scalar kSheetColor(240, 240, 235), kMarkColor(200, 20, 20);

cv::Mat Sheet(const cv::Size& size = {800, 600}) { return {size, CV_8UC3, kSheetColor}; }

Highlight HighlightAt(const cv::Rect2d& box) {
  const auto point = [](double x, double y) { return cv::Point2f(float(x), float(y)); };
  const double right = box.x + box.width, bottom = box.y + box.height;
  return {box,
          {{point(box.x, box.y), point(right, box.y), point(right, bottom), point(box.x, bottom)}},
          kMarkColor,
          "1"};
}

cv::Rect DrawnPart(const cv::Mat& before, const cv::Mat& after) {
  cv::Mat difference, gray;
  cv::absdiff(before, after, difference);
  cv::cvtColor(difference, gray, cv::COLOR_RGB2GRAY);
  return cv::boundingRect(gray);
}

TEST_CASE("a picture without marks is drawn as it is, and the given one is never drawn on") {
  const cv::Mat paper = Sheet(), kept = paper.clone();
  CHECK(cv::norm(DrawHighlights(paper, {}), paper, cv::NORM_INF) == 0);
  DrawHighlights(paper, {HighlightAt({0.4, 0.4, 0.2, 0.1})});
  CHECK(cv::norm(paper, kept, cv::NORM_INF) == 0);
}

TEST_CASE("a mark tints its pixels, frames them with a margin, and leaves the rest of the picture") {
  const cv::Mat paper = Sheet();
  const cv::Mat drawn = DrawHighlights(paper, {HighlightAt({0.4, 0.4, 0.2, 0.1})});
  const cv::Rect changed = DrawnPart(paper, drawn);
  CHECK(changed.contains({320, 240}));
  CHECK(changed.contains({479, 299}));
  CHECK(changed.x > 320 - 20);
  CHECK(changed.br().x < 480 + 20);
  CHECK(changed.br().y < 300 + 20);
  // The tint lets the print below show through.
  const cv::Vec3b inside = drawn.at<cv::Vec3b>(270, 400);
  CHECK(inside[0] > kMarkColor[0]);
  CHECK(inside[1] > kMarkColor[1]);
  CHECK(inside[1] < kSheetColor[1]);
}

TEST_CASE("marks over every edge and corner, and outside, are drawn as far as the picture goes") {
  const cv::Mat paper = Sheet();
  for (const cv::Rect2d& box :
       {cv::Rect2d(-0.1, -0.1, 0.2, 0.2), cv::Rect2d(0.9, 0.9, 0.3, 0.3), cv::Rect2d(0, 0, 1, 1),
        cv::Rect2d(0.5, 0, 0, 0), cv::Rect2d(0.999, 0.5, 0.001, 0.001)}) {
    const cv::Mat drawn = DrawHighlights(paper, {HighlightAt(box)});
    CHECK(drawn.size() == paper.size());
    CHECK(!DrawnPart(paper, drawn).empty());
  }
  CHECK(DrawHighlights(paper, {HighlightAt({3, 3, 0.1, 0.1})}).size() == paper.size());
}

TEST_CASE("frames grow with the picture, so that a person sees them on any") {
  const auto stroke_of = [](const cv::Size& size) {
    const cv::Mat paper = Sheet(size);
    Highlight framed = HighlightAt({0.3, 0.3, 0.4, 0.4});
    framed.outlines.clear();
    const cv::Mat drawn = DrawHighlights(paper, {framed});
    const cv::Mat line = drawn.row(size.height / 2);
    int colored = 0;
    for (int x = 0; x < size.width / 2; ++x) colored += line.at<cv::Vec3b>(x)[1] < 100;
    return colored;
  };
  CHECK(stroke_of({200, 200}) >= 2);
  CHECK(stroke_of({4000, 4000}) >= 10);
}

}  // namespace
}  // namespace loupe::comparison
