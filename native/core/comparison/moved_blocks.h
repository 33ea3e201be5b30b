#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/difference.h"
#include "core/comparison/options.h"
#include "core/registration/block_shifts.h"

namespace loupe::comparison {

/** How the second of two files lies to the first, as print alone can lie: turned, stretched, moved. */
struct FilePose {
  /** Pixels of the query from pixels of `CommonFrame::reference`. */
  cv::Matx23d query_from_reference;
  /** Blocks that were found again; shifts are what is left after the pose, in pixels of the reference. */
  std::vector<registration::BlockShift> blocks;
  /** Times that pictures were reduced before blocks were measured. */
  int factor = 1;
};

/**
 * Fits an affine map to where the blocks of the reference are found again, weighted by what each can tell and
 * robust against what moved by itself. The frame must be that of files.
 */
FilePose FitFilePose(const CommonFrame& frame, const MovedBlockOptions& options);

/** The pose on fractions of both pictures. */
cv::Matx33d OnFractions(const FilePose& pose, const CommonFrame& frame);

/**
 * Adds to a map what lies elsewhere by more than files may stray: places where several neighboring blocks are
 * found again at another place than the pose says. What a smooth warp or a displaced edge would explain in a
 * scan is a difference there.
 */
void AddMovedBlocks(const CommonFrame& frame, const FilePose& pose, const MovedBlockOptions& options,
                    DifferenceMap& map);

}  // namespace loupe::comparison
