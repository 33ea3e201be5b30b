#pragma once

#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <vector>

namespace loupe::bench {

struct OrbPicture {
  std::vector<cv::KeyPoint> keypoints;
  cv::Mat descriptors;
};

/** ORB as OpenCV ships it: 500 keypoints, 8 levels. */
inline OrbPicture DetectOrb(cv::ORB& orb, const cv::Mat& gray) {
  OrbPicture picture;
  orb.detectAndCompute(gray, cv::noArray(), picture.keypoints, picture.descriptors);
  return picture;
}

/** Inliers of a RANSAC homography over matches that pass the ratio test, as tutorials do it. */
inline int CountInliers(const OrbPicture& query, const OrbPicture& reference,
                        const std::vector<std::vector<cv::DMatch>>& pairs) {
  constexpr float kRatio = 0.75f;
  constexpr double kReprojectionPx = 5.0;
  std::vector<cv::Point2f> from, to;
  for (const std::vector<cv::DMatch>& pair : pairs) {
    if (pair.size() < 2 || pair[0].distance >= kRatio * pair[1].distance) continue;
    from.push_back(reference.keypoints[static_cast<size_t>(pair[0].trainIdx)].pt);
    to.push_back(query.keypoints[static_cast<size_t>(pair[0].queryIdx)].pt);
  }
  if (from.size() < 4) return 0;
  cv::Mat mask;
  if (cv::findHomography(from, to, cv::RANSAC, kReprojectionPx, mask).empty()) return 0;
  return cv::countNonZero(mask);
}

}  // namespace loupe::bench
