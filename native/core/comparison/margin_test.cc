#include "core/comparison/margin.h"

#include <opencv2/imgproc.hpp>

#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

/** White paper of 400 by 300 pixels with a gray picture in its middle and one that reaches the right end. */
CommonFrame FrameWithMargin() {
  CommonFrame frame;
  frame.reference = cv::Mat(300, 400, CV_8UC3, cv::Scalar(245, 245, 240));
  cv::RNG random(7);
  for (const cv::Rect& printed : {cv::Rect(120, 80, 120, 100), cv::Rect(330, 200, 70, 60)})
    random.fill(frame.reference(printed), cv::RNG::UNIFORM, 0, 255);
  frame.valid = cv::Mat(300, 400, CV_8U, cv::Scalar(255));
  return frame;
}

Region RegionAt(const cv::Rect& box) {
  Region region;
  region.box = box;
  region.mask = cv::Mat(box.size(), CV_8U, cv::Scalar(255));
  region.area = box.area();
  return region;
}

size_t KeptOf(const CommonFrame& frame, const cv::Rect& box) {
  return WithoutSurroundings({RegionAt(box)}, frame, {}).size();
}

TEST_CASE("a difference in the blank margin at the end of the picture is left out at each side") {
  const CommonFrame frame = FrameWithMargin();
  for (const cv::Rect& at_end : {cv::Rect(0, 120, 12, 40), cv::Rect(388, 20, 12, 40), cv::Rect(60, 0, 80, 8),
                                 cv::Rect(60, 292, 80, 8)}) {
    CAPTURE(at_end.x);
    CHECK(KeptOf(frame, at_end) == 0);
  }
}

TEST_CASE("a difference inside the paper stays, however blank the paper is") {
  const CommonFrame frame = FrameWithMargin();
  for (int x = 10; x + 30 < 390; x += 40) {
    CAPTURE(x);
    CHECK(KeptOf(frame, {x, 30, 30, 20}) == 1);
  }
}

TEST_CASE("a difference in print that reaches the end stays") {
  CHECK(KeptOf(FrameWithMargin(), {360, 210, 40, 30}) == 1);
}

TEST_CASE("the end of what the query shows counts as the end of the picture") {
  CommonFrame frame = FrameWithMargin();
  CHECK(KeptOf(frame, {60, 60, 30, 30}) == 1);
  frame.valid.colRange(0, 58).setTo(0);
  CHECK(KeptOf(frame, {60, 60, 30, 30}) == 0);
}

TEST_CASE("pictures that share their frame keep every difference") {
  CommonFrame frame = FrameWithMargin();
  frame.share_frame = true;
  CHECK(KeptOf(frame, {0, 120, 12, 40}) == 1);
}

}  // namespace
}  // namespace loupe::comparison
