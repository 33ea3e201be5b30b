#include "core/retrieval/spatial.h"

#include <cmath>

#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr int kReferenceSide = 512;
/** Rotation in 1/256 turn, and position of the reference's origin in the query. */
constexpr int kTurn = 16;
constexpr double kX = 120.0, kY = 60.0;

struct Scene {
  std::vector<features::Keypoint> query;
  std::vector<RetrievalHit> hits;
};

features::Keypoint At(double x, double y, int turn, int level) {
  features::Keypoint k;
  k.x_q5 = static_cast<uint16_t>(std::lround(32.0 * x));
  k.y_q5 = static_cast<uint16_t>(std::lround(32.0 * y));
  k.angle_q16 = static_cast<uint16_t>(turn * 256);
  k.level = static_cast<uint8_t>(level);
  return k;
}

/** `agreeing` hits agree with one similarity of scale 1; each of the others proposes its own. */
Scene MakeScene(size_t agreeing, size_t others, uint16_t weight, uint64_t seed) {
  test::Random random(seed);
  Scene scene;
  const double angle = kTurn * 2.0 * 3.14159265358979 / 256.0;
  const auto add = [&](const features::Keypoint& seen, const features::Keypoint& reference) {
    const auto query = static_cast<uint16_t>(scene.query.size());
    scene.query.push_back(seen);
    scene.hits.push_back({query, weight, index::PackedGeometry(reference, kReferenceSide)});
  };
  for (size_t i = 0; i < agreeing; ++i) {
    const double x = random.Between(100, 400), y = random.Between(100, 400);
    const int turn = static_cast<int>(random.Below(256)), level = static_cast<int>(random.Below(6));
    add(At(kX + std::cos(angle) * x - std::sin(angle) * y + 60,
           kY + std::sin(angle) * x + std::cos(angle) * y, (turn + kTurn) & 255, level),
        At(x, y, turn, level));
  }
  for (size_t i = 0; i < others; ++i) {
    // Turned by amounts that no other is turned by within the tolerance.
    const int turn = static_cast<int>(random.Below(256));
    add(At(random.Between(10, 600), random.Between(10, 600),
           (turn + 100 + 45 * static_cast<int>(i % 3)) & 255, 0),
        At(random.Between(10, 500), random.Between(10, 500), turn, static_cast<int>(7 - i % 2)));
  }
  return scene;
}

SpatialAgreement Match(const Scene& scene, size_t proposals = 1000, const SpatialOptions& tolerance = {}) {
  SpatialMatcher matcher;
  return matcher.Match(QueryGeometryOf(scene.query), scene.hits, kReferenceSide, proposals, tolerance);
}

TEST_CASE("the similarity that most hits agree with is found, with exactly their weight") {
  for (const size_t agreeing : {size_t{4}, size_t{13}, size_t{40}}) {
    const SpatialAgreement found = Match(MakeScene(agreeing, 3, 7, agreeing));
    CHECK(found.agreeing_count == agreeing);
    CHECK(found.score == 7 * agreeing);
    CHECK(found.a == doctest::Approx(std::cos(kTurn * 2.0 * 3.14159265358979 / 256.0)).epsilon(0.01));
    CHECK(found.b == doctest::Approx(std::sin(kTurn * 2.0 * 3.14159265358979 / 256.0)).epsilon(0.01));
    CHECK(found.tx == doctest::Approx(kX + 60).epsilon(0.05));
    CHECK(found.ty == doctest::Approx(kY).epsilon(0.1));
  }
}

TEST_CASE("a heavier hit outweighs several light ones") {
  Scene scene = MakeScene(4, 1, 5, 2);
  scene.hits.back().weight = 21;
  CHECK(Match(scene).agreeing_count == 1);
  scene.hits.back().weight = 19;
  CHECK(Match(scene).agreeing_count == 4);
}

TEST_CASE("a hit that turned, grew or moved by more than the tolerance does not agree") {
  const Scene scene = MakeScene(12, 0, 1, 3);
  const SpatialOptions standard;
  Scene turned = scene, grown = scene, moved = scene;
  turned.query[0].angle_q16 =
      static_cast<uint16_t>(turned.query[0].angle_q16 + 256 * (standard.turn_tolerance + 1));
  grown.query[0].level = static_cast<uint8_t>(grown.query[0].level + standard.level_tolerance + 1);
  moved.query[0].x_q5 = static_cast<uint16_t>(moved.query[0].x_q5 + 32 * 300);
  CHECK(Match(scene).agreeing_count == 12);
  for (const Scene& one : {turned, grown, moved}) CHECK(Match(one).agreeing_count == 11);
}

TEST_CASE("only the heaviest hits propose") {
  Scene scene = MakeScene(20, 1, 3, 4);
  scene.hits.back().weight = 10;
  CHECK(Match(scene, 1).score == 10);
  CHECK(Match(scene, 2).score == 60);
}

TEST_CASE("no hits agree with nothing, and one hit with itself") {
  CHECK(Match({}).score == 0);
  const SpatialAgreement one = Match(MakeScene(1, 0, 9, 5));
  CHECK(one.score == 9);
  CHECK(one.agreeing_count == 1);
}

}  // namespace
}  // namespace loupe::retrieval
