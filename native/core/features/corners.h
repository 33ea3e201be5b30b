#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/features/options.h"
#include "core/simd/isa.h"

namespace loupe::features {

/** A corner found on one pyramid level, in pixels of that level. */
struct Corner {
  float x = 0.0f;
  float y = 0.0f;
  int score = 0;
};

/**
 * The strongest FAST corners of one pyramid level, spread evenly: cells of a grid take turns in giving their
 * next best corner. Lowers the FAST threshold while the level gives fewer than `max_count` corners.
 * Deterministic.
 *
 * @param margin  distance in pixels that corners keep from the border
 * @param isa     the result is the same for every one
 */
std::vector<Corner> FindCorners(const cv::Mat& level, int max_count, int margin, const CornerOptions& options,
                                simd::Isa isa);

}  // namespace loupe::features
