/**
 * SIFT (Lowe, IJCV 2004), the ratio test and RANSAC on one pair of pictures, as tutorials do it: what a
 * search could reach at most if it compared the true pair with everything, whatever that costs.
 */
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>

#include "values.h"

namespace loupe::bench {
namespace {

constexpr int kMostKeypoints = 3000;
constexpr float kRatio = 0.75f;
constexpr double kReprojectionPx = 5.0;

struct Pair {
  int inliers = 0;
  /** 3 x 3, or empty. */
  cv::Mat query_from_reference;
};

Pair MatchPair(const cv::Mat& query, const cv::Mat& reference) {
  const cv::Ptr<cv::SIFT> sift = cv::SIFT::create(kMostKeypoints);
  std::vector<cv::KeyPoint> query_points, reference_points;
  cv::Mat query_descriptors, reference_descriptors;
  sift->detectAndCompute(query, cv::noArray(), query_points, query_descriptors);
  sift->detectAndCompute(reference, cv::noArray(), reference_points, reference_descriptors);
  Pair result;
  if (query_descriptors.rows < 2 || reference_descriptors.rows < 2) return result;
  std::vector<std::vector<cv::DMatch>> pairs;
  cv::BFMatcher(cv::NORM_L2).knnMatch(query_descriptors, reference_descriptors, pairs, 2);
  std::vector<cv::Point2f> from, to;
  for (const std::vector<cv::DMatch>& pair : pairs) {
    if (pair.size() < 2 || pair[0].distance >= kRatio * pair[1].distance) continue;
    from.push_back(reference_points[static_cast<size_t>(pair[0].trainIdx)].pt);
    to.push_back(query_points[static_cast<size_t>(pair[0].queryIdx)].pt);
  }
  if (from.size() < 4) return result;
  cv::Mat mask;
  result.query_from_reference = cv::findHomography(from, to, cv::RANSAC, kReprojectionPx, mask);
  if (!result.query_from_reference.empty()) result.inliers = cv::countNonZero(mask);
  return result;
}

/** siftPair(query, reference): gray rasters → promise of {inliers, queryFromReference in pixels or null}. */
Napi::Value SiftPair(const Napi::CallbackInfo& info) {
  const auto query = std::make_shared<GrayRaster>(info[0]);
  const auto reference = std::make_shared<GrayRaster>(info[1]);
  const auto pair = std::make_shared<Pair>();
  const auto work = [query, reference, pair] { *pair = MatchPair(query->mat(), reference->mat()); };
  const auto result = [pair](Napi::Env env) -> Napi::Value {
    Napi::Object object = Napi::Object::New(env);
    object.Set("inliers", Napi::Number::New(env, pair->inliers));
    object.Set("queryFromReference", env.Null());
    if (pair->query_from_reference.empty()) return object;
    Napi::Array homography = Napi::Array::New(env, 9);
    for (int i = 0; i < 9; ++i)
      homography.Set(static_cast<uint32_t>(i),
                     Napi::Number::New(env, pair->query_from_reference.at<double>(i / 3, i % 3)));
    object.Set("queryFromReference", homography);
    return object;
  };
  return InBackground(info.Env(), Napi::Object::New(info.Env()), work, result);
}

}  // namespace

Napi::Function DefineSiftPair(Napi::Env env) { return Napi::Function::New(env, SiftPair, "siftPair"); }

}  // namespace loupe::bench
