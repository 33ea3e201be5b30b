#pragma once

#include <opencv2/core.hpp>

#include "core/registration/options.h"

namespace loupe::registration {

/** How well two aligned gray pictures agree block by block. */
struct BlockAgreement {
  /** Mean normalized correlation of the blocks that hold detail, -1..1; 0 when none does. */
  double mean_correlation = 0;
  /** Share of the blocks with detail that agree, 0..1. */
  double share = 0;
  /** Blocks with detail in both pictures together, inside the valid area. */
  int detailed_blocks = 0;
  /** Blocks inside the valid area. */
  int valid_blocks = 0;
};

/**
 * Compares 8-bit gray pictures of equal size in square blocks. `valid` is 255 where both are known; blocks
 * that are not wholly valid are left out. A block has detail when its standard deviation is large enough in
 * either picture.
 */
BlockAgreement MeasureAgreement(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                int block_px, const AgreementOptions& options);

}  // namespace loupe::registration
