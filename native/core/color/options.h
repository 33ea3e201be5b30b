#pragma once

#include "core/base/options.h"

namespace loupe::color {

/** How the dominant colors of a picture are found (see DescribeColors). Stored with every reference. */
struct DominantColorOptions {
  /** The picture is averaged down to this longer side. */
  int side_px = 160;
  /** Seeds lie farther apart than this, in CIELAB units. */
  float seed_distance = 18.0f;
  /** Width over which neighboring bins share their counts, in CIELAB units. */
  float density_width = 9.0f;
  /** Rounds of Lloyd's algorithm. */
  int rounds = 4;
  /** Colors nearer than this are one, by CIEDE2000. */
  double merge_below = 10.0;
  /** Colors with a smaller share of the picture are dropped. */
  float least_share = 0.015f;

  LOUPE_OPTIONS(side_px, seed_distance, density_width, rounds, merge_below, least_share)
};

/** How pictures are ranked by colors (see ColorDistance). All differences by CIEDE2000. */
struct ColorSearchOptions {
  /** A color this far away counts as not there at all. */
  double farthest = 50;
  /** Colors nearer than this count as part of the same amount, the nearer the more. */
  double same_family = 20;

  LOUPE_OPTIONS(farthest, same_family)
};

/** How a palette of many pictures is made (see MakePalette). */
struct PaletteOptions {
  /** Colors of a palette lie at least this far apart, by CIEDE2000. */
  double spacing = 15;
  /** Colors are counted in bins of this side, in CIELAB units; smaller ones cost time. */
  float bin = 6.0f;

  LOUPE_OPTIONS(spacing, bin)
};

struct ColorOptions {
  DominantColorOptions dominant;
  ColorSearchOptions search;
  PaletteOptions palette;

  LOUPE_OPTIONS(dominant, search, palette)
};

}  // namespace loupe::color
