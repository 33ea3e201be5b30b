#include "core/matching/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::matching {
namespace {

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

/** Base-2 logarithm of a positive normal number, within 0.0011: exponent and a cubic in the mantissa. */
inline float FastLog2(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const auto exponent = static_cast<float>((bits >> 23) - 127);
  bits = (bits & 0x007fffff) | 0x3f800000;
  float m;
  std::memcpy(&m, &bits, sizeof(m));
  return exponent + (((kLog3 * m - kLog2) * m + kLog1) * m - kLog0);
}

struct Columns {
  const float *x, *y, *level, *cosine, *sine;
};
struct MutableColumns {
  float *x, *y, *level, *cosine, *sine;
};
struct Shift {
  float x, y;
};

void PlaceFrom(size_t first, const Columns& from, size_t count, const float* h, Shift shift,
               const MutableColumns& to) {
  for (size_t i = first; i < count; ++i) {
    const float rx = from.x[i] + shift.x, ry = from.y[i] + shift.y;
    const float w = h[6] * rx + h[7] * ry + h[8];
    const bool is_ahead = w > kHorizon;
    const float inverse = 1.0f / (is_ahead ? w : 1.0f);
    const float x = (h[0] * rx + h[1] * ry + h[2]) * inverse;
    const float y = (h[3] * rx + h[4] * ry + h[5]) * inverse;
    const float a = (h[0] - x * h[6]) * inverse, b = (h[1] - x * h[7]) * inverse;
    const float c = (h[3] - y * h[6]) * inverse, d = (h[4] - y * h[7]) * inverse;
    const float area = std::abs(a * d - b * c) + kTinyArea;
    const float level = from.level[i] + kLevelsPerDoubledArea * FastLog2(area);
    to.level[i] = std::min(std::max(level, 0.0f), kGreatestLevel);
    to.x[i] = is_ahead ? x : kAway;
    to.y[i] = is_ahead ? y : kAway;
    to.cosine[i] = a * from.cosine[i] + b * from.sine[i];
    to.sine[i] = c * from.cosine[i] + d * from.sine[i];
  }
}

void PlacePlain(const Columns& from, size_t count, const float* h, Shift shift, const MutableColumns& to) {
  PlaceFrom(0, from, count, h, shift, to);
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

LOUPE_AVX2 inline __m256 Times(__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }
LOUPE_AVX2 inline __m256 Plus(__m256 a, __m256 b) { return _mm256_add_ps(a, b); }
LOUPE_AVX2 inline __m256 Minus(__m256 a, __m256 b) { return _mm256_sub_ps(a, b); }
LOUPE_AVX2 inline __m256 All(float v) { return _mm256_set1_ps(v); }

LOUPE_AVX2 inline __m256 FastLog2Avx2(__m256 value) {
  const __m256i bits = _mm256_castps_si256(value);
  const __m256 exponent =
      _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_srai_epi32(bits, 23), _mm256_set1_epi32(127)));
  const __m256 m = _mm256_castsi256_ps(
      _mm256_or_si256(_mm256_and_si256(bits, _mm256_set1_epi32(0x007fffff)), _mm256_set1_epi32(0x3f800000)));
  const __m256 high = Plus(Times(Minus(Times(All(kLog3), m), All(kLog2)), m), All(kLog1));
  return Plus(exponent, Minus(Times(high, m), All(kLog0)));
}

