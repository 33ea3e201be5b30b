#include "core/verification/pose.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/bend_fit.h"
#include "core/geometry/homography.h"
#include "core/geometry/pose_clusters.h"
#include "core/verification/registration.h"

namespace loupe::verification {
namespace {

std::vector<geometry::PointPair> PairsOf(const features::Features& query,
                                         const signature::ReferenceView& reference,
                                         base::Span<const matching::Correspondence> correspondences) {
  std::vector<geometry::PointPair> pairs;
  pairs.reserve(correspondences.size());
  for (const matching::Correspondence& c : correspondences) {
    if (c.query_index >= query.keypoints.size() || c.reference_index >= reference.keypoints.size()) continue;
    const features::Keypoint& q = query.keypoints[c.query_index];
    const features::Keypoint& r = reference.keypoints[c.reference_index];
    geometry::PointPair pair{
        {q.x(), q.y()}, {r.x(), r.y()}, std::min(1.0f, static_cast<float>(c.distance) / 256.0f), 0.0f, 0.0f};
    pair.level_change = static_cast<float>(q.level) - static_cast<float>(r.level);
    const auto turn = static_cast<uint16_t>(q.angle_q16 - r.angle_q16);
    pair.angle_change = static_cast<float>(turn) * (6.28318530718f / 65536.0f);
    pairs.push_back(pair);
  }
  std::stable_sort(
      pairs.begin(), pairs.end(),
      [](const geometry::PointPair& a, const geometry::PointPair& b) { return a.doubt < b.doubt; });
  return pairs;
}

std::vector<geometry::PointPair> PairsOf(const features::Features& query,
                                         const signature::ReferenceView& reference,
                                         const std::vector<matching::GuidedMatch>& matches) {
  std::vector<geometry::PointPair> pairs;
  pairs.reserve(matches.size());
  for (const matching::GuidedMatch& m : matches) {
    const features::Keypoint& q = query.keypoints[static_cast<size_t>(m.query_index)];
    const features::Keypoint& r = reference.keypoints[static_cast<size_t>(m.reference_index)];
    pairs.push_back({{q.x(), q.y()}, {r.x(), r.y()}, 0.0f, 0.0f, 0.0f});
  }
  return pairs;
}

/** Least-squares similarity transform of a cluster (Umeyama, PAMI 1991, in two dimensions). */
cv::Matx33d FitSimilarity(const std::vector<geometry::PointPair>& cluster) {
  cv::Point2d mean_q(0, 0), mean_r(0, 0);
  for (const geometry::PointPair& p : cluster) {
    mean_q += cv::Point2d(p.in_query);
    mean_r += cv::Point2d(p.in_reference);
  }
  mean_q *= 1.0 / static_cast<double>(cluster.size());
  mean_r *= 1.0 / static_cast<double>(cluster.size());
  double dot = 0, cross = 0, norm = 0;
  for (const geometry::PointPair& p : cluster) {
    const cv::Point2d q = cv::Point2d(p.in_query) - mean_q, r = cv::Point2d(p.in_reference) - mean_r;
    dot += r.dot(q);
    cross += r.cross(q);
    norm += r.dot(r);
  }
  if (norm < 1.0) return cv::Matx33d::eye();
  const double a = dot / norm, b = cross / norm;
  return {a, -b, mean_q.x - a * mean_r.x + b * mean_r.y, b, a, mean_q.y - b * mean_r.x - a * mean_r.y, 0,
          0, 1};
}

/** Tries transforms and keeps the one with the most guided inliers. */
class PoseSearch {
 public:
  PoseSearch(const matching::GuidedMatcher& matcher, const VerificationOptions& options)
      : matcher_(matcher), options_(options.pose), robust_(options.geometry.robust_homography) {}

  /**
   * Tries what a cluster of pairs that roughly agree says: the homography that most of them agree with, and,
   * unless it holds for `enough_inliers` (a share), the one that is nearest to all of them.
   */
  void TryCluster(const std::vector<geometry::PointPair>& cluster, double enough_inliers) {
    if (cluster.size() >= static_cast<size_t>(options_.min_sampled_cluster)) {
      const geometry::HomographyEstimate estimate =
          geometry::EstimateHomography(cluster, options_.estimate_radius_px, robust_);
      if (estimate.found) Try(estimate.query_from_reference, static_cast<int>(estimate.inliers.size()));
    }
    if (IsClear() || cluster.empty()) return;
    const auto inlier_share = static_cast<double>(best_.inlier_count) / static_cast<double>(cluster.size());
    if (best_.found && inlier_share >= enough_inliers) return;
    const cv::Matx33d bent =
        geometry::RefineHomography(cluster, FitSimilarity(cluster), options_.bent_scale_px);
    Try(bent, static_cast<int>(cluster.size()));
  }

  bool IsClear() const { return best_.guided_inliers.size() >= static_cast<size_t>(options_.clear_inliers); }

  Pose Take(size_t tentative_count) {
    best_.tentative_count = static_cast<int>(tentative_count);
    return std::move(best_);
  }

