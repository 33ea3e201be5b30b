#include "core/color/color_descriptor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/image/raster_mat.h"

namespace loupe::color {
namespace {

/** Side of a bin, in CIELAB units. */
constexpr float kBin = 5.0f;
constexpr uint8_t kFormat = 1;

/** Colors of one bin: their mean and how many. */
struct Bin {
  Lab mean;
  float count = 0.0f;
  float density = 0.0f;
};

float SquaredDistance(const Lab& x, const Lab& y) {
  const float dl = x.l - y.l, da = x.a - y.a, db = x.b - y.b;
  return dl * dl + da * da + db * db;
}

/** Bins along L, a and b: enough for all of sRGB. */
constexpr int kBinsL = 24, kBinsAb = 64;

std::vector<Bin> CountColors(const cv::Mat& rgb) {
  std::vector<uint16_t> slot_of_bin(kBinsL * kBinsAb * kBinsAb, 0);
  std::vector<std::pair<uint32_t, Bin>> bins;
  for (int y = 0; y < rgb.rows; ++y) {
    const auto* row = rgb.ptr<cv::Vec3b>(y);
    for (int x = 0; x < rgb.cols; ++x) {
      const Lab lab = LabFromRgb({row[x][0], row[x][1], row[x][2]});
      const auto index = [](float v) { return static_cast<uint32_t>(v * (1 / kBin) + 0.5f); };
      const uint32_t place =
          (index(lab.l) * kBinsAb + index(lab.a + 150.0f)) * kBinsAb + index(lab.b + 150.0f);
      uint16_t& slot = slot_of_bin[place];
      if (slot == 0) {
        bins.emplace_back(place, Bin{});
        slot = static_cast<uint16_t>(bins.size());
      }
      Bin& bin = bins[slot - 1].second;
      bin.mean = {bin.mean.l + lab.l, bin.mean.a + lab.a, bin.mean.b + lab.b};
      bin.count += 1.0f;
    }
  }
  std::sort(bins.begin(), bins.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Bin> counted;
  for (auto& [place, bin] : bins) {
    bin.mean = {bin.mean.l / bin.count, bin.mean.a / bin.count, bin.mean.b / bin.count};
    counted.push_back(bin);
  }
  return counted;
}

/**
 * Smooths the counts over neighboring bins, so that a seed does not depend on where bin borders fall. The
 * bins are in order of their lightness, one bin's width aside.
 */
void MeasureDensity(std::vector<Bin>& bins, float width) {
  const float reach = 2 * width;
  for (size_t i = 0; i < bins.size(); ++i) {
    Bin& bin = bins[i];
    bin.density += bin.count;
    for (size_t j = i + 1; j < bins.size() && bins[j].mean.l - bin.mean.l < reach + kBin; ++j) {
      const float squared = SquaredDistance(bin.mean, bins[j].mean);
      if (squared >= reach * reach) continue;
      const float weight = std::exp(-squared / (width * width));
      bin.density += bins[j].count * weight;
      bins[j].density += bin.count * weight;
    }
  }
}

std::vector<Lab> DensestPlaces(const std::vector<Bin>& bins, float seed_distance) {
  std::vector<size_t> order(bins.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bins[a].density > bins[b].density; });
  std::vector<Lab> seeds;
  for (const size_t i : order) {
    const bool is_new = std::all_of(seeds.begin(), seeds.end(), [&](const Lab& seed) {
      return SquaredDistance(seed, bins[i].mean) > seed_distance * seed_distance;
    });
    if (is_new) seeds.push_back(bins[i].mean);
    if (seeds.size() == 2 * kMostDominantColors) break;
  }
  return seeds;
}

/** Moves the colors to the means of the bins nearest to them and counts their shares. */
std::vector<DominantColor> Settle(const std::vector<Bin>& bins, const std::vector<Lab>& seeds, int rounds) {
  std::vector<DominantColor> colors;
  for (const Lab& seed : seeds) colors.push_back({seed, 0.0f});
  for (int round = 0; round < rounds; ++round) {
    std::vector<Bin> sums(colors.size());
    float total = 0.0f;
    for (const Bin& bin : bins) {
      size_t nearest = 0;
      float least = SquaredDistance(colors[0].color, bin.mean);
      for (size_t i = 1; i < colors.size(); ++i) {
        const float d = SquaredDistance(colors[i].color, bin.mean);
        if (d < least) least = d, nearest = i;
      }
      Bin& sum = sums[nearest];
      sum.mean = {sum.mean.l + bin.count * bin.mean.l, sum.mean.a + bin.count * bin.mean.a,
                  sum.mean.b + bin.count * bin.mean.b};
      sum.count += bin.count;
      total += bin.count;
    }
    std::vector<DominantColor> kept;
    for (const Bin& sum : sums) {
      if (sum.count <= 0.0f) continue;
      kept.push_back(
          {{sum.mean.l / sum.count, sum.mean.a / sum.count, sum.mean.b / sum.count}, sum.count / total});
    }
    colors = std::move(kept);
  }
  return colors;
}

/** Joins the two nearest colors until all are well apart. */
void MergeNear(std::vector<DominantColor>& colors, double merge_below) {
  while (colors.size() > 1) {
    size_t first = 0, second = 1;
    double nearest = 1e9;
    for (size_t i = 0; i < colors.size(); ++i) {
      for (size_t j = i + 1; j < colors.size(); ++j) {
        const double d = Ciede2000(colors[i].color, colors[j].color);
        if (d < nearest) nearest = d, first = i, second = j;
      }
    }
    if (nearest >= merge_below) return;
    DominantColor& a = colors[first];
    const DominantColor& b = colors[second];
    const float share = a.share + b.share, u = a.share / share, v = b.share / share;
    a = {{u * a.color.l + v * b.color.l, u * a.color.a + v * b.color.a, u * a.color.b + v * b.color.b},
         share};
    colors.erase(colors.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

void SortByShare(std::vector<DominantColor>& colors) {
  std::stable_sort(colors.begin(), colors.end(),
                   [](const DominantColor& a, const DominantColor& b) { return a.share > b.share; });
}

}  // namespace

ColorDescriptor DescribeColors(const image::RasterView& raster, const DominantColorOptions& options) {
  const cv::Mat rgb = image::ReducedRgb(raster, options.side_px);
  std::vector<Bin> bins = CountColors(rgb);
  MeasureDensity(bins, options.density_width);
  std::vector<DominantColor> colors =
      Settle(bins, DensestPlaces(bins, options.seed_distance), options.rounds);
  MergeNear(colors, options.merge_below);
  SortByShare(colors);
  while (colors.size() > 1 &&
         (colors.back().share < options.least_share || colors.size() > kMostDominantColors)) {
    colors.pop_back();
  }
  // What was dropped falls to the nearest color that stays.
  std::vector<Lab> kept;
  for (const DominantColor& color : colors) kept.push_back(color.color);
  colors = Settle(bins, kept, 1);
  SortByShare(colors);
  return {std::move(colors)};
}

std::vector<int> WholePercentages(const ColorDescriptor& descriptor) {
  std::vector<int> percentages;
  std::vector<std::pair<double, size_t>> remainders;
  int left = 100;
  double total = 0;
  for (const DominantColor& color : descriptor.colors) total += color.share;
  if (!(total > 0)) return {};
  for (const DominantColor& color : descriptor.colors) {
    const double exact = 100 * color.share / total;
    percentages.push_back(static_cast<int>(exact));
    remainders.emplace_back(percentages.back() - exact, remainders.size());
    left -= percentages.back();
  }
  std::stable_sort(remainders.begin(), remainders.end());
  for (size_t i = 0; left > 0; i = (i + 1) % remainders.size(), --left) ++percentages[remainders[i].second];
  return percentages;
}

std::vector<uint8_t> EncodeColors(const ColorDescriptor& descriptor) {
  std::vector<uint8_t> bytes = {kFormat, static_cast<uint8_t>(descriptor.colors.size())};
  const auto put = [&](long value) {
    bytes.push_back(static_cast<uint8_t>(value & 0xFF));
    bytes.push_back(static_cast<uint8_t>(value >> 8 & 0xFF));
  };
  for (const DominantColor& color : descriptor.colors) {
    put(std::lround(color.color.l * 256));
    put(std::lround(color.color.a * 256) + 32768);
    put(std::lround(color.color.b * 256) + 32768);
    put(std::lround(color.share * 65535));
  }
  return bytes;
}

ColorDescriptor DecodeColors(base::Span<const uint8_t> bytes) {
  const bool is_sane = bytes.size() >= 2 && bytes[0] == kFormat && bytes[1] >= 1 &&
                       bytes[1] <= kMostDominantColors && bytes.size() == 2 + size_t{8} * bytes[1];
  if (!is_sane)
    throw base::Error(base::ErrorCode::kDnaCorrupt,
                      "The color descriptor is damaged; extract the picture again.");
  ColorDescriptor descriptor;
  const auto at = [&](size_t i) { return static_cast<float>(bytes[i] | bytes[i + 1] << 8); };
  for (size_t i = 2; i < bytes.size(); i += 8) {
    const Lab lab = {at(i) / 256, (at(i + 2) - 32768) / 256, (at(i + 4) - 32768) / 256};
    descriptor.colors.push_back({lab, at(i + 6) / 65535});
  }
  return descriptor;
}

}  // namespace loupe::color
