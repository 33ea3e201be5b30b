#include "core/verification/placement.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/geometry/bend_fit.h"
#include "core/geometry/consensus.h"
#include "core/geometry/homography.h"
#include "core/verification/registration.h"

namespace loupe::verification {
namespace {

/** Greatest error of an inlier of the first estimate, in query pixels. */
constexpr double kEstimateRadiusPx = 6.0;
/** Search radii and weight scales of the guided rounds: each round trusts the transform more. */
constexpr double kGuidedRadiiPx[] = {14.0, 9.0, 6.0};
constexpr double kGuidedScalesPx[] = {5.0, 2.5, 1.0};
/** Weight scale of the least-squares start, which has to bridge bent paper. */
constexpr double kBentScalePx = 10.0;
/** Groups of pairs that are looked into. */
constexpr size_t kMaxGroups = 2;
/** Sampling needs some pairs to choose from; smaller groups are fitted by least squares alone. */
constexpr size_t kMinSampledGroup = 8;
/** A group much smaller than the largest is not looked into. */
constexpr double kMinShareOfLargest = 0.6;
/** Share of inliers among retrieval's pairs that settles their homography. */
constexpr double kEnoughPairs = 0.5;
/** A placement with this many confirmed matches is as good as it gets without bending. */
constexpr size_t kClearlyConfirmed = 40;
/** Search radii and weight scales while a placement bends. */
constexpr double kBendRadiiPx[] = {14.0, 14.0, 14.0, 12.0, 10.0, 8.0, 6.0, 6.0};
constexpr double kBendScalesPx[] = {16.0, 12.0, 12.0, 8.0, 6.0, 4.0, 2.5, 1.5};

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

/** Least-squares similarity transform of a group (Umeyama, PAMI 1991, in two dimensions). */
cv::Matx33d FitSimilarity(const std::vector<geometry::PointPair>& group) {
  cv::Point2d mean_q(0, 0), mean_r(0, 0);
  for (const geometry::PointPair& p : group) {
    mean_q += cv::Point2d(p.in_query);
    mean_r += cv::Point2d(p.in_reference);
  }
  mean_q *= 1.0 / static_cast<double>(group.size());
  mean_r *= 1.0 / static_cast<double>(group.size());
  double dot = 0, cross = 0, norm = 0;
  for (const geometry::PointPair& p : group) {
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

/** Searches placements and keeps the best. */
class Search {
 public:
  explicit Search(const matching::GuidedMatcher& matcher) : matcher_(matcher) {}

  /**
   * Tries what a group of pairs that roughly agree says: the homography that most of them agree with, and,
   * unless it holds for `enough_inliers` (a share), the one that is nearest to all of them.
   */
  void TryGroup(const std::vector<geometry::PointPair>& group, double enough_inliers) {
    if (group.size() >= kMinSampledGroup) {
      const geometry::HomographyEstimate estimate = geometry::EstimateHomography(group, kEstimateRadiusPx);
      if (estimate.found) Try(estimate.query_from_reference, static_cast<int>(estimate.inliers.size()));
    }
    if (IsClear() || group.empty()) return;
    const auto inlier_share = static_cast<double>(best_.inlier_count) / static_cast<double>(group.size());
    if (best_.found && inlier_share >= enough_inliers) return;
    const cv::Matx33d bent = geometry::RefineHomography(group, FitSimilarity(group), kBentScalePx);
    Try(bent, static_cast<int>(group.size()));
  }

  bool IsClear() const { return best_.confirmed.size() >= kClearlyConfirmed; }

  Placement Take(size_t tentative_count) {
    best_.tentative_count = static_cast<int>(tentative_count);
    return std::move(best_);
  }

 private:
  /** Alternates between looking for matches near their predicted places and fitting the transform to them. */
  void Try(cv::Matx33d h, int inlier_count) {
    for (size_t round = 0; round < std::size(kGuidedRadiiPx); ++round) {
      const std::vector<matching::GuidedMatch> guided = matcher_.Match({h, {}}, kGuidedRadiiPx[round]);
      h = geometry::RefineHomography(PairsOf(matcher_.query(), matcher_.reference(), guided), h,
                                     kGuidedScalesPx[round]);
    }
    std::vector<matching::GuidedMatch> confirmed = matcher_.Match({h, {}}, kConfirmRadiusPx);
    if (best_.found && confirmed.size() <= best_.confirmed.size()) return;
    best_.found = true;
    best_.warp = {h, {}};
    best_.confirmed = std::move(confirmed);
    best_.inlier_count = inlier_count;
  }

  const matching::GuidedMatcher& matcher_;
  Placement best_;
};

}  // namespace

Placement PlaceByPairs(const matching::GuidedMatcher& matcher,
                       base::Span<const matching::Correspondence> tentative) {
  Search search(matcher);
  // Retrieval has already taken only pairs that agree on one affine transform.
  search.TryGroup(PairsOf(matcher.query(), matcher.reference(), tentative), kEnoughPairs);
  return search.Take(tentative.size());
}

DescriptorGroups GroupDescriptors(const matching::GuidedMatcher& matcher) {
  const features::Features& query = matcher.query();
  const std::vector<matching::Correspondence> mutual =
      matching::MutualNearest(query.descriptors, matcher.reference().descriptors);
  const double side = std::max(query.working_size.width, query.working_size.height);
  return {mutual.size(),
          geometry::FindConsensus(PairsOf(query, matcher.reference(), mutual), side, kMaxGroups)};
}

Placement PlaceByGroups(const matching::GuidedMatcher& matcher, const DescriptorGroups& found,
                        const base::CancellationToken* cancellation) {
  Search search(matcher);
  for (const std::vector<geometry::PointPair>& group : found.groups) {
    base::ThrowIfCancelled(cancellation);
    if (static_cast<double>(group.size()) < kMinShareOfLargest * static_cast<double>(found.largest())) break;
    search.TryGroup(group, 1.0);
    if (search.IsClear()) break;
  }
  return search.Take(found.pair_count);
}

Placement BendPlacement(const matching::GuidedMatcher& matcher, const Placement& flat) {
  const features::Features& query = matcher.query();
  const signature::ReferenceView& reference = matcher.reference();
  Placement bent = flat;
  bent.warp.bend = geometry::PageBend(reference.working_size);
  for (size_t round = 0; round < std::size(kBendRadiiPx); ++round) {
    const std::vector<matching::GuidedMatch> guided = matcher.Match(bent.warp, kBendRadiiPx[round]);
    geometry::FitBend(PairsOf(query, reference, guided), kBendScalesPx[round], &bent.warp);
  }
  bent.confirmed = matcher.Match(bent.warp, kConfirmRadiusPx);
  return bent;
}

Placement RegisterPlacement(const matching::GuidedMatcher& matcher, const image::GrayImage& thumbnail,
                            Placement bent) {
  const features::Features& query = matcher.query();
  const signature::ReferenceView& reference = matcher.reference();
  RegisterThumbnail(query, reference, thumbnail, PairsOf(query, reference, bent.confirmed), &bent.warp);
  bent.confirmed = matcher.Match(bent.warp, kConfirmRadiusPx);
  bent.is_registered = true;
  return bent;
}

size_t CountSettled(const matching::GuidedMatcher& matcher, const geometry::Warp& warp, cv::Point2d shift) {
  geometry::Warp moved = warp;
  moved.query_from_reference = warp.query_from_reference * cv::Matx33d(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1);
  for (size_t round = 1; round < std::size(kGuidedRadiiPx); ++round) {
    const std::vector<matching::GuidedMatch> guided = matcher.Match(moved, kGuidedRadiiPx[round]);
    moved.query_from_reference =
        geometry::RefineHomography(PairsOf(matcher.query(), matcher.reference(), guided),
                                   moved.query_from_reference, kGuidedScalesPx[round]);
  }
  return matcher.Match(moved, kConfirmRadiusPx).size();
}

cv::Matx33d FlatTransform(const features::Features& query, const signature::ReferenceView& reference,
                          const Placement& placement) {
  const cv::Matx33d& h = placement.warp.query_from_reference;
  if (placement.warp.bend.is_flat()) return h;
  const cv::Matx33d near =
      geometry::RefineHomography(PairsOf(query, reference, placement.confirmed), h, kBentScalePx);
  return geometry::IsPlausibleView(near, reference.working_size) ? near : h;
}

}  // namespace loupe::verification
