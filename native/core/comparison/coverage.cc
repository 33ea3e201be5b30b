#include "core/comparison/coverage.h"

#include <algorithm>
#include <cmath>

namespace loupe::comparison {
namespace {

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

}  // namespace

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

}  // namespace loupe::comparison
