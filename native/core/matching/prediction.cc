#include "core/matching/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/simd/lanes.h"

namespace loupe::matching {
namespace {

/** Natural logarithm of the pyramid's ratio. */
const auto kLogPyramidScale = static_cast<float>(std::log(features::kPyramidRatio));
constexpr float kTurnsPerRadian = 65536.0f / 6.2831853f;
/** Pyramid levels per doubling of the area. */
const auto kLevelsPerDoubledArea =
    static_cast<float>(0.5 * std::log(2.0) / std::log(features::kPyramidRatio));
/** Cubic that the logarithm of a mantissa is computed with. */
constexpr float kLog3 = 0.15638611f, kLog2 = 1.04640899f, kLog1 = 3.04452418f, kLog0 = 2.15450130f;
constexpr float kTinyArea = 1e-12f;
/** Points whose third coordinate is smaller lie behind the camera. */
constexpr float kHorizon = 1e-6f;
constexpr auto kAway = static_cast<float>(geometry::kFar);
constexpr float kGreatestLevel = features::kPyramidLevels - 1.0f;

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

/** Base-2 logarithm of positive normal numbers, within 0.0011: exponent and a cubic in the mantissa. */
LOUPE_KERNEL simd::FloatLanes FastLog2(const simd::FloatLanes& value) {
  const auto bits = simd::As<simd::IntLanes>(value);
  const auto exponent = __builtin_convertvector((bits >> 23) - 127, simd::FloatLanes);
  const auto m = simd::As<simd::FloatLanes>((bits & 0x007fffff) | 0x3f800000);
  return exponent + (((kLog3 * m - kLog2) * m + kLog1) * m - kLog0);
}

struct SourceColumns {
  const float *x, *y, *level, *cosine, *sine;
};
struct TargetColumns {
  float *x, *y, *level, *cosine, *sine;
};
struct Shift {
  float x, y;
};

/** Eight keypoints at a time; columns have room for eight beyond the last. */
LOUPE_KERNEL void Place(const SourceColumns& from, size_t count, const float* h, Shift shift,
                        const TargetColumns& to) {
  const auto zero = simd::AllLanes(0.0f), greatest = simd::AllLanes(kGreatestLevel);
  const auto away = simd::AllLanes(kAway), one = simd::AllLanes(1.0f);
  for (size_t i = 0; i < count; i += simd::kLanes) {
    const simd::FloatLanes rx = simd::Load<simd::FloatLanes>(from.x + i) + shift.x;
    const simd::FloatLanes ry = simd::Load<simd::FloatLanes>(from.y + i) + shift.y;
    const simd::FloatLanes w = h[6] * rx + h[7] * ry + h[8];
    const simd::IntLanes is_ahead = w > kHorizon;
    const simd::FloatLanes inverse = 1.0f / simd::Choose(is_ahead, w, one);
    const simd::FloatLanes x = (h[0] * rx + h[1] * ry + h[2]) * inverse;
    const simd::FloatLanes y = (h[3] * rx + h[4] * ry + h[5]) * inverse;
    const simd::FloatLanes a = (h[0] - x * h[6]) * inverse, b = (h[1] - x * h[7]) * inverse;
    const simd::FloatLanes c = (h[3] - y * h[6]) * inverse, d = (h[4] - y * h[7]) * inverse;
    const auto area =
        simd::As<simd::FloatLanes>(simd::As<simd::IntLanes>(a * d - b * c) & 0x7fffffff) + kTinyArea;
    const simd::FloatLanes level =
        simd::Load<simd::FloatLanes>(from.level + i) + kLevelsPerDoubledArea * FastLog2(area);
    const auto cosine = simd::Load<simd::FloatLanes>(from.cosine + i);
    const auto sine = simd::Load<simd::FloatLanes>(from.sine + i);
    const simd::FloatLanes least = simd::Choose(level > zero, level, zero);
    simd::Store(to.level + i, simd::Choose(least < greatest, least, greatest));
    simd::Store(to.x + i, simd::Choose(is_ahead, x, away));
    simd::Store(to.y + i, simd::Choose(is_ahead, y, away));
    simd::Store(to.cosine + i, a * cosine + b * sine);
    simd::Store(to.sine + i, c * cosine + d * sine);
  }
}

}  // namespace

void KeypointColumns::Resize(size_t count) {
  size_ = count;
  for (auto* column : {&x, &y, &level, &cosine, &sine}) column->resize(count + simd::kLanes);
  turn.resize(count + simd::kLanes);
}

KeypointColumns ColumnsOf(base::Span<const features::Keypoint> keypoints) {
  KeypointColumns columns;
  columns.Resize(keypoints.size());
  for (size_t i = 0; i < keypoints.size(); ++i) {
    const features::Keypoint& k = keypoints[i];
    const Direction& direction = DirectionOf(k.angle_q16);
    columns.x[i] = k.x();
    columns.y[i] = k.y();
    columns.level[i] = static_cast<float>(k.level);
    columns.cosine[i] = direction.cosine;
    columns.sine[i] = direction.sine;
    columns.turn[i] = k.angle_q16;
  }
  return columns;
}

void Predict(const KeypointColumns& reference, const Affine& transform, const SearchReach& reach,
             Predictions* predictions) {
  const float determinant = std::abs(transform.a * transform.d - transform.b * transform.c);
  const float level_shift = 0.5f * std::log(std::max(1e-9f, determinant)) / kLogPyramidScale;
  const auto turn_shift = static_cast<int32_t>(
      std::lround(std::atan2(transform.c - transform.b, transform.a + transform.d) * kTurnsPerRadian));
  const float center_x = transform.X(transform.center_x, transform.center_y);
  const float center_y = transform.Y(transform.center_x, transform.center_y);
  predictions->stride = static_cast<size_t>(reach.stride);
  predictions->has_turns = true;
  const size_t count = (reference.size() + predictions->stride - 1) / predictions->stride;
  KeypointColumns& seen = predictions->seen;
  seen.Resize(count);
  predictions->radius_px.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t r = i * predictions->stride;
    const float x = transform.X(reference.x[r], reference.y[r]);
    const float y = transform.Y(reference.x[r], reference.y[r]);
    const float away = std::sqrt((x - center_x) * (x - center_x) + (y - center_y) * (y - center_y));
    seen.x[i] = x;
    seen.y[i] = y;
    seen.level[i] = std::clamp(reference.level[r] + level_shift, 0.0f, kGreatestLevel);
    seen.turn[i] = (reference.turn[r] + turn_shift) & 65535;
    predictions->radius_px[i] = reach.radius_px + reach.growth * away;
  }
}

