#include "core/color/color_search.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace loupe::color {
namespace {

/** How much of a share counts for a color this far away. */
double Resemblance(double difference, const ColorSearchOptions& options) {
  return std::max(0.0, 1 - difference / options.same_family);
}

double DistanceTo(const WantedColor& wanted, const ColorDescriptor& descriptor, size_t wanted_count,
                  const ColorSearchOptions& options) {
  double nearest = options.farthest, present = 0;
  for (const DominantColor& color : descriptor.colors) {
    const double d = Ciede2000(wanted.color, color.color);
    nearest = std::min(nearest, d);
    present += color.share * Resemblance(d, options);
  }
  present = std::min(1.0, present);
  double amount = 0;
  if (wanted.share) {
    const double share = *wanted.share;
    amount = std::abs(share - present) / std::max(share, 1 - share);
  } else {
    amount = std::max(0.0, 1 - double(wanted_count) * present);
  }
  return 0.5 * nearest / options.farthest + 0.5 * std::min(1.0, amount);
}

struct Family {
  Lab color;
  double weight = 0;
};

/** Colors of all pictures together, in bins, so that the work does not grow with the number of pictures
 * squared. */
std::vector<Family> CountFamilies(const std::vector<ColorDescriptor>& descriptors, float side) {
  std::unordered_map<uint32_t, size_t> index_of;
  std::vector<Family> families;
  for (const ColorDescriptor& descriptor : descriptors) {
    for (const DominantColor& color : descriptor.colors) {
      const auto index = [side](float v) { return static_cast<uint32_t>(std::lround((v + 150.0f) / side)); };
      const uint32_t bin = index(color.color.l) << 20 | index(color.color.a) << 10 | index(color.color.b);
      const auto [entry, is_new] = index_of.try_emplace(bin, families.size());
      if (is_new) families.push_back({});
      Family& family = families[entry->second];
      // Square roots let a color that many pictures hold a little of stand beside large areas.
      const double weight = std::sqrt(color.share);
      const double total = family.weight + weight;
      const auto blend = [&](float& mean, float value) {
        mean = static_cast<float>((mean * family.weight + value * weight) / total);
      };
      blend(family.color.l, color.color.l);
      blend(family.color.a, color.color.a);
      blend(family.color.b, color.color.b);
      family.weight = total;
    }
  }
  return families;
}

std::vector<PaletteColor> ChooseColors(std::vector<Family> families, size_t most_colors, double spacing) {
  std::stable_sort(families.begin(), families.end(),
                   [](const Family& a, const Family& b) { return a.weight > b.weight; });
  std::vector<PaletteColor> palette;
  for (const Family& family : families) {
    if (palette.size() == most_colors) break;
    const bool is_new = std::all_of(palette.begin(), palette.end(), [&](const PaletteColor& taken) {
      return Ciede2000(taken.color, family.color) >= spacing;
    });
    if (is_new) palette.push_back({family.color, 0});
  }
  return palette;
}

}  // namespace

std::vector<WantedColor> WantedColorsOf(const ColorDescriptor& descriptor) {
  std::vector<WantedColor> wanted;
  for (const DominantColor& color : descriptor.colors) wanted.push_back({color.color, color.share});
  return wanted;
}

std::vector<WantedColor> CountedAsPresent(const std::vector<WantedColor>& wanted,
                                          const ColorSearchOptions& options) {
  std::vector<WantedColor> counted = wanted;
  for (WantedColor& color : counted) {
    if (!color.share) continue;
    double present = 0;
    for (const WantedColor& other : wanted) {
      if (other.share) present += *other.share * Resemblance(Ciede2000(color.color, other.color), options);
    }
    color.share = std::min(1.0, present);
  }
  return counted;
}

double ColorDistance(const std::vector<WantedColor>& wanted, const ColorDescriptor& descriptor, double beyond,
                     const ColorSearchOptions& options) {
  if (wanted.empty() || descriptor.colors.empty()) return 1;
  double sum = 0;
  for (const WantedColor& color : wanted) {
    sum += DistanceTo(color, descriptor, wanted.size(), options);
    if (sum > beyond * double(wanted.size())) break;
  }
  return std::clamp(sum / double(wanted.size()), 0.0, 1.0);
}

std::vector<PaletteColor> MakePalette(const std::vector<ColorDescriptor>& descriptors, size_t most_colors,
                                      const PaletteOptions& options) {
  std::vector<PaletteColor> palette =
      ChooseColors(CountFamilies(descriptors, options.bin), most_colors, options.spacing);
  std::vector<size_t> last_counted(palette.size(), descriptors.size());
  for (size_t picture = 0; picture < descriptors.size(); ++picture) {
    for (const DominantColor& color : descriptors[picture].colors) {
      size_t nearest = palette.size();
      double distance = options.spacing;
      for (size_t i = 0; i < palette.size(); ++i) {
        const double d = Ciede2000(palette[i].color, color.color);
        if (d < distance) distance = d, nearest = i;
      }
      if (nearest == palette.size() || last_counted[nearest] == picture) continue;
      last_counted[nearest] = picture;
      ++palette[nearest].picture_count;
    }
  }
  palette.erase(std::remove_if(palette.begin(), palette.end(),
                               [](const PaletteColor& color) { return color.picture_count == 0; }),
                palette.end());
  std::stable_sort(palette.begin(), palette.end(), [](const PaletteColor& a, const PaletteColor& b) {
    return a.picture_count > b.picture_count;
  });
  return palette;
}

}  // namespace loupe::color
