#include "core/index/center_ranking.h"

#include <algorithm>
#include <vector>

#include "test/index_fixtures.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

constexpr uint32_t kFirst = 1000;

/** Two groups of centers ranked one after the other by every kernel that runs here, and by counting. */
void CheckRanking(const std::vector<features::Descriptor>& centers, const features::Descriptor& query) {
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < centers.size(); ++i) {
    expected.push_back((static_cast<uint32_t>(features::HammingDistance(query, centers[i])) << 16) |
                       (kFirst + i));
  }
  std::sort(expected.begin(), expected.end());
  const std::vector<uint8_t> planes = ToPlanes(centers);
  for (const simd::Isa isa : test::SupportedIsas()) {
    Ranking best = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (size_t group = 0; group < centers.size() / kRankedTogether; ++group) {
      const auto first = static_cast<uint32_t>(kFirst + group * kRankedTogether);
      RankCentersOf(isa)(query, planes.data() + group * kPlaneBytes, first, &best);
    }
    for (size_t i = 0; i < best.size(); ++i) CHECK(best[i] == expected[i]);
  }
}

TEST_CASE("every instruction set ranks centers the same") {
  test::Random random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<features::Descriptor> centers;
    for (size_t i = 0; i < 2 * kRankedTogether; ++i) {
      centers.push_back(i < 8 ? test::RandomDescriptor(&random)
                              : test::Disturbed(centers[random.Below(8)], 3, &random));
    }
    CheckRanking(centers, test::Disturbed(centers[random.Below(512)], 4 * round, &random));
  }
}

TEST_CASE("centers that differ in every bit, or in all but one, are distinguished") {
  test::Random random(6);
  const features::Descriptor query = test::RandomDescriptor(&random);
  features::Descriptor opposite = query;
  for (uint8_t& byte : opposite.bytes) byte = static_cast<uint8_t>(~byte);
  std::vector<features::Descriptor> centers(2 * kRankedTogether, opposite);
  CheckRanking(centers, query);
  for (const size_t place : {size_t{300}, size_t{7}, size_t{511}, size_t{128}}) {
    centers[place].bytes[place % 32] ^= 16;
    CheckRanking(centers, query);
  }
  centers[200] = query;
  CheckRanking(centers, query);
}

}  // namespace
}  // namespace loupe::index
