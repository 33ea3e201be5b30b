#include "core/comparison/noise.h"

#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

/** A channel whose differences and contrasts are the same everywhere. */
Evidence UniformEvidence(int difference, int contrast, const cv::Size& size = {64, 64}) {
  Evidence evidence;
  evidence.difference = cv::Mat(size, CV_8U, cv::Scalar(difference));
  evidence.contrast = cv::Mat(size, CV_8U, cv::Scalar(contrast));
  evidence.least = 7;
  return evidence;
}

std::array<float, 256> AfterCounting(const Evidence& evidence, const cv::Mat& valid) {
  UsualDifferences usual;
  usual.Add(evidence, BandAt(0, 64, 64), valid);
  return usual.InverseExpectations(evidence, {});
}

const cv::Mat kAllValid(64, 64, CV_8U, cv::Scalar(255));

TEST_CASE("a pair without differences expects the least one, and more where contrast is") {
  const auto inverse = AfterCounting(UniformEvidence(0, 0), kAllValid);
  CHECK(inverse[0] == doctest::Approx(1.0 / 7));
  for (size_t contrast = 1; contrast < 256; ++contrast) CHECK(inverse[contrast] < inverse[contrast - 1]);
}

TEST_CASE("differences that are usual at a contrast raise what is expected there and above, not below") {
  const auto quiet = AfterCounting(UniformEvidence(0, 40), kAllValid);
  const auto noisy = AfterCounting(UniformEvidence(6, 40), kAllValid);
  CHECK(noisy[0] == quiet[0]);
  CHECK(noisy[40] < quiet[40]);
  CHECK(noisy[200] < quiet[200]);
}

TEST_CASE("a change of most of a picture does not pass for noise") {
  const auto changed = AfterCounting(UniformEvidence(200, 40), kAllValid);
  // Expected at most: the least difference, what the contrast explains, and 2.5 times 4 + 12 % of the
  // contrast.
  CHECK(1 / changed[40] <= 7 + 0.12 * 40 + 2.5 * (4 + 0.12 * 40) + 0.001);
}

TEST_CASE("few pixels, and pixels that the query does not show, say nothing") {
  const auto quiet = AfterCounting(UniformEvidence(0, 40), kAllValid);
  cv::Mat few(64, 64, CV_8U, cv::Scalar(0));
  few.rowRange(0, 6).setTo(255);
  CHECK(AfterCounting(UniformEvidence(6, 40), few) == quiet);
  CHECK(AfterCounting(UniformEvidence(6, 40), cv::Mat::zeros(64, 64, CV_8U)) == quiet);
}

TEST_CASE("what is usual is the level that the asked share of pixels stays below") {
  Evidence evidence = UniformEvidence(0, 40);
  for (int y = 0; y < 64; ++y) evidence.difference.row(y).setTo(y < 32 ? 2 : 5);
  const auto usual_at = [&](double share) {
    UsualDifferences usual;
    usual.Add(evidence, BandAt(0, 64, 64), kAllValid);
    DifferenceOptions options;
    options.usual_share = share;
    return (1 / usual.InverseExpectations(evidence, options)[40] - 7 - 0.12 * 40) / options.per_noise;
  };
  CHECK(usual_at(0.4) == doctest::Approx(2).epsilon(0.001));
  CHECK(usual_at(0.8) == doctest::Approx(5).epsilon(0.001));
}

}  // namespace
}  // namespace loupe::comparison
