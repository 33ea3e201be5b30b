#include "core/geometry/homography.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "core/geometry/cholesky.h"
#include "core/geometry/pose_clusters.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::geometry {
namespace {

constexpr image::ImageSize kReference{512, 384};

/** A photo of the reference from a plausible direction: its corners moved by up to a sixth of the size. */
cv::Matx33d RandomView(test::Random* random) {
  const double scale = random->Between(0.6, 1.2), angle = random->Between(-3.1, 3.1);
  const cv::Matx33d center(1, 0, -256, 0, 1, -192, 0, 0, 1), place(1, 0, 320, 0, 1, 240, 0, 0, 1);
  const cv::Matx33d turn(scale * std::cos(angle), -scale * std::sin(angle), 0, scale * std::sin(angle),
                         scale * std::cos(angle), 0, random->Between(-6e-4, 6e-4),
                         random->Between(-6e-4, 6e-4), 1);
  return place * turn * center;
}

double MeanCornerError(const cv::Matx33d& a, const cv::Matx33d& b) {
  const std::vector<cv::Point2d> p = ProjectCorners(a, kReference), q = ProjectCorners(b, kReference);
  double sum = 0.0;
  for (size_t i = 0; i < 4; ++i) sum += std::hypot(p[i].x - q[i].x, p[i].y - q[i].y) / 4.0;
  return sum;
}

std::vector<PointPair> MakePairs(const cv::Matx33d& truth, size_t count, double outlier_share,
                                 test::Random* random) {
  std::vector<PointPair> pairs;
  for (size_t i = 0; i < count; ++i) {
    PointPair pair;
    pair.in_reference = {static_cast<float>(random->Between(0, 512)),
                         static_cast<float>(random->Between(0, 384))};
    if (static_cast<double>(i) < outlier_share * static_cast<double>(count)) {
      pair.in_query = {static_cast<float>(random->Between(0, 640)),
                       static_cast<float>(random->Between(0, 480))};
    } else {
      const cv::Point2d p = Project(truth, pair.in_reference);
      pair.in_query = {static_cast<float>(p.x + random->Between(-0.5, 0.5)),
                       static_cast<float>(p.y + random->Between(-0.5, 0.5))};
    }
    pair.doubt = static_cast<float>(random->Between(0.0, 0.4));
    pairs.push_back(pair);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const PointPair& a, const PointPair& b) { return a.doubt < b.doubt; });
  return pairs;
}

TEST_CASE("1,000 known homographies are recovered within a pixel at 50 % outliers") {
  test::Random random(2024);
  int failures = 0;
  for (int i = 0; i < 1000; ++i) {
    const cv::Matx33d truth = RandomView(&random);
    const std::vector<PointPair> pairs = MakePairs(truth, 120, 0.5, &random);
    const HomographyEstimate estimate = EstimateHomography(pairs, 6.0, {});
    REQUIRE(estimate.found);
    const cv::Matx33d rough = RefineHomography(pairs, estimate.query_from_reference, 3.0);
    const cv::Matx33d refined = RefineHomography(pairs, rough, 0.7);
    failures += MeanCornerError(truth, refined) > 1.0 ? 1 : 0;
  }
  CHECK(failures == 0);
}

