#include "core/color/color_search.h"

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::color {
namespace {

struct Picture {
  std::vector<uint8_t> pixels;
  image::RasterView view;
};

Picture Blocks(int width, int height, const std::vector<Rgb>& columns) {
  Picture picture;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Rgb c = columns[static_cast<size_t>(x) * columns.size() / static_cast<size_t>(width)];
      picture.pixels.insert(picture.pixels.end(), {c.r, c.g, c.b});
    }
  }
  picture.view = {picture.pixels.data(), {width, height}, 3, {width, height}};
  return picture;
}

TEST_CASE("CIEDE2000 agrees with the published test pairs") {
  // Sharma, Wu and Dalal (2005), table 1: pairs 1, 7, 10, 13, 17, 20 and 25.
  CHECK(Ciede2000({50, 2.6772f, -79.7751f}, {50, 0, -82.7485f}) == doctest::Approx(2.0425).epsilon(1e-4));
  CHECK(Ciede2000({50, 0, 0}, {50, -1, 2}) == doctest::Approx(2.3669).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.49f, -0.001f}, {50, -2.49f, 0.001f}) > 7.17);
  // Pairs 9 to 12 and 18: nearly opposite hues, on both sides of the turn.
  CHECK(Ciede2000({50, 2.49f, -0.001f}, {50, -2.49f, 0.0009f}) == doctest::Approx(7.1792).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.49f, -0.001f}, {50, -2.49f, 0.0011f}) == doctest::Approx(7.2195).epsilon(1e-4));
  CHECK(Ciede2000({50, -0.001f, 2.49f}, {50, 0.0009f, -2.49f}) == doctest::Approx(4.8045).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.5f, 0}, {61, -5, 29}) == doctest::Approx(22.8977).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.5f, 0}, {50, 0, -2.5f}) == doctest::Approx(4.3065).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.5f, 0}, {73, 25, -18}) == doctest::Approx(27.1492).epsilon(1e-4));
  CHECK(Ciede2000({50, 2.5f, 0}, {58, 24, 15}) == doctest::Approx(19.4535).epsilon(1e-4));
  CHECK(Ciede2000({60.2574f, -34.0099f, 36.2677f}, {60.4626f, -34.1751f, 39.4387f}) ==
        doctest::Approx(1.2644).epsilon(1e-4));
}

TEST_CASE("every gray and primary survives the way to CIELAB and back") {
  for (int v = 0; v < 256; ++v) {
    const auto u = static_cast<uint8_t>(v);
    for (const Rgb color : {Rgb{u, u, u}, Rgb{u, 0, 0}, Rgb{0, u, 255}, Rgb{255, u, 0}}) {
      const Rgb back = RgbFromLab(LabFromRgb(color));
      CHECK(back.r == color.r);
      CHECK(back.g == color.g);
      CHECK(back.b == color.b);
    }
  }
}

TEST_CASE("colors under the least share fall to the nearest that stays") {
  std::vector<Rgb> columns(100, Rgb{240, 240, 240});
  columns[0] = {20, 20, 200};
  const Picture picture = Blocks(100, 50, columns);
  const ColorDescriptor descriptor = DescribeColors(picture.view);
  REQUIRE(descriptor.colors.size() == 1);
  CHECK(descriptor.colors[0].share == doctest::Approx(1.0));
}

TEST_CASE("whole percentages sum to 100 whatever the shares") {
  test::Random random(5);
  for (int round = 0; round < 200; ++round) {
    ColorDescriptor descriptor;
    const uint32_t count = 1 + random.Below(kMostDominantColors);
    for (uint32_t i = 0; i < count; ++i) {
      descriptor.colors.push_back({{}, static_cast<float>(random.Between(0.001, 1))});
    }
    const std::vector<int> percentages = WholePercentages(descriptor);
    CHECK(std::accumulate(percentages.begin(), percentages.end(), 0) == 100);
  }
}

