#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/options.h"
#include "core/comparison/regions.h"

namespace loupe::comparison {

enum class Kind { kAdded, kMissing, kChanged, kMoved, kRecolored };

/** What happened to a mark. Both places are pixels of the reference's frame; they differ only for moved
 * marks. */
struct Change {
  Kind kind = Kind::kChanged;
  cv::Rect old_place;
  cv::Rect new_place;
  /** Differing pixels of the old and of the new place; the same mask unless the mark moved. */
  Region region;
  /** Pixels of the new place when it is a region of its own. */
  Region new_region;
  bool has_new_region = false;
  /** Mean CIE 1976 color difference of the differing pixels. */
  double delta_e = 0;
};

/**
 * Distinguishes added, missing, changed and moved marks: a mark is added where the reference looks like the
 * surroundings and the query does not; a mark that went missing in one place and is found again in another
 * has moved; what shows in both and differs all over in one direction of color was recolored. Pictures are
 * 8-bit RGB of equal size, leveled to each other.
 */
std::vector<Change> ClassifyRegions(std::vector<Region> regions, const cv::Mat& reference,
                                    const cv::Mat& query, const KindOptions& options,
                                    const ColorShiftOptions& colors);

}  // namespace loupe::comparison
