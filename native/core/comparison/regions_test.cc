#include "core/comparison/regions.h"

#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

constexpr int kUnit = DifferenceMap::kUnit;

struct DrawnMap {
  DifferenceMap map;
  cv::Mat settled = cv::Mat(200, 300, CV_8U, cv::Scalar(255));

  DrawnMap() {
    map.strength = cv::Mat::zeros(200, 300, CV_8U);
    map.size = cv::Mat::zeros(200, 300, CV_8U);
  }
  void Draw(const cv::Rect& place, double strength, int size) {
    map.strength(place).setTo(kUnit * strength);
    map.size(place).setTo(size);
  }
  std::vector<Region> Regions(const RegionOptions& options = {}) const {
    return FindRegions(map, settled, options);
  }
};

TEST_CASE("a map without differences has no regions, and a drawn place is one with its own sums") {
  DrawnMap drawn;
  CHECK(drawn.Regions().empty());
  drawn.Draw({40, 50, 12, 6}, 2, 20);
  drawn.Draw({40, 50, 2, 6}, 4, 50);
  const auto regions = drawn.Regions();
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].box == cv::Rect(40, 50, 12, 6));
  CHECK(cv::countNonZero(regions[0].mask) == 72);
  CHECK(regions[0].area == 72);
  CHECK(regions[0].weight == doctest::Approx(60 * 2 + 12 * 4));
  CHECK(regions[0].peak == doctest::Approx(4));
  CHECK(regions[0].mean_difference == doctest::Approx((60 * 20 + 12 * 50) / 72.0));
}

TEST_CASE("weak evidence belongs to a region that is strong somewhere, and makes none by itself") {
  DrawnMap drawn;
  drawn.Draw({40, 50, 30, 6}, 1, 12);
  CHECK(drawn.Regions().empty());
  drawn.Draw({60, 52, 1, 1}, 1.6, 12);
  REQUIRE(drawn.Regions().size() == 1);
  CHECK(drawn.Regions()[0].box == cv::Rect(40, 50, 30, 6));
  drawn.settled(cv::Rect(50, 40, 30, 30)).setTo(0);
  CHECK(drawn.Regions().empty());
}

TEST_CASE("the place that is settled may be given at another size") {
  DrawnMap drawn;
  drawn.Draw({40, 50, 12, 6}, 2, 20);
  drawn.settled = cv::Mat(50, 75, CV_8U, cv::Scalar(255));
  CHECK(drawn.Regions().size() == 1);
  drawn.settled(cv::Rect(0, 0, 30, 50)).setTo(0);
  CHECK(drawn.Regions().empty());
}

TEST_CASE("parts that lie near each other are one region, others are not") {
  DrawnMap near, far;
  for (DrawnMap* drawn : {&near, &far}) drawn->Draw({40, 50, 12, 6}, 2, 20);
  near.Draw({54, 50, 12, 6}, 2, 20);
  far.Draw({80, 50, 12, 6}, 2, 20);
  REQUIRE(near.Regions().size() == 1);
  CHECK(near.Regions()[0].area == 144);
  CHECK(far.Regions().size() == 2);
}

TEST_CASE("specks below the least area or weight are none") {
  DrawnMap drawn;
  drawn.Draw({40, 50, 2, 2}, 10, 60);
  CHECK(drawn.Regions().empty());
  DrawnMap faint;
  faint.Draw({40, 50, 5, 2}, 1.55, 12);
  CHECK(faint.Regions().empty());
  RegionOptions options;
  options.least_weight = 10;
  CHECK(faint.Regions(options).size() == 1);
}

}  // namespace
}  // namespace loupe::comparison
