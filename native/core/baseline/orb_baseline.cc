#include "core/baseline/orb_baseline.h"

#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::baseline {
namespace {

constexpr float kRatio = 0.75F;
constexpr double kReprojectionPx = 5.0;
constexpr size_t kLeastMatches = 4;

cv::Mat GrayOf(const image::RasterView& picture) {
  const int type = picture.channels == 1 ? CV_8UC1 : CV_8UC3;
  // OpenCV takes no pixels that it may not write; these are only read.
  cv::Mat pixels(picture.size.height, picture.size.width, type, const_cast<uint8_t*>(picture.pixels));
  if (picture.channels == 1) return pixels;
  cv::Mat gray;
  cv::cvtColor(pixels, gray, cv::COLOR_RGB2GRAY);
  return gray;
}

std::optional<std::array<double, 9>> OnFractions(const cv::Mat& homography, const cv::Size& reference,
                                                 const cv::Size& query) {
  const cv::Matx33d to_pixels(reference.width, 0, 0, 0, reference.height, 0, 0, 0, 1);
  const cv::Matx33d to_fractions(1.0 / query.width, 0, 0, 0, 1.0 / query.height, 0, 0, 0, 1);
  const cv::Matx33d found = to_fractions * cv::Matx33d(homography) * to_pixels;
  const double last = found(2, 2);
  if (!(std::abs(last) > 1e-12)) return std::nullopt;
  std::array<double, 9> entries{};
  for (int i = 0; i < 9; ++i) entries[static_cast<size_t>(i)] = found.val[i] / last;
  return entries;
}

}  // namespace

OrbMatch MatchByOrb(const image::RasterView& reference, const image::RasterView& query, int max_keypoints) {
  const cv::Ptr<cv::ORB> orb = cv::ORB::create(max_keypoints);
  const cv::Mat first = GrayOf(reference), second = GrayOf(query);
  std::vector<cv::KeyPoint> first_points, second_points;
  cv::Mat first_descriptors, second_descriptors;
  orb->detectAndCompute(first, cv::noArray(), first_points, first_descriptors);
  orb->detectAndCompute(second, cv::noArray(), second_points, second_descriptors);
  OrbMatch result;
  result.reference_keypoints = static_cast<int>(first_points.size());
  result.query_keypoints = static_cast<int>(second_points.size());
  if (first_descriptors.rows < 2 || second_descriptors.rows < 2) return result;
  std::vector<std::vector<cv::DMatch>> pairs;
  cv::BFMatcher(cv::NORM_HAMMING).knnMatch(second_descriptors, first_descriptors, pairs, 2);
  std::vector<cv::Point2f> from, to;
  for (const std::vector<cv::DMatch>& pair : pairs) {
    if (pair.size() < 2 || pair[0].distance >= kRatio * pair[1].distance) continue;
    from.push_back(first_points[static_cast<size_t>(pair[0].trainIdx)].pt);
    to.push_back(second_points[static_cast<size_t>(pair[0].queryIdx)].pt);
  }
  result.matches = static_cast<int>(from.size());
  if (from.size() < kLeastMatches) return result;
  cv::Mat mask;
  const cv::Mat homography = cv::findHomography(from, to, cv::RANSAC, kReprojectionPx, mask);
  if (homography.empty()) return result;
  result.inliers = cv::countNonZero(mask);
  result.query_from_reference = OnFractions(homography, first.size(), second.size());
  return result;
}

}  // namespace loupe::baseline
