#include "core/verification/measure.h"

#include <cmath>

#include "core/verification/null_model.h"
#include "test/index_fixtures.h"
#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

const VerificationOptions kVerificationOptions;

/** One keypoint in the middle of each cell of a grid of `cells` a side. */
features::Features OnGrid(int cells, int side) {
  features::Features f;
  f.working_size = f.original_size = {side, side};
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      features::Keypoint k;
      k.x_q5 = static_cast<uint16_t>(32 * side * (2 * column + 1) / (2 * cells));
      k.y_q5 = static_cast<uint16_t>(32 * side * (2 * row + 1) / (2 * cells));
      f.keypoints.push_back(k);
      f.descriptors.push_back({});
    }
  }
  return f;
}

/** The pose of a picture that lies as it is, with the keypoints of some numbers as inliers. */
Pose PoseWith(const std::vector<int>& inliers, float error_px, int hamming) {
  Pose pose;
  pose.found = true;
  for (const int i : inliers) pose.guided_inliers.push_back({i, i, hamming, error_px * error_px});
  return pose;
}

TEST_CASE("cells, covered surface and keypoints found again are counted exactly") {
  // 12 x 12 keypoints: four in each cell of the coarse grid, one in each fourth of the fine one.
  const features::Features reference = OnGrid(12, 480);
  std::vector<int> inliers;
  for (int column = 0; column < 12; ++column) {
    inliers.push_back(column);
    inliers.push_back(12 + column);
  }
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), PoseWith(inliers, 0.5f, 20),
                  kVerificationOptions.coverage, &facts);
  CHECK(facts.visible_keypoints == 144);
  CHECK(facts.covered_cells == 6);
  CHECK(facts.inlier_cells == 24);
  CHECK(facts.scores.box_covered_surface == doctest::Approx(6.0 / 36.0));
  CHECK(facts.found_again_share == doctest::Approx(24.0 / 144.0));
  CHECK(facts.mean_hamming == 20.0f);
  CHECK(facts.evidence.precise_share == 1.0f);
}

TEST_CASE("inliers at one corner on many levels count as one cell") {
  features::Features reference = OnGrid(6, 480);
  std::vector<int> inliers;
  for (int i = 0; i < 10; ++i) {
    reference.keypoints.push_back(reference.keypoints[7]);
    reference.descriptors.push_back({});
    inliers.push_back(36 + i);
  }
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), PoseWith(inliers, 0.0f, 0),
                  kVerificationOptions.coverage, &facts);
  CHECK(facts.inlier_cells == 1);
  CHECK(facts.covered_cells == 1);
}

TEST_CASE("only keypoints that the query can show are expected") {
  const features::Features reference = OnGrid(12, 480);
  Pose pose = PoseWith({0}, 0.0f, 0);
  // Three quarters of the reference lie beyond the query's right and lower border.
  pose.warp.query_from_reference = {1, 0, 240, 0, 1, 240, 0, 0, 1};
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), pose, kVerificationOptions.coverage, &facts);
  CHECK(facts.visible_keypoints == 36);
  CHECK(facts.scores.box_covered_surface == doctest::Approx(1.0 / 9.0));
}

TEST_CASE("precise inliers are those within the error") {
  const features::Features reference = OnGrid(12, 480);
  Pose pose = PoseWith({0, 1, 2, 3}, 1.0f, 0);
  pose.guided_inliers[3].squared_error_px = 1.01f;
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), pose, kVerificationOptions.coverage, &facts);
  CHECK(facts.evidence.precise_share == 0.75f);
}

TEST_CASE("a header that agrees leaves the body unconfirmed and is a strip, a whole page is neither") {
  // 16 keypoints in each cell of the coarse grid.
  const features::Features reference = OnGrid(24, 480);
  std::vector<int> header, whole;
  for (int i = 0; i < 4 * 24; ++i) header.push_back(i);
  for (int i = 0; i < 24 * 24; i += 2) whole.push_back(i);
  CandidateFacts of_header, of_whole;
  MeasureCoverage(reference, signature::ViewOf(reference), PoseWith(header, 0.0f, 0),
                  kVerificationOptions.coverage, &of_header);
  MeasureCoverage(reference, signature::ViewOf(reference), PoseWith(whole, 0.0f, 0),
                  kVerificationOptions.coverage, &of_whole);
  CHECK(of_header.evidence.unconfirmed_share == doctest::Approx(5.0 / 6.0));
  CHECK(of_header.evidence.spread_share == doctest::Approx(1.0 / 6.0).epsilon(0.02));
  CHECK(of_whole.evidence.unconfirmed_share == 0.0f);
  CHECK(of_whole.evidence.spread_share == doctest::Approx(1.0).epsilon(0.02));
}

TEST_CASE("scale and slant are those of the reference's middle") {
  const features::Features reference = OnGrid(12, 480);
  Pose pose = PoseWith({0, 1, 2, 3}, 0.0f, 0);
  pose.warp.query_from_reference = {0, -0.5, 400, 0.25, 0, 0, 0, 0, 1};
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), pose, kVerificationOptions.coverage, &facts);
  CHECK(facts.evidence.scale == doctest::Approx(0.25));
  CHECK(facts.evidence.slant == doctest::Approx(0.5));
}