void Predict(const KeypointColumns& reference, const geometry::Warp& warp, cv::Point2d shift, float radius_px,
             Predictions* predictions) {
  KeypointColumns& seen = predictions->seen;
  seen.Resize(reference.size());
  predictions->radius_px.assign(reference.size(), radius_px);
  predictions->stride = 1;
  predictions->has_turns = false;
  float h[9];
  for (size_t i = 0; i < 9; ++i) h[i] = static_cast<float>(warp.query_from_reference.val[i]);
  const SourceColumns from = {reference.x.data(), reference.y.data(), reference.level.data(),
                              reference.cosine.data(), reference.sine.data()};
  const TargetColumns to = {seen.x.data(), seen.y.data(), seen.level.data(), seen.cosine.data(),
                            seen.sine.data()};
  const auto shift_x = static_cast<float>(shift.x), shift_y = static_cast<float>(shift.y);
  simd::RunWidest<Place, const SourceColumns&, size_t, const float*, Shift, const TargetColumns&>(
      from, reference.size(), h, {shift_x, shift_y}, to);
  if (warp.bend.is_flat()) return;
  for (size_t i = 0; i < reference.size(); ++i) {
    const cv::Point2f moved = warp.bend.At(cv::Point2f(reference.x[i] + shift_x, reference.y[i] + shift_y));
    seen.x[i] += moved.x;
    seen.y[i] += moved.y;
  }
}

}  // namespace loupe::matching
