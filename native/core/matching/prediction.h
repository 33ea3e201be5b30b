#pragma once

#include <vector>

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/signature/dna.h"

namespace loupe::matching {

/** Keypoints in columns, with room to read and write eight beyond the last. */
class KeypointColumns {
 public:
  std::vector<float> x, y, level;
  /** Orientations as vectors: of length 1, unless predicted. */
  std::vector<float> cosine, sine;

  size_t size() const { return size_; }
  void Resize(size_t count);

 private:
  size_t size_ = 0;
};

KeypointColumns ColumnsOf(base::Span<const features::Keypoint> keypoints);

/**
 * Where a warp puts keypoints of the reference, and the level and orientation that it gives them there.
 * Levels end at those that exist; a point behind the camera lies kFar away.
 * @param shift  moves the reference, in its pixels
 */
void Predict(const KeypointColumns& reference, const geometry::Warp& warp, cv::Point2d shift,
             KeypointColumns* seen);

}  // namespace loupe::matching
