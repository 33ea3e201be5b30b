#pragma once

#include <vector>

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/matching/options.h"
#include "core/signature/dna.h"

namespace loupe::matching {

/** Keypoints in columns, with room to read and write eight beyond the last. */
class KeypointColumns {
 public:
  std::vector<float> x, y, level;
  /** Orientations as vectors: of length 1, unless predicted. */
  std::vector<float> cosine, sine;
  /** Orientations in 1/65536 turn. */
  std::vector<int32_t> turn;

  size_t size() const { return size_; }
  void Resize(size_t count);

 private:
  size_t size_ = 0;
};

KeypointColumns ColumnsOf(base::Span<const features::Keypoint> keypoints);

/** Where keypoints of a reference are looked for, and what those found there must be like. */
struct Predictions {
  KeypointColumns seen;
  /** Greatest distance from the predicted place, in query pixels; one for each. */
  std::vector<float> radius_px;
  /** Prediction i is that of the reference's keypoint i * stride. */
  size_t stride = 1;
  /**
   * Which orientations are filled and compared: angles, or vectors. An affine transform turns all keypoints
   * alike, which is an addition to their angles; a homography turns each differently, and vectors spare the
   * arc tangents.
   */
  bool has_turns = false;
  /** Greatest difference of angles, in 1/65536 turn. */
  int32_t max_turn_error = 0;
  /** Least square of the cosine of the angle between vectors. */
  float min_squared_cosine = 0.0f;
};

/** query = [a b; c d] * reference + [tx ty], most certain around `center` (in reference pixels). */
struct Affine {
  float a, b, c, d, tx, ty;
  float center_x, center_y;

  float X(float x, float y) const { return a * x + b * y + tx; }
  float Y(float x, float y) const { return c * x + d * y + ty; }
};

/** Places, levels and angles of every n-th keypoint of the reference by an affine transform; the radius
 * grows with the distance from the transform's center. */
void Predict(const KeypointColumns& reference, const Affine& transform, const SearchReach& reach,
             Predictions* predictions);

/**
 * Where a warp puts keypoints of the reference, and the level and orientation (a vector) that it gives them.
 * Levels end at those that exist; a point behind the camera lies kFar away.
 * @param shift  moves the reference, in its pixels
 */
void Predict(const KeypointColumns& reference, const geometry::Warp& warp, cv::Point2d shift, float radius_px,
             Predictions* predictions);

}  // namespace loupe::matching
