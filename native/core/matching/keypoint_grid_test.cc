#include "core/matching/keypoint_grid.h"

#include <cmath>

#include "core/matching/predicted_pairs.h"
#include "core/signature/dna.h"
#include "test/index_fixtures.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::matching {
namespace {

/** What a keypoint must be like. */
struct Predicted {
  float x, y, level, cosine, sine;
};

/** The keypoint that the grid ought to find, by looking at all. */
int NearestByHand(const features::Features& query, const Predicted& p, const features::Descriptor& descriptor,
                  float radius, int limit) {
  int best = limit;
  for (size_t i = 0; i < query.keypoints.size(); ++i) {
    const features::Keypoint& k = query.keypoints[i];
    const double turn = std::atan2(p.sine, p.cosine) - k.angle();
    const bool agrees = std::hypot(k.x() - p.x, k.y() - p.y) <= radius &&
                        std::abs(k.level - p.level) <= 1.8 &&
                        std::cos(turn) >= std::cos(30.0 * 3.14159265 / 180.0);
    if (agrees) best = std::min(best, features::HammingDistance(query.descriptors[i], descriptor));
  }
  return best;
}

/** Evidence of a sample with which all keypoints of a reference are looked for. */
constexpr int kMinSampledEvidence = 120;

TEST_CASE("the grid finds the nearest descriptor around a place, on every instruction set") {
  const features::Features query = test::RandomFeatures(3, 700);
  AgreementOptions agreement;
  agreement.max_hamming = 119;
  const KeypointGrid grid(query, agreement);
  test::Random random(9);
  constexpr size_t kPlaces = 4000;
  Predictions predictions;
  predictions.min_squared_cosine = 0.75f;
  KeypointColumns& predicted = predictions.seen;
  predicted.Resize(kPlaces);
  std::vector<features::Descriptor> descriptors;
  for (size_t i = 0; i < kPlaces; ++i) {
    // Most places are beside a keypoint that has a similar descriptor, some are outside the picture.
    const size_t near = random.Below(700);
    const features::Keypoint& k = query.keypoints[near];
    const double angle = k.angle() + random.Between(-0.4, 0.4);
    const Predicted p = {k.x() + static_cast<float>(random.Between(-20, 20)),
                         k.y() + static_cast<float>(random.Between(-20, 20)),
                         k.level + static_cast<float>(random.Between(-1, 1)),
                         2 * static_cast<float>(std::cos(angle)), 2 * static_cast<float>(std::sin(angle))};
    const features::Descriptor descriptor = test::Disturbed(query.descriptors[near], 30, &random);
    predicted.x[i] = p.x;
    predicted.y[i] = p.y;
    predicted.level[i] = p.level;
    predicted.cosine[i] = p.cosine;
    predicted.sine[i] = p.sine;
    descriptors.push_back(descriptor);
  }
  int found = 0;
  for (const float radius : {6.0f, 14.0f, 40.0f}) {
    predictions.radius_px.assign(kPlaces, radius);
    std::vector<NearestKeypoint> expected;
    for (const simd::Isa isa : test::SupportedIsas()) {
      const simd::ScopedIsa scoped(isa);
      std::vector<NearestKeypoint> nearest;
      grid.Find(predictions, descriptors, &nearest);
      if (isa == simd::Isa::kScalar) expected = nearest;
      for (size_t i = 0; i < descriptors.size(); ++i) {
        CHECK(nearest[i].index == expected[i].index);
        CHECK(nearest[i].hamming == expected[i].hamming);
      }
    }
    for (size_t i = 0; i < descriptors.size(); ++i) {
      const Predicted p = {predicted.x[i], predicted.y[i], predicted.level[i], predicted.cosine[i],
                           predicted.sine[i]};
      const int hamming = NearestByHand(query, p, descriptors[i], radius, 120);
      CHECK((expected[i].index < 0 ? 120 : expected[i].hamming) == hamming);
      found += expected[i].index >= 0 ? 1 : 0;
    }
  }
  CHECK(found > 3000);
}

TEST_CASE("every instruction set predicts the same pairs") {
  size_t pair_count = 0;
  for (uint64_t seed = 1; seed < 12; ++seed) {
    const features::Features reference = test::RandomFeatures(seed, 300);
    const features::Features query = test::PhotoOf(reference, seed + 50);
    const signature::ReferenceView view = signature::ViewOf(reference);
    test::Random random(seed);
    for (int i = 0; i < 40; ++i) {
      // One of many tries comes near to how the photo was turned.
      const double angle = random.Between(-0.4, 0.4), scale = random.Between(0.8, 1.0);
      const auto a = static_cast<float>(scale * std::cos(angle)),
                 b = static_cast<float>(scale * std::sin(angle));
      const retrieval::SpatialAgreement agreement = {
          1, 1, a, b, 320 - a * 192 + b * 256, 320 - b * 192 - a * 256, 192, 256};
      const MatchingOptions options;
      const KeypointGrid grid(query, options.predicted_pairs.agreement);
      PredictedPairs expected;
      for (const simd::Isa isa : test::SupportedIsas()) {
        const simd::ScopedIsa scoped(isa);
        const PredictedPairs found = FindPredictedPairs(GuidedMatcher(grid, view, options), agreement,
                                                        options.predicted_pairs, kMinSampledEvidence);
        if (isa == simd::Isa::kScalar) expected = found;
        CHECK(found.evidence == expected.evidence);
        REQUIRE(found.pairs.size() == expected.pairs.size());
        for (size_t p = 0; p < found.pairs.size(); ++p) {
          CHECK(found.pairs[p].query_index == expected.pairs[p].query_index);
          CHECK(found.pairs[p].reference_index == expected.pairs[p].reference_index);
        }
      }
      pair_count += expected.pairs.size();
    }
  }
  CHECK(pair_count > 10000);
}

}  // namespace
}  // namespace loupe::matching
