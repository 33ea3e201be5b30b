#include "test/synthetic_pair.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/homography.h"
#include "test/index_fixtures.h"

namespace loupe::test {
namespace {

constexpr int kSide = 640;
constexpr int kCell = 24;

/** Positions in random order, one in the middle half of each cell. */
std::vector<cv::Point2d> Positions(Random* random) {
  std::vector<cv::Point2d> positions;
  for (int y = kCell; y + 2 * kCell <= kSide; y += kCell) {
    for (int x = kCell; x + 2 * kCell <= kSide; x += kCell) {
      positions.emplace_back(x + random->Between(0.25, 0.75) * kCell,
                             y + random->Between(0.25, 0.75) * kCell);
    }
  }
  for (size_t i = positions.size(); i > 1; --i)
    std::swap(positions[i - 1], positions[random->Below(static_cast<uint32_t>(i))]);
  return positions;
}

features::Keypoint KeypointAt(cv::Point2d p, double radians, int level) {
  features::Keypoint k;
  k.x_q5 = static_cast<uint16_t>(std::lround(32.0 * std::clamp(p.x, 0.0, kSide - 1.0)));
  k.y_q5 = static_cast<uint16_t>(std::lround(32.0 * std::clamp(p.y, 0.0, kSide - 1.0)));
  k.angle_q16 = static_cast<uint16_t>(std::lround(radians * 65536.0 / 6.28318530718) & 65535);
  k.level = static_cast<uint8_t>(level);
  return k;
}

void Add(const features::Keypoint& keypoint, const features::Descriptor& descriptor,
         features::Features* features) {
  features->keypoints.push_back(keypoint);
  features->descriptors.push_back(descriptor);
}

}  // namespace

SyntheticPair SynthesizePair(size_t inliers, size_t outliers, uint64_t seed, double noise_px) {
  Random random(seed * 7919 + 3);
  SyntheticPair pair;
  for (features::Features* f : {&pair.query, &pair.reference}) {
    f->working_size = f->original_size = {kSide, kSide};
  }
  constexpr double kTurn = 0.12;
  pair.query_from_reference = {
      std::cos(kTurn), -std::sin(kTurn), 30.0, std::sin(kTurn), std::cos(kTurn), -45.0, 2e-5, -1e-5, 1.0};
  const std::vector<cv::Point2d> positions = Positions(&random);
  size_t next = 0;
  while (pair.query.keypoints.size() < inliers && next < positions.size()) {
    const cv::Point2d at = positions[next++];
    const cv::Point2d seen = geometry::Project(pair.query_from_reference, at);
    if (seen.x < 10 || seen.y < 10 || seen.x > kSide - 10 || seen.y > kSide - 10) continue;
    const double radians = random.Between(0.0, 6.28);
    const int level = static_cast<int>(random.Below(4));
    const features::Descriptor descriptor = RandomDescriptor(&random);
    Add(KeypointAt(at, radians, level), descriptor, &pair.reference);
    const cv::Point2d noise(random.Between(-noise_px, noise_px), random.Between(-noise_px, noise_px));
    Add(KeypointAt(seen + noise, radians + kTurn, level), descriptor, &pair.query);
    const auto number = static_cast<uint16_t>(pair.correspondences.size());
    pair.correspondences.push_back({number, number, 0});
  }
  for (size_t i = 0; i < outliers && next + 1 < positions.size(); ++i) {
    for (features::Features* f : {&pair.query, &pair.reference}) {
      Add(KeypointAt(positions[next++], random.Between(0.0, 6.28), static_cast<int>(random.Below(4))),
          RandomDescriptor(&random), f);
    }
    const auto number = static_cast<uint16_t>(pair.correspondences.size());
    pair.correspondences.push_back({number, number, 60});
  }
  return pair;
}

}  // namespace loupe::test