/** The same steps eight keypoints at a time, rounded alike. */
LOUPE_AVX2 void PlaceAvx2(const Columns& from, size_t count, const float* h, Shift shift,
                          const MutableColumns& to) {
  __m256 v[9];
  for (size_t i = 0; i < 9; ++i) v[i] = All(h[i]);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256 rx = Plus(_mm256_loadu_ps(from.x + i), All(shift.x));
    const __m256 ry = Plus(_mm256_loadu_ps(from.y + i), All(shift.y));
    const __m256 w = Plus(Plus(Times(v[6], rx), Times(v[7], ry)), v[8]);
    const __m256 is_ahead = _mm256_cmp_ps(w, All(kHorizon), _CMP_GT_OQ);
    const __m256 inverse = _mm256_div_ps(All(1.0f), _mm256_blendv_ps(All(1.0f), w, is_ahead));
    const __m256 x = Times(Plus(Plus(Times(v[0], rx), Times(v[1], ry)), v[2]), inverse);
    const __m256 y = Times(Plus(Plus(Times(v[3], rx), Times(v[4], ry)), v[5]), inverse);
    const __m256 a = Times(Minus(v[0], Times(x, v[6])), inverse);
    const __m256 b = Times(Minus(v[1], Times(x, v[7])), inverse);
    const __m256 c = Times(Minus(v[3], Times(y, v[6])), inverse);
    const __m256 d = Times(Minus(v[4], Times(y, v[7])), inverse);
    const __m256 signed_area = Minus(Times(a, d), Times(b, c));
    const __m256 area = Plus(_mm256_andnot_ps(All(-0.0f), signed_area), All(kTinyArea));
    const __m256 level =
        Plus(_mm256_loadu_ps(from.level + i), Times(All(kLevelsPerDoubledArea), FastLog2Avx2(area)));
    const __m256 cosine = _mm256_loadu_ps(from.cosine + i), sine = _mm256_loadu_ps(from.sine + i);
    _mm256_storeu_ps(to.level + i, _mm256_min_ps(_mm256_max_ps(level, All(0.0f)), All(kGreatestLevel)));
    _mm256_storeu_ps(to.x + i, _mm256_blendv_ps(All(kAway), x, is_ahead));
    _mm256_storeu_ps(to.y + i, _mm256_blendv_ps(All(kAway), y, is_ahead));
    _mm256_storeu_ps(to.cosine + i, Plus(Times(a, cosine), Times(b, sine)));
    _mm256_storeu_ps(to.sine + i, Plus(Times(c, cosine), Times(d, sine)));
  }
  PlaceFrom(i, from, count, h, shift, to);
}

void PlaceAll(const Columns& from, size_t count, const float* h, Shift shift, const MutableColumns& to) {
  static const auto place = __builtin_cpu_supports("avx2") ? PlaceAvx2 : PlacePlain;
  place(from, count, h, shift, to);
}

#else

void PlaceAll(const Columns& from, size_t count, const float* h, Shift shift, const MutableColumns& to) {
  PlacePlain(from, count, h, shift, to);
}

#endif

}  // namespace

void KeypointColumns::Resize(size_t count) {
  for (auto* column : {&x, &y, &level, &cosine, &sine}) column->resize(count);
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
  }
  return columns;
}

void Predict(const KeypointColumns& reference, const geometry::Warp& warp, cv::Point2d shift,
             KeypointColumns* seen) {
  seen->Resize(reference.size());
  float h[9];
  for (size_t i = 0; i < 9; ++i) h[i] = static_cast<float>(warp.query_from_reference.val[i]);
  const Columns from = {reference.x.data(), reference.y.data(), reference.level.data(),
                        reference.cosine.data(), reference.sine.data()};
  const MutableColumns to = {seen->x.data(), seen->y.data(), seen->level.data(), seen->cosine.data(),
                             seen->sine.data()};
  const auto shift_x = static_cast<float>(shift.x), shift_y = static_cast<float>(shift.y);
  PlaceAll(from, reference.size(), h, {shift_x, shift_y}, to);
  if (warp.bend.is_flat()) return;
  for (size_t i = 0; i < reference.size(); ++i) {
    const cv::Point2f moved = warp.bend.At(cv::Point2f(reference.x[i] + shift_x, reference.y[i] + shift_y));
    seen->x[i] += moved.x;
    seen->y[i] += moved.y;
  }
}

}  // namespace loupe::matching
