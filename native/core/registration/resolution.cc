#include "core/registration/resolution.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/registration/normalized.h"

namespace loupe::registration {
namespace {

cv::Mat Scaled(const cv::Mat& image, double factor) {
  const cv::Size size(std::max(1, cvRound(image.cols * factor)), std::max(1, cvRound(image.rows * factor)));
  cv::Mat scaled;
  cv::resize(image, scaled, size, 0, 0, cv::INTER_AREA);
  return scaled;
}

}  // namespace

cv::Matx33d RescalingBetween(const cv::Size& from, const cv::Size& to) {
  const double sx = double(to.width) / from.width, sy = double(to.height) / from.height;
  return {sx, 0, 0.5 * sx - 0.5, 0, sy, 0.5 * sy - 0.5, 0, 0, 1};
}

cv::Matx33d FractionsFromPixels(const cv::Size& size) {
  return {1.0 / size.width, 0, 0.5 / size.width, 0, 1.0 / size.height, 0.5 / size.height, 0, 0, 1};
}

cv::Point2d Project(const cv::Matx33d& h, double x, double y) {
  const cv::Vec3d p = h * cv::Vec3d(x, y, 1);
  return {p[0] / p[2], p[1] / p[2]};
}

double ScaleOf(const cv::Matx33d& h, const cv::Size& size) {
  const double x = 0.5 * size.width, y = 0.5 * size.height;
  const cv::Point2d center = Project(h, x, y);
  const cv::Point2d right = Project(h, x + 1, y) - center, down = Project(h, x, y + 1) - center;
  return std::sqrt(std::abs(right.cross(down)));
}

void ToCommonResolution(double finer, PicturePair& pair) {
  const double scale = ScaleOf(pair.query_from_reference, pair.reference.size());
  if (scale > finer && scale < 100) {
    const cv::Size before = pair.query.size();
    pair.query = Scaled(pair.query, 1 / scale);
    pair.query_from_reference = RescalingBetween(before, pair.query.size()) * pair.query_from_reference;
  } else if (scale < 1 / finer && scale > 0.01) {
    const cv::Size before = pair.reference.size();
    pair.reference = Scaled(pair.reference, scale);
    pair.query_from_reference =
        pair.query_from_reference * RescalingBetween(before, pair.reference.size()).inv();
  }
  pair.query_from_reference = Normalized(pair.query_from_reference);
}

}  // namespace loupe::registration
