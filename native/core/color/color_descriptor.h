#pragma once

#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/color/lab.h"
#include "core/color/options.h"
#include "core/image/image.h"

namespace loupe::color {

struct DominantColor {
  Lab color;
  /** Share of the picture, 0..1; the shares of a descriptor sum to 1. */
  float share = 0.0f;
};

/** The dominant colors of one picture, largest share first. */
struct ColorDescriptor {
  std::vector<DominantColor> colors;
};

constexpr size_t kMostDominantColors = 10;

/**
 * Dominant colors in CIELAB, in the spirit of the MPEG-7 dominant color descriptor (Manjunath et al., 2001):
 * the picture is averaged down to a fixed size, its colors counted in fixed bins, the densest places taken as
 * seeds and refined by Lloyd's algorithm (1982); near colors are merged and rare ones dropped. Nothing is
 * random, so the same picture gives the same colors, and a resized or recompressed one nearly the same.
 * @throws Error kInvalidImage for an empty, oversized or inconsistent raster.
 */
ColorDescriptor DescribeColors(const image::RasterView& raster, const DominantColorOptions& options = {});

/** Whole percentages in the order of `colors` that sum to exactly 100 (largest remainders round up). */
std::vector<int> WholePercentages(const ColorDescriptor& descriptor);

/** 2 + 8 bytes a color, little-endian; at most 82 bytes. */
std::vector<uint8_t> EncodeColors(const ColorDescriptor& descriptor);

/** @throws Error kDnaCorrupt for anything that EncodeColors cannot have written. */
ColorDescriptor DecodeColors(base::Span<const uint8_t> bytes);

}  // namespace loupe::color