TEST_CASE("an inlier has a rival where a keypoint elsewhere resembles as much") {
  test::Random random(7);
  features::Features reference = OnGrid(12, 480);
  for (features::Descriptor& d : reference.descriptors) d = test::RandomDescriptor(&random);
  features::Features query = reference;
  // The same letter once more, ten keypoints away, and one drawn nearly so.
  query.descriptors[10] = reference.descriptors[0];
  query.descriptors[11] = reference.descriptors[1];
  query.descriptors[11].bytes[0] ^= 1;
  const auto unrivalled_share = [&](const Pose& pose) {
    CandidateFacts facts;
    MeasureRivals(query, signature::ViewOf(reference), pose, kVerificationOptions.coverage, &facts);
    return facts.evidence.unrivalled_share;
  };
  CHECK(unrivalled_share(PoseWith({0, 1, 2, 3}, 0.0f, 0)) == 0.75f);
  // Where the pairs themselves differ by a bit, the second letter resembles as much.
  CHECK(unrivalled_share(PoseWith({0, 1, 2, 3}, 0.0f, 1)) == 0.5f);
  CHECK(unrivalled_share(PoseWith({2, 3}, 0.0f, 0)) == 1.0f);
  CHECK(unrivalled_share(PoseWith({}, 0.0f, 0)) == 0.0f);
}

TEST_CASE("a corner found on two levels is no rival of itself") {
  test::Random random(8);
  features::Features reference = OnGrid(12, 480);
  for (features::Descriptor& d : reference.descriptors) d = test::RandomDescriptor(&random);
  features::Features query = reference;
  query.keypoints.push_back(query.keypoints[5]);
  query.keypoints.back().x_q5 = static_cast<uint16_t>(query.keypoints[5].x_q5 + 32 * 20);
  query.descriptors.push_back(query.descriptors[5]);
  CandidateFacts facts;
  MeasureRivals(query, signature::ViewOf(reference), PoseWith({5}, 0.0f, 0), kVerificationOptions.coverage,
                &facts);
  CHECK(facts.evidence.unrivalled_share == 1.0f);
  query.keypoints.back().x_q5 = static_cast<uint16_t>(query.keypoints[5].x_q5 + 32 * 30);
  MeasureRivals(query, signature::ViewOf(reference), PoseWith({5}, 0.0f, 0), kVerificationOptions.coverage,
                &facts);
  CHECK(facts.evidence.unrivalled_share == 0.0f);
}

TEST_CASE("nothing is measured of a pose without inliers") {
  const features::Features reference = OnGrid(12, 480);
  CandidateFacts facts;
  MeasureCoverage(reference, signature::ViewOf(reference), PoseWith({}, 0.0f, 0),
                  kVerificationOptions.coverage, &facts);
  CHECK(facts.covered_cells == 0);
  CHECK(facts.inlier_cells == 0);
  CHECK(facts.scores.box_covered_surface == 0.0f);
  CHECK(facts.evidence.precise_share == 0.0f);
  CHECK(facts.evidence.unconfirmed_share == 0.0f);
  CHECK(facts.evidence.spread_share == 0.0f);
}

TEST_CASE("a true pose lies far above chance, and a count that chance reaches does not") {
  const test::SyntheticPair pair = test::SynthesizePair(100, 100, 3);
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kVerificationOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kVerificationOptions.matching);
  const geometry::Warp warp{pair.query_from_reference, {}};
  NullModel chance(matcher, warp, kVerificationOptions);
  MatchEvidence evidence;
  chance.Evaluate(100, &evidence);
  CHECK(evidence.z_score == 0.0f);  // nothing was counted so far
  chance.CountShifted(kVerificationOptions.null_model.all_shifts);
  chance.Evaluate(100, &evidence);
  // Descriptors of their own are never confused: chance finds nothing.
  CHECK(evidence.z_score == 100.0f);
  CHECK(evidence.chance_share == 0.0f);
  chance.Evaluate(0, &evidence);
  CHECK(evidence.z_score == 0.0f);
}

TEST_CASE("chance is the mean of the largest counts") {
  // Every keypoint looks like every other, so that a shifted pose finds some of them again.
  test::SyntheticPair pair = test::SynthesizePair(200, 0, 5);
  for (features::Features* f : {&pair.query, &pair.reference}) {
    for (features::Descriptor& d : f->descriptors) d = {};
    for (features::Keypoint& k : f->keypoints) k.angle_q16 = 0, k.level = 2;
  }
  const signature::ReferenceView view = pair.view();
  const matching::KeypointGrid grid(pair.query, kVerificationOptions.matching.guided);
  const matching::GuidedMatcher matcher(grid, view, kVerificationOptions.matching);
  const geometry::Warp warp{pair.query_from_reference, {}};
  std::vector<double> z;
  for (const int shifts : {4, 16}) {
    NullModel chance(matcher, warp, kVerificationOptions);
    chance.CountShifted(shifts);
    MatchEvidence evidence;
    chance.Evaluate(200, &evidence);
    CHECK(evidence.chance_share > 0.0f);
    z.push_back(evidence.z_score);
  }
  // More shifts can only find more chance.
  CHECK(z[1] <= z[0]);
  CHECK(z[0] < 200.0);
}

}  // namespace
}  // namespace loupe::verification
