#pragma once

#include <opencv2/core.hpp>

#include "core/content/blocks/block.h"
#include "core/content/options.h"

namespace loupe::content {

/** Print of the query that stands where the reference has other print. */
struct OtherPrint {
  /**
   * Share of the blocks with ink, 0..1, that hold print on paper in the reference and equally strong but
   * other print on the same paper in the query: what blocks without ink show around it, of any color. Glare,
   * shadow and a sticker change the paper, a crease the strength. What reaches the edge of the reference is
   * left out: there, photos show what lies around it.
   */
  double share = 0;
  /**
   * How far the blocks that agree lie from where their neighbors do, in pixels on average: 0 on flat paper,
   * from half a pixel on creased paper, whose blocks disagree for another reason.
   */
  double unevenness_px = 0;
};

/** @param grid  with states; both pictures in the common frame, as sharp as each other */
OtherPrint FindOtherPrint(const ContentGrid& grid, const cv::Mat& reference, const cv::Mat& query,
                          const ContentOptions& options);

}  // namespace loupe::content
