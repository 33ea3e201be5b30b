#include "core/geometry/pose_clusters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/features/features.h"

namespace loupe::geometry {
namespace {

constexpr float kTurn = 6.28318530718f;

/** How far a pair may be from a hypothesis that it agrees with. */
struct Tolerance {
  float constant_px, growing;
  /** In radians, and in pyramid levels. */
  float angle, level;
};

/** A similarity transform given by one pair. */
struct Hypothesis {
  float a, b;
  PointPair origin;
};

Hypothesis HypothesisOf(const PointPair& pair) {
  const float scale = std::pow(features::kPyramidScale, pair.level_change);
  return {scale * std::cos(pair.angle_change), scale * std::sin(pair.angle_change), pair};
}

/** Pairs in columns, filled up with pairs that agree with nothing. */
struct PairColumns {
  explicit PairColumns(const std::vector<PointPair>& pairs);
  /** Lets a pair agree with nothing any more. */
  void Remove(size_t i) { level[i] = kNoLevel; }

  static constexpr size_t kLanes = 8;
  static constexpr float kNoLevel = 1e6f;
  std::vector<float> query_x, query_y, reference_x, reference_y, level, angle;
};

PairColumns::PairColumns(const std::vector<PointPair>& pairs) {
  const size_t rounded = (pairs.size() + kLanes - 1) / kLanes * kLanes;
  for (auto* column : {&query_x, &query_y, &reference_x, &reference_y, &angle}) column->resize(rounded);
  level.resize(rounded, kNoLevel);
  for (size_t i = 0; i < pairs.size(); ++i) {
    query_x[i] = pairs[i].in_query.x;
    query_y[i] = pairs[i].in_query.y;
    reference_x[i] = pairs[i].in_reference.x;
    reference_y[i] = pairs[i].in_reference.y;
    level[i] = pairs[i].level_change;
    angle[i] = pairs[i].angle_change;
  }
}

/** Which of eight pairs from `first` on agree, one bit each. */
uint32_t AgreeingPlain(const PairColumns& pairs, size_t first, const Hypothesis& h,
                       const Tolerance& tolerance) {
  const PointPair& origin = h.origin;
  uint32_t lanes = 0;
  for (size_t lane = 0; lane < PairColumns::kLanes; ++lane) {
    const size_t i = first + lane;
    const float turn = std::abs(pairs.angle[i] - origin.angle_change);
    const float rx = pairs.reference_x[i] - origin.in_reference.x,
                ry = pairs.reference_y[i] - origin.in_reference.y;
    const float px = h.a * rx - h.b * ry, py = h.b * rx + h.a * ry;
    const float ex = pairs.query_x[i] - origin.in_query.x - px,
                ey = pairs.query_y[i] - origin.in_query.y - py;
    const float limit = tolerance.constant_px + tolerance.growing * std::sqrt(px * px + py * py);
    const bool agrees = (std::abs(pairs.level[i] - origin.level_change) <= tolerance.level) &
                        (std::min(turn, kTurn - turn) <= tolerance.angle) &
                        (ex * ex + ey * ey <= limit * limit);
    lanes |= static_cast<uint32_t>(agrees) << lane;
  }
  return lanes;
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

LOUPE_AVX2 inline __m256 All(float v) { return _mm256_set1_ps(v); }
LOUPE_AVX2 inline __m256 Times(__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }
LOUPE_AVX2 inline __m256 Plus(__m256 a, __m256 b) { return _mm256_add_ps(a, b); }
LOUPE_AVX2 inline __m256 Minus(__m256 a, __m256 b) { return _mm256_sub_ps(a, b); }
LOUPE_AVX2 inline __m256 Absolute(__m256 a) { return _mm256_andnot_ps(All(-0.0f), a); }

/** The same steps at once, rounded alike. */
LOUPE_AVX2 uint32_t AgreeingAvx2(const PairColumns& pairs, size_t first, const Hypothesis& h,
                                 const Tolerance& tolerance) {
  const PointPair& origin = h.origin;
  const __m256 rise = Absolute(Minus(_mm256_loadu_ps(&pairs.level[first]), All(origin.level_change)));
  const __m256 turn = Absolute(Minus(_mm256_loadu_ps(&pairs.angle[first]), All(origin.angle_change)));
  const __m256 turned = _mm256_min_ps(turn, Minus(All(kTurn), turn));
  const __m256 is_like = _mm256_and_ps(_mm256_cmp_ps(rise, All(tolerance.level), _CMP_LE_OQ),
                                       _mm256_cmp_ps(turned, All(tolerance.angle), _CMP_LE_OQ));
  const __m256 rx = Minus(_mm256_loadu_ps(&pairs.reference_x[first]), All(origin.in_reference.x));
  const __m256 ry = Minus(_mm256_loadu_ps(&pairs.reference_y[first]), All(origin.in_reference.y));
  const __m256 px = Minus(Times(All(h.a), rx), Times(All(h.b), ry));
  const __m256 py = Plus(Times(All(h.b), rx), Times(All(h.a), ry));
  const __m256 ex = Minus(Minus(_mm256_loadu_ps(&pairs.query_x[first]), All(origin.in_query.x)), px);
  const __m256 ey = Minus(Minus(_mm256_loadu_ps(&pairs.query_y[first]), All(origin.in_query.y)), py);
  const __m256 reach = _mm256_sqrt_ps(Plus(Times(px, px), Times(py, py)));
  const __m256 limit = Plus(All(tolerance.constant_px), Times(All(tolerance.growing), reach));
  const __m256 is_near = _mm256_cmp_ps(Plus(Times(ex, ex), Times(ey, ey)), Times(limit, limit), _CMP_LE_OQ);
  return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_and_ps(is_like, is_near)));
}

#endif

uint32_t Agreeing(const PairColumns& pairs, size_t first, const Hypothesis& h, const Tolerance& tolerance,
                  simd::Isa isa) {
#if defined(__x86_64__)
  if (isa != simd::Isa::kScalar) return AgreeingAvx2(pairs, first, h, tolerance);
#endif
  (void)isa;
  return AgreeingPlain(pairs, first, h, tolerance);
}

/** Calls `use` with the number of every pair that agrees, in ascending order. */
template <typename Use>
void ForAgreeing(const PairColumns& pairs, const Hypothesis& hypothesis, const Tolerance& tolerance,
                 simd::Isa isa, Use use) {
  for (size_t first = 0; first < pairs.level.size(); first += PairColumns::kLanes) {
    for (uint32_t lanes = Agreeing(pairs, first, hypothesis, tolerance, isa); lanes != 0; lanes &= lanes - 1)
      use(first + static_cast<size_t>(__builtin_ctz(lanes)));
  }
}

}  // namespace

