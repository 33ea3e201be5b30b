#include "prediction.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "simd_clones.h"

namespace loupe {
namespace {

/** Levels per doubling of the area: half of log 2 over log 1.2. */
constexpr float kLevelsPerDoubledArea = 1.9008920f;
constexpr float kGreatestLevel = kPyramidLevels - 1.0f;

struct Direction {
  float cosine;
  float sine;
};

/** Unit vector of an orientation, to a third of a degree. */
const Direction& DirectionOf(uint16_t angle_q16) {
  constexpr size_t kSteps = 1024;
  static const std::array<Direction, kSteps> directions = [] {
    std::array<Direction, kSteps> made{};
    for (size_t i = 0; i < kSteps; ++i) {
      const double angle = (static_cast<double>(i) + 0.5) * (6.283185307179586 / kSteps);
      made[i] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    }
    return made;
  }();
  return directions[angle_q16 / (65536 / kSteps)];
}

/** Base-2 logarithm of a positive normal number, within 0.0011: exponent and a cubic in the mantissa. */
inline float FastLog2(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const auto exponent = static_cast<float>((bits >> 23) - 127);
  bits = (bits & 0x007fffff) | 0x3f800000;
  float m;
  std::memcpy(&m, &bits, sizeof(m));
  return exponent + (((0.15638611f * m - 1.04640899f) * m + 3.04452418f) * m - 2.15450130f);
}

struct Columns {
  const float *x, *y, *level, *cosine, *sine;
};
struct MutableColumns {
  float *x, *y, *level, *cosine, *sine;
};

LOUPE_CLONES void Project(const Columns& from, size_t count, const float* h, float shift_x, float shift_y,
                          const MutableColumns& to) {
  for (size_t i = 0; i < count; ++i) {
    const float rx = from.x[i] + shift_x, ry = from.y[i] + shift_y;
    const float w = h[6] * rx + h[7] * ry + h[8];
    const bool is_ahead = w > 1e-6f;
    const float inverse = 1.0f / (is_ahead ? w : 1.0f);
    const float x = (h[0] * rx + h[1] * ry + h[2]) * inverse;
    const float y = (h[3] * rx + h[4] * ry + h[5]) * inverse;
    const float a = (h[0] - x * h[6]) * inverse, b = (h[1] - x * h[7]) * inverse;
    const float c = (h[3] - y * h[6]) * inverse, d = (h[4] - y * h[7]) * inverse;
    const float area = std::abs(a * d - b * c);
    const float level = from.level[i] + kLevelsPerDoubledArea * FastLog2(area > 1e-12f ? area : 1e-12f);
    const float cosine = a * from.cosine[i] + b * from.sine[i];
    const float sine = c * from.cosine[i] + d * from.sine[i];
    const float square = cosine * cosine + sine * sine;
    const float scale = is_ahead & (square > 1e-24f) ? 1.0f / std::sqrt(square) : 0.0f;
    to.x[i] = is_ahead ? x : static_cast<float>(kFar);
    to.y[i] = is_ahead ? y : static_cast<float>(kFar);
    to.level[i] = level < 0.0f ? 0.0f : level > kGreatestLevel ? kGreatestLevel : level;
    to.cosine[i] = cosine * scale;
    to.sine[i] = sine * scale;
  }
}

}  // namespace

void KeypointColumns::Resize(size_t count) {
  for (auto* column : {&x, &y, &level, &cosine, &sine}) column->resize(count);
}

KeypointColumns ColumnsOf(Span<const Keypoint> keypoints) {
  KeypointColumns columns;
  columns.Resize(keypoints.size());
  for (size_t i = 0; i < keypoints.size(); ++i) {
    const Keypoint& k = keypoints[i];
    const Direction& direction = DirectionOf(k.angle_q16);
    columns.x[i] = k.x();
    columns.y[i] = k.y();
    columns.level[i] = static_cast<float>(k.level);
    columns.cosine[i] = direction.cosine;
    columns.sine[i] = direction.sine;
  }
  return columns;
}

void Predict(const KeypointColumns& reference, const Warp& warp, cv::Point2d shift, KeypointColumns* seen) {
  seen->Resize(reference.size());
  float h[9];
  for (size_t i = 0; i < 9; ++i) h[i] = static_cast<float>(warp.query_from_reference.val[i]);
  const Columns from = {reference.x.data(), reference.y.data(), reference.level.data(),
                        reference.cosine.data(), reference.sine.data()};
  const MutableColumns to = {seen->x.data(), seen->y.data(), seen->level.data(), seen->cosine.data(),
                             seen->sine.data()};
  const auto shift_x = static_cast<float>(shift.x), shift_y = static_cast<float>(shift.y);
  Project(from, reference.size(), h, shift_x, shift_y, to);
  if (warp.bend.is_flat()) return;
  for (size_t i = 0; i < reference.size(); ++i) {
    const cv::Point2f moved = warp.bend.At(cv::Point2f(reference.x[i] + shift_x, reference.y[i] + shift_y));
    seen->x[i] += moved.x;
    seen->y[i] += moved.y;
  }
}

}  // namespace loupe
