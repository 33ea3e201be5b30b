#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/registration/options.h"

namespace loupe::registration {

/** What is left between two pictures after a homography, measured in one block. */
struct BlockShift {
  /** Center of the block in pixels of the reference. */
  cv::Point2d center;
  /** Add to a reference position to reach the matching place of the warped query, in pixels. */
  cv::Vec2d shift;
  /** Inverse covariance of `shift`: weak across directions in which the block has no structure. */
  cv::Matx22d information = cv::Matx22d::zeros();
};

/**
 * The blocks of a reference, ready to be looked for in any number of warped queries by inverse-compositional
 * image alignment (Baker and Matthews, 2004). Each block is brought to mean 0 and contrast 1 on both sides,
 * so that light and color do not disturb the alignment.
 */
class BlockGrid {
 public:
  /** @param reference  8-bit gray; may be let go afterwards */
  explicit BlockGrid(const cv::Mat& reference, const BlockOptions& options = {});

  /**
   * Shifts of the blocks that are found again.
   *
   * @param warped  8-bit gray, the query brought into the frame of the reference
   * @param known   255 where the query is known; may not have holes
   */
  std::vector<BlockShift> Measure(const cv::Mat& warped, const cv::Mat& known) const;

 private:
  /** Sums over a block of the reference (16 times a gray level) and its gradients (64 times). */
  struct Block {
    cv::Point corner;
    double mean, scale;
    double sum_gx, sum_gy, sum_r_gx, sum_r_gy;
    cv::Matx22d tensor, inverse;
  };
  struct Read;

  void AddBlock(const cv::Point& corner);
  Read ReadAt(const Block& block, const cv::Mat& query, const cv::Vec2d& shift) const;
  bool Align(const Block& block, const cv::Mat& query, BlockShift& found) const;
  bool IsWhollyKnown(const cv::Mat& known, const cv::Point& corner) const;

  BlockOptions options_;
  int reach_;
  /** Of the enlarged gray levels. */
  double noise_variance_;
  /** CV_16S: the smoothed reference and its gradients. */
  cv::Mat smooth_, gradient_x_, gradient_y_;
  std::vector<Block> blocks_;
};

/** As one step. */
std::vector<BlockShift> MeasureBlockShifts(const cv::Mat& reference, const cv::Mat& warped,
                                           const cv::Mat& known, const BlockOptions& options = {});

}  // namespace loupe::registration