std::vector<std::vector<PointPair>> FindPoseClusters(const std::vector<PointPair>& pairs, double query_side,
                                                     size_t max_clusters, const PoseClusterOptions& options,
                                                     simd::Isa isa) {
  const Tolerance tolerance = {static_cast<float>(double{options.constant_error} * query_side),
                               options.growing_error, options.max_angle_error, options.max_level_error};
  PairColumns columns(pairs);
  std::vector<uint8_t> taken(pairs.size(), 0);
  std::vector<std::vector<PointPair>> clusters;
  while (clusters.size() < max_clusters) {
    size_t best = pairs.size();
    float best_weight = 0.0f;
    for (size_t i = 0, tried = 0; i < pairs.size() && tried < static_cast<size_t>(options.max_proposals);
         ++i) {
      if (taken[i] != 0) continue;
      ++tried;
      float weight = 0.0f;
      ForAgreeing(columns, HypothesisOf(pairs[i]), tolerance, isa,
                  [&](size_t j) { weight += 1.0f - pairs[j].doubt; });
      if (weight > best_weight) {
        best_weight = weight;
        best = i;
      }
    }
    if (best == pairs.size()) break;
    std::vector<PointPair> cluster;
    ForAgreeing(columns, HypothesisOf(pairs[best]), tolerance, isa, [&](size_t j) {
      taken[j] = 1;
      columns.Remove(j);
      cluster.push_back(pairs[j]);
    });
    if (cluster.size() < static_cast<size_t>(options.min_size)) break;
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

}  // namespace loupe::geometry