TEST_CASE("every instruction set groups pairs the same, and the largest group is the true one") {
  test::Random random(77);
  for (int i = 0; i < 60; ++i) {
    const double scale = random.Between(0.6, 1.2), angle = random.Between(-3.1, 3.1);
    const cv::Matx33d truth(scale * std::cos(angle), -scale * std::sin(angle), 300, scale * std::sin(angle),
                            scale * std::cos(angle), 200, 0, 0, 1);
    std::vector<PointPair> pairs = MakePairs(truth, 40 + random.Below(200), 0.6, &random);
    for (PointPair& pair : pairs) {
      const cv::Point2d error = Project(truth, pair.in_reference) - cv::Point2d(pair.in_query);
      const bool is_right = error.dot(error) < 4.0;
      pair.level_change =
          static_cast<float>(is_right ? std::log(scale) / std::log(1.2) : random.Between(-7, 7));
      pair.angle_change =
          static_cast<float>(is_right ? angle + (angle < 0 ? 6.2831853 : 0) : random.Between(0, 6.28));
    }
    const auto expected = FindPoseClusters(pairs, 640, 3, {}, simd::Isa::kScalar);
    REQUIRE(!expected.empty());
    CHECK(expected[0].size() * 3 > pairs.size());
    if (!simd::IsSupported(simd::Isa::kAvx2)) continue;
    const auto groups = FindPoseClusters(pairs, 640, 3, {}, simd::Isa::kAvx2);
    REQUIRE(groups.size() == expected.size());
    for (size_t g = 0; g < groups.size(); ++g) {
      REQUIRE(groups[g].size() == expected[g].size());
      for (size_t k = 0; k < groups[g].size(); ++k) CHECK(groups[g][k].in_query == expected[g][k].in_query);
    }
  }
}

TEST_CASE("systems of eight are solved to the bit as OpenCV solves them") {
  test::Random random(12);
  for (int i = 0; i < 2000; ++i) {
    cv::Matx<double, 8, 8> factor;
    cv::Matx<double, 8, 1> right, expected, solved;
    for (double& value : factor.val) value = random.Between(-3.0, 3.0);
    for (double& value : right.val) value = random.Between(-500.0, 500.0);
    // Every tenth is singular, or nearly so.
    if (i % 10 == 0)
      for (int k = 0; k < 8; ++k) factor(k, 7) = factor(k, 0) * (i % 20 == 0 ? 1.0 : 1.0 + 1e-9);
    const cv::Matx<double, 8, 8> matrix = factor.t() * factor;
    const bool is_expected = cv::solve(matrix, right, expected, cv::DECOMP_CHOLESKY);
    REQUIRE(SolvePositive(matrix, right, &solved) == is_expected);
    if (is_expected) CHECK(solved == expected);
  }
}

TEST_CASE("degenerate pairs give no homography or a finite one") {
  test::Random random(5);
  std::vector<PointPair> same(20), line(20), few(3), huge(20);
  for (size_t i = 0; i < 20; ++i) {
    line[i].in_query = line[i].in_reference = {static_cast<float>(i), static_cast<float>(2 * i)};
    huge[i].in_query = {static_cast<float>(random.Between(-1e30, 1e30)), 1e30f};
    huge[i].in_reference = {0.0f, static_cast<float>(random.Between(-1e30, 1e30))};
  }
  for (const std::vector<PointPair>& pairs : {same, line, few, huge, std::vector<PointPair>()}) {
    const HomographyEstimate estimate = EstimateHomography(pairs, 6.0, {});
    const cv::Matx33d refined = RefineHomography(pairs, estimate.query_from_reference, 1.0);
    for (const double v : estimate.query_from_reference.val) CHECK(std::isfinite(v));
    for (const double v : refined.val) CHECK(std::isfinite(v));
  }
}

TEST_CASE("mirrored, folded, extremely slanted and vanishing views are not plausible") {
  CHECK(IsPlausibleView(cv::Matx33d::eye(), kReference, {}));
  CHECK_FALSE(IsPlausibleView({-1, 0, 512, 0, 1, 0, 0, 0, 1}, kReference, {}));
  CHECK_FALSE(IsPlausibleView({1, 0, 0, 0, 0.1, 0, 0, 0, 1}, kReference, {}));
  CHECK_FALSE(IsPlausibleView({0.01, 0, 0, 0, 0.01, 0, 0, 0, 1}, kReference, {}));
  CHECK_FALSE(IsPlausibleView({1, 0, 0, 0, 1, 0, -0.01, 0, 1}, kReference, {}));
  CHECK_FALSE(IsPlausibleView({1, 1, 0, 1, 1, 0, 0, 0, 1}, kReference, {}));
}

}  // namespace
}  // namespace loupe::geometry