TEST_CASE("a color descriptor gives back what was put in and is refused when damaged") {
  const Picture picture = Blocks(60, 40, {{255, 0, 0}, {0, 128, 0}, {0, 0, 255}});
  const ColorDescriptor descriptor = DescribeColors(picture.view);
  const std::vector<uint8_t> bytes = EncodeColors(descriptor);
  CHECK(bytes.size() <= 256);
  const ColorDescriptor back = DecodeColors(bytes);
  REQUIRE(back.colors.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(Ciede2000(back.colors[i].color, descriptor.colors[i].color) < 0.01);
    CHECK(std::abs(back.colors[i].share - descriptor.colors[i].share) < 1e-4);
  }
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK_THROWS_AS(DecodeColors(base::Span<const uint8_t>(bytes.data(), size)), base::Error);
  }
}

TEST_CASE("the distance to wanted colors lies between 0 and 1 and is 0 for the picture itself") {
  const Picture picture = Blocks(80, 20, {{255, 0, 0}, {0, 0, 255}});
  const ColorDescriptor descriptor = DescribeColors(picture.view);
  const Lab red = LabFromRgb({255, 0, 0}), blue = LabFromRgb({0, 0, 255}), green = LabFromRgb({0, 255, 0});
  CHECK(ColorDistance({{red, 0.5f}, {blue, 0.5f}}, descriptor) < 1e-3);
  CHECK(ColorDistance({{red, {}}, {blue, {}}}, descriptor) < 1e-3);
  CHECK(ColorDistance({{red, 0.1f}}, descriptor) > 0.1);
  CHECK(ColorDistance({{green, {}}}, descriptor) > 0.6);
  for (const float share : {0.0f, 0.3f, 1.0f}) {
    const double d = ColorDistance({{green, share}}, descriptor);
    CHECK(d >= 0);
    CHECK(d <= 1);
  }
  const std::vector<WantedColor> wanted = {{green, {}}, {red, 0.2f}, {blue, 0.9f}};
  const double exact = ColorDistance(wanted, descriptor);
  CHECK(ColorDistance(wanted, descriptor, exact) == exact);
  CHECK(ColorDistance(wanted, descriptor, 0.1) > 0.1);
  CHECK(ColorDistance({}, descriptor) == 1);
  CHECK(ColorDistance({{red, {}}}, {}) == 1);
}

TEST_CASE("a picture is at distance 0 from its own colors, also where they resemble each other") {
  const Picture picture = Blocks(
      90, 20, {{200, 30, 20}, {215, 60, 30}, {190, 40, 60}, {20, 30, 90}, {30, 60, 110}, {240, 240, 235}});
  const std::vector<uint8_t> stored = EncodeColors(DescribeColors(picture.view));
  const ColorDescriptor descriptor = DecodeColors({stored.data(), stored.size()});
  REQUIRE(descriptor.colors.size() >= 4);
  const std::vector<WantedColor> own = WantedColorsOf(descriptor);
  CHECK(ColorDistance(CountedAsPresent(own), descriptor) == 0);
  CHECK(ColorDistance(own, descriptor) > 0.01);
  // Colors far from each other, and those without a share, count as they are given.
  const Lab red = LabFromRgb({255, 0, 0}), blue = LabFromRgb({0, 0, 255});
  const auto counted = CountedAsPresent({{red, 0.3}, {blue, 0.4}, {red, {}}});
  CHECK(counted[0].share == 0.3);
  CHECK(counted[1].share == 0.4);
  CHECK(!counted[2].share);
}

TEST_CASE("a raster without pixels is refused") {
  CHECK_THROWS_AS(DescribeColors({nullptr, {10, 10}, 3, {}}), base::Error);
  const uint8_t pixel[3] = {1, 2, 3};
  CHECK_THROWS_AS(DescribeColors({pixel, {0, 1}, 3, {}}), base::Error);
  CHECK_THROWS_AS(DescribeColors({pixel, {1, 1}, 2, {}}), base::Error);
}

}  // namespace
}  // namespace loupe::color
