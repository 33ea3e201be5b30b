#pragma once

#include <optional>
#include <vector>

#include "core/color/color_descriptor.h"

namespace loupe::color {

/** A color that somebody looks for. */
struct WantedColor {
  Lab color;
  /** Wanted share of the picture, 0..1; empty when any amount will do, the more the better up to an equal
   * part. */
  std::optional<double> share;
};

/** The colors of a picture, each in the amount in which the picture holds it. */
std::vector<WantedColor> WantedColorsOf(const ColorDescriptor& descriptor);

/**
 * The same colors with their shares counted as those of pictures are: a wanted color that resembles another
 * one is also there in the other one's share, so that a picture of just these colors is at distance 0.
 */
std::vector<WantedColor> CountedAsPresent(const std::vector<WantedColor>& wanted,
                                          const ColorSearchOptions& options = {});

/**
 * How far a picture is from a set of wanted colors, 0 (all there, in the wanted amounts) to 1. The mean over
 * the wanted colors of
 *
 *   0.5 * nearness + 0.5 * amount
 *
 * where nearness = min(1, d / farthest), d being the least CIEDE2000 difference to a dominant color of the
 * picture, and amount compares the present share s = sum of share_j * max(0, 1 - d_j / same_family) with the
 * wanted share p: |p
 * - s| / max(p, 1 - p) when p was given, else max(0, 1 - n * s) for n wanted colors. Count wanted shares by
 * `CountedAsPresent` first.
 *
 * @param beyond ends the computation as soon as the distance is known to be greater than this; the result is
 * then some value greater than this
 */
double ColorDistance(const std::vector<WantedColor>& wanted, const ColorDescriptor& descriptor,
                     double beyond = 1, const ColorSearchOptions& options = {});

struct PaletteColor {
  Lab color;
  /** Pictures that hold the color. */
  size_t picture_count = 0;
};

/**
 * At most `most_colors` colors that represent many pictures, the one held by most pictures first. Colors are
 * taken greedily by how much picture they stand for and kept well apart; a picture holds a
 * color when one of its dominant colors is nearer than that to it than to any other palette color.
 */
std::vector<PaletteColor> MakePalette(const std::vector<ColorDescriptor>& descriptors, size_t most_colors,
                                      const PaletteOptions& options = {});

}  // namespace loupe::color
