#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/difference.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/** A color that is another one wherever it stands. */
struct ColorChange {
  /** Mean colors, RGB 0..255. */
  cv::Vec3f before, after;
  /** CIEDE2000 between both. */
  double delta_e = 0;
  /** Share of the compared area that has this color, 0..1. */
  double share = 0;
};

/** Colors of evenly colored places that differ between two files (see FindFlatColors). */
struct FlatColors {
  /** Those of the most frequent color, when all of it changed. */
  std::vector<ColorChange> everywhere;
  /** CV_8U, at the reduced size: 255 on areas of another color beside those. */
  cv::Mat areas;
};

/**
 * Compares evenly colored places of two files, whose light nobody changed: a place is even where its 3x3
 * neighborhood is in both. Areas are connected places that differ in one direction of color by at least
 * `least_delta_e` (CIEDE2000: Luo, Cui and Rigg, 2001).
 */
FlatColors FindFlatColors(const CommonFrame& frame, const FlatColorOptions& options);

/** Adds areas to a map of the full size. */
void AddFlatColors(const FlatColors& colors, const CommonFrame& frame, const FlatColorOptions& options,
                   DifferenceMap& map);

/**
 * How thin print changed its color wherever it stands: the light that explains the pair, read at all print
 * that is not evenly colored. Empty below `least_print_delta_e`.
 */
std::vector<ColorChange> FindPrintColor(const CommonFrame& frame, const FlatColorOptions& options);

}  // namespace loupe::comparison
