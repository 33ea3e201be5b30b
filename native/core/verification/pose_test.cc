#include "core/verification/pose.h"

#include <algorithm>
#include <set>

#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

const VerificationOptions kPoseOptions;

/** Greatest distance in query pixels between where two transforms send the corners of the reference. */
double CornerError(const test::SyntheticPair& pair, const cv::Matx33d& h) {
  const std::vector<cv::Point2d> expected =
      geometry::ProjectCorners(pair.query_from_reference, pair.reference.working_size);
  const std::vector<cv::Point2d> found = geometry::ProjectCorners(h, pair.reference.working_size);
  double greatest = 0.0;
  for (size_t i = 0; i < 4; ++i) greatest = std::max(greatest, cv::norm(expected[i] - found[i]));
  return greatest;
}

TEST_CASE("a pose from correspondences has exactly the true pairs as guided inliers") {
  for (const size_t inliers : {size_t{30}, size_t{60}, size_t{120}}) {
    for (const size_t outliers : {size_t{0}, size_t{30}, size_t{60}}) {
      CAPTURE(inliers);
      CAPTURE(outliers);
      const test::SyntheticPair pair = test::SynthesizePair(inliers, outliers, inliers + outliers);
      const signature::ReferenceView view = pair.view();
      const matching::KeypointGrid grid(pair.query, kPoseOptions.matching.guided);
      const matching::GuidedMatcher matcher(grid, view, kPoseOptions.matching);
      const Pose pose = PoseFromPairs(matcher, pair.correspondences, kPoseOptions);
      REQUIRE(pose.found);
      CHECK(pose.tentative_count == static_cast<int>(pair.correspondences.size()));
      CHECK(pose.guided_inliers.size() == inliers);
      for (const matching::GuidedMatch& m : pose.guided_inliers) {
        CHECK(m.query_index == m.reference_index);
        CHECK(m.reference_index < static_cast<int>(inliers));
      }
      CHECK(CornerError(pair, pose.warp.query_from_reference) < 1.0);
    }
  }
}

TEST_CASE("a pose from clusters of all descriptors finds the same") {
  const test::SyntheticPair pair = test::SynthesizePair(50, 100, 4);
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kPoseOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kPoseOptions.matching);
  const PoseClusters clusters = ClusterDescriptorPairs(matcher, kPoseOptions);
  CHECK(clusters.pair_count >= 50);
  CHECK(clusters.largest() == 50);
  const Pose pose = PoseFromClusters(matcher, clusters, kPoseOptions, nullptr);
  CHECK(pose.guided_inliers.size() == 50);
  CHECK(CornerError(pair, pose.warp.query_from_reference) < 1.0);
}

TEST_CASE("inliers end at the inlier radius") {
  const test::SyntheticPair pair = test::SynthesizePair(80, 0, 9, 2.0);
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kPoseOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kPoseOptions.matching);
  const Pose wide = PoseFromPairs(matcher, pair.correspondences, kPoseOptions);
  CHECK(wide.guided_inliers.size() == 80);
  VerificationOptions strict;
  strict.pose.inlier_radius_px = 1.0;
  const Pose narrow = PoseFromPairs(matcher, pair.correspondences, strict);
  CHECK(narrow.guided_inliers.size() > 5);
  CHECK(narrow.guided_inliers.size() < 60);
  for (const matching::GuidedMatch& m : narrow.guided_inliers) CHECK(m.squared_error_px <= 1.0f);
}

TEST_CASE("pairs that belong to nothing give a pose with next to no inliers") {
  const test::SyntheticPair pair = test::SynthesizePair(0, 120, 6);
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kPoseOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kPoseOptions.matching);
  CHECK(PoseFromPairs(matcher, pair.correspondences, kPoseOptions).guided_inliers.size() <= 2);
  CHECK(PoseFromPairs(matcher, {}, kPoseOptions).found == false);
}

TEST_CASE("only clusters that are large enough beside the largest are tried") {
  const test::SyntheticPair pair = test::SynthesizePair(60, 40, 11);
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kPoseOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kPoseOptions.matching);
  PoseClusters clusters = ClusterDescriptorPairs(matcher, kPoseOptions);
  REQUIRE(!clusters.clusters.empty());
  // The true cluster stands behind one that is twice as large, and wrong.
  std::vector<geometry::PointPair> wrong(2 * clusters.largest());
  for (size_t i = 0; i < wrong.size(); ++i) {
    wrong[i].in_query = {static_cast<float>(10 + 37 * i % 600), static_cast<float>(10 + 53 * i % 600)};
    wrong[i].in_reference = {static_cast<float>(10 + 71 * i % 600), static_cast<float>(10 + 29 * i % 600)};
  }
  clusters.clusters.insert(clusters.clusters.begin(), wrong);
  CHECK(PoseFromClusters(matcher, clusters, kPoseOptions, nullptr).guided_inliers.size() < 20);
  VerificationOptions patient;
  patient.pose.min_share_of_largest = 0.4;
  CHECK(PoseFromClusters(matcher, clusters, patient, nullptr).guided_inliers.size() == 60);
}

}  // namespace
}  // namespace loupe::verification