 private:
  /** Alternates between looking for matches near their predicted places and fitting the transform to them. */
  void Try(cv::Matx33d h, int inlier_count) {
    for (size_t round = 0; round < options_.guided_radii_px.size(); ++round) {
      const std::vector<matching::GuidedMatch> guided =
          matcher_.Match({h, {}}, options_.guided_radii_px[round]);
      h = geometry::RefineHomography(PairsOf(matcher_.query(), matcher_.reference(), guided), h,
                                     options_.guided_scales_px[round]);
    }
    std::vector<matching::GuidedMatch> guided_inliers = matcher_.Match({h, {}}, options_.inlier_radius_px);
    if (best_.found && guided_inliers.size() <= best_.guided_inliers.size()) return;
    best_.found = true;
    best_.warp = {h, {}};
    best_.guided_inliers = std::move(guided_inliers);
    best_.inlier_count = inlier_count;
  }

  const matching::GuidedMatcher& matcher_;
  const PoseOptions& options_;
  const geometry::RobustHomographyOptions& robust_;
  Pose best_;
};

}  // namespace

Pose PoseFromPairs(const matching::GuidedMatcher& matcher,
                   base::Span<const matching::Correspondence> tentative, const VerificationOptions& options) {
  PoseSearch search(matcher, options);
  // Retrieval has already taken only pairs that agree on one affine transform.
  search.TryCluster(PairsOf(matcher.query(), matcher.reference(), tentative),
                    options.pose.enough_pairs_share);
  return search.Take(tentative.size());
}

PoseClusters ClusterDescriptorPairs(const matching::GuidedMatcher& matcher,
                                    const VerificationOptions& options) {
  const features::Features& query = matcher.query();
  const std::vector<matching::Correspondence> mutual = matching::MutualNearest(
      query.descriptors, matcher.reference().descriptors, options.matching.max_mutual_hamming);
  const double side = std::max(query.working_size.width, query.working_size.height);
  return {mutual.size(), geometry::FindPoseClusters(PairsOf(query, matcher.reference(), mutual), side,
                                                    static_cast<size_t>(options.pose.max_clusters),
                                                    options.geometry.pose_clusters)};
}

Pose PoseFromClusters(const matching::GuidedMatcher& matcher, const PoseClusters& found,
                      const VerificationOptions& options, const base::CancellationToken* cancellation) {
  PoseSearch search(matcher, options);
  for (const std::vector<geometry::PointPair>& cluster : found.clusters) {
    base::ThrowIfCancelled(cancellation);
    if (static_cast<double>(cluster.size()) <
        options.pose.min_share_of_largest * static_cast<double>(found.largest()))
      break;
    search.TryCluster(cluster, 1.0);
    if (search.IsClear()) break;
  }
  return search.Take(found.pair_count);
}

Pose BendPose(const matching::GuidedMatcher& matcher, const Pose& flat, const VerificationOptions& options) {
  const PoseOptions& o = options.pose;
  const features::Features& query = matcher.query();
  const signature::ReferenceView& reference = matcher.reference();
  Pose bent = flat;
  bent.warp.bend = geometry::PageBend(reference.working_size);
  for (size_t round = 0; round < o.bend_radii_px.size(); ++round) {
    const std::vector<matching::GuidedMatch> guided = matcher.Match(bent.warp, o.bend_radii_px[round]);
    geometry::FitBend(PairsOf(query, reference, guided), o.bend_scales_px[round], options.geometry.bend,
                      &bent.warp);
  }
  bent.guided_inliers = matcher.Match(bent.warp, o.inlier_radius_px);
  return bent;
}

Pose RegisterPose(const matching::GuidedMatcher& matcher, const image::GrayImage& thumbnail, Pose bent,
                  const VerificationOptions& options) {
  const features::Features& query = matcher.query();
  const signature::ReferenceView& reference = matcher.reference();
  RegisterThumbnail(query, reference, thumbnail, PairsOf(query, reference, bent.guided_inliers),
                    options.registration, options.geometry.bend, &bent.warp);
  bent.guided_inliers = matcher.Match(bent.warp, options.pose.inlier_radius_px);
  bent.is_registered = true;
  return bent;
}

size_t CountSettled(const matching::GuidedMatcher& matcher, const geometry::Warp& warp, cv::Point2d shift,
                    const PoseOptions& options) {
  geometry::Warp moved = warp;
  moved.query_from_reference = warp.query_from_reference * cv::Matx33d(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1);
  for (size_t round = 1; round < options.guided_radii_px.size(); ++round) {
    const std::vector<matching::GuidedMatch> guided = matcher.Match(moved, options.guided_radii_px[round]);
    moved.query_from_reference =
        geometry::RefineHomography(PairsOf(matcher.query(), matcher.reference(), guided),
                                   moved.query_from_reference, options.guided_scales_px[round]);
  }
  return matcher.Match(moved, options.inlier_radius_px).size();
}

cv::Matx33d FlatTransform(const features::Features& query, const signature::ReferenceView& reference,
                          const Pose& pose, const VerificationOptions& options) {
  const cv::Matx33d& h = pose.warp.query_from_reference;
  if (pose.warp.bend.is_flat()) return h;
  const cv::Matx33d near = geometry::RefineHomography(PairsOf(query, reference, pose.guided_inliers), h,
                                                      options.pose.bent_scale_px);
  return geometry::IsPlausibleView(near, reference.working_size, options.geometry.plausible_view) ? near : h;
}

}  // namespace loupe::verification
