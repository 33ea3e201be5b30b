#include "core/verification/follow.h"

#include <algorithm>

#include "core/geometry/homography.h"
#include "core/matching/matching.h"
#include "core/verification/match_boxes.h"
#include "core/verification/null_model.h"
#include "core/verification/pose.h"

namespace loupe::verification {
namespace {

constexpr features::AmountOptions kAmount = {400, 400};
/** How far a keypoint may have come from one picture to the next, as a share of the longer side. */
constexpr double kReach = 0.09;
/** Agreeing keypoints, and how far they deviate from chance, of a reference that is there. */
constexpr size_t kLeastInliers = 20;
constexpr float kLeastDeviation = 12.0f;
constexpr int kShifts = 4;

cv::Matx33d OnPixels(const PoseOnFractions& pose, image::ImageSize query, image::ImageSize reference) {
  const cv::Matx33d to_pixels(query.width, 0, 0, 0, query.height, 0, 0, 0, 1);
  const cv::Matx33d to_fractions(1.0 / reference.width, 0, 0, 0, 1.0 / reference.height, 0, 0, 0, 1);
  return to_pixels * cv::Matx33d(pose.data()) * to_fractions;
}

}  // namespace

features::ExtractRequest FollowRequest() {
  features::ExtractRequest request = features::QueryRequest();
  request.amount = kAmount;
  request.keep_pixels = false;
  return request;
}

FollowedPose FollowPose(const features::Features& query, const signature::ReferenceView& reference,
                        const PoseOnFractions& before, const VerificationOptions& options) {
  if (query.keypoints.empty() || reference.keypoints.empty()) return {};
  const matching::KeypointGrid grid(query, options.matching.guided);
  const matching::GuidedMatcher matcher(grid, reference, options.matching);
  const cv::Matx33d expected = OnPixels(before, query.working_size, reference.working_size);
  std::vector<matching::Correspondence> pairs;
  for (const matching::GuidedMatch& near :
       matcher.Match({expected, {}}, kReach * image::LongerSide(query.working_size)))
    pairs.push_back({static_cast<uint16_t>(near.query_index), static_cast<uint16_t>(near.reference_index),
                     static_cast<uint16_t>(near.hamming)});
  if (pairs.size() < kLeastInliers) return {};
  const Pose pose = PoseFromPairs(matcher, pairs, options);
  if (!pose.found || pose.guided_inliers.size() < kLeastInliers) return {};
  const cv::Matx33d& found = pose.warp.query_from_reference;
  if (!geometry::IsPlausibleView(found, reference.working_size, options.geometry.plausible_view)) return {};
  NullModel chance(matcher, pose.warp, options);
  chance.CountShifted(kShifts);
  MatchEvidence evidence;
  chance.Evaluate(pose.guided_inliers.size(), &evidence);
  if (evidence.z_score < kLeastDeviation) return {};
  return {true, OnFractions(found, query.working_size, reference.working_size),
          static_cast<int>(pose.guided_inliers.size())};
}

}  // namespace loupe::verification
