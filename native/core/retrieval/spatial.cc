#include "core/retrieval/spatial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::retrieval {
namespace {

/** Levels are below this. */
constexpr int kLevelRange = 16;

struct TransformTables {
  std::array<float, 256> cosine;
  std::array<float, 256> sine;
  std::array<float, 2 * kLevelRange> scale;

  TransformTables() {
    for (int i = 0; i < 256; ++i) {
      const double angle = i * (2.0 * 3.14159265358979323846 / 256.0);
      cosine[static_cast<size_t>(i)] = static_cast<float>(std::cos(angle));
      sine[static_cast<size_t>(i)] = static_cast<float>(std::sin(angle));
    }
    for (int i = 0; i < 2 * kLevelRange; ++i) {
      scale[static_cast<size_t>(i)] =
          static_cast<float>(std::pow(double{features::kPyramidScale}, i - kLevelRange));
    }
  }
};

const TransformTables& Tables() {
  static const TransformTables tables;
  return tables;
}

/** Hits are weighed by so many at once; columns are filled up with hits that weigh nothing. */
constexpr size_t kHitsAtOnce = 8;

/**
 * Weight of each hit that agrees with the similarity (a, b) anchored at hit `anchor`, else 0.
 * @param tolerance  a copy, so that nothing that is written can change it
 * @return their sum
 */
int32_t WeighPlain(const HitColumns& hits, size_t anchor, float a, float b, SpatialOptions tolerance,
                   int32_t* agreement) {
  const float anchor_qx = hits.query_x[anchor];
  const float anchor_qy = hits.query_y[anchor];
  const float anchor_rx = hits.reference_x[anchor];
  const float anchor_ry = hits.reference_y[anchor];
  const int32_t anchor_turn = hits.turn[anchor];
  const int32_t anchor_level = hits.level_difference[anchor];
  int32_t sum = 0;
  for (size_t i = 0; i < hits.count; ++i) {
    const float dx = hits.reference_x[i] - anchor_rx;
    const float dy = hits.reference_y[i] - anchor_ry;
    const float px = a * dx - b * dy;
    const float py = b * dx + a * dy;
    const float ex = px - (hits.query_x[i] - anchor_qx);
    const float ey = py - (hits.query_y[i] - anchor_qy);
    const float allowed = tolerance.base_tolerance_px * tolerance.base_tolerance_px +
                          tolerance.relative_tolerance * tolerance.relative_tolerance * (px * px + py * py);
    const int32_t turn = ((hits.turn[i] - anchor_turn + 128) & 255) - 128;
    const int32_t level = hits.level_difference[i] - anchor_level;
    const bool agrees = (ex * ex + ey * ey < allowed) & (std::abs(turn) <= tolerance.turn_tolerance) &
                        (std::abs(level) <= tolerance.level_tolerance);
    agreement[i] = agrees ? hits.weight[i] : 0;
    sum += agreement[i];
  }
  return sum;
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

LOUPE_AVX2 inline __m256 LoadFloats(const float* from, size_t i) { return _mm256_loadu_ps(from + i); }
LOUPE_AVX2 inline __m256i LoadIntegers(const int32_t* from, size_t i) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
}

/** The same steps for eight hits at a time, rounded alike. */
LOUPE_AVX2 int32_t WeighAvx2(const HitColumns& hits, size_t anchor, float a, float b,
                             SpatialOptions tolerance, int32_t* agreement) {
  const __m256 anchor_qx = _mm256_set1_ps(hits.query_x[anchor]);
  const __m256 anchor_qy = _mm256_set1_ps(hits.query_y[anchor]);
  const __m256 anchor_rx = _mm256_set1_ps(hits.reference_x[anchor]);
  const __m256 anchor_ry = _mm256_set1_ps(hits.reference_y[anchor]);
  const __m256i turned = _mm256_set1_epi32(128 - hits.turn[anchor]);
  const __m256i anchor_level = _mm256_set1_epi32(hits.level_difference[anchor]);
  const __m256 va = _mm256_set1_ps(a), vb = _mm256_set1_ps(b);
  const __m256 base = _mm256_set1_ps(tolerance.base_tolerance_px * tolerance.base_tolerance_px);
  const __m256 growth = _mm256_set1_ps(tolerance.relative_tolerance * tolerance.relative_tolerance);
  const __m256i most_turned = _mm256_set1_epi32(tolerance.turn_tolerance);
  const __m256i most_levels = _mm256_set1_epi32(tolerance.level_tolerance);
  __m256i sum = _mm256_setzero_si256();
  for (size_t i = 0; i < hits.count; i += kHitsAtOnce) {
    const __m256 dx = _mm256_sub_ps(LoadFloats(hits.reference_x, i), anchor_rx);
    const __m256 dy = _mm256_sub_ps(LoadFloats(hits.reference_y, i), anchor_ry);
    const __m256 px = _mm256_sub_ps(_mm256_mul_ps(va, dx), _mm256_mul_ps(vb, dy));
    const __m256 py = _mm256_add_ps(_mm256_mul_ps(vb, dx), _mm256_mul_ps(va, dy));
    const __m256 ex = _mm256_sub_ps(px, _mm256_sub_ps(LoadFloats(hits.query_x, i), anchor_qx));
    const __m256 ey = _mm256_sub_ps(py, _mm256_sub_ps(LoadFloats(hits.query_y, i), anchor_qy));
    const __m256 reach = _mm256_add_ps(_mm256_mul_ps(px, px), _mm256_mul_ps(py, py));
    const __m256 allowed = _mm256_add_ps(base, _mm256_mul_ps(growth, reach));
    const __m256 error = _mm256_add_ps(_mm256_mul_ps(ex, ex), _mm256_mul_ps(ey, ey));
    const __m256i is_near = _mm256_castps_si256(_mm256_cmp_ps(error, allowed, _CMP_LT_OQ));
    const __m256i turn = _mm256_sub_epi32(
        _mm256_and_si256(_mm256_add_epi32(LoadIntegers(hits.turn, i), turned), _mm256_set1_epi32(255)),
        _mm256_set1_epi32(128));
    const __m256i level = _mm256_sub_epi32(LoadIntegers(hits.level_difference, i), anchor_level);
    const __m256i is_far = _mm256_or_si256(_mm256_cmpgt_epi32(_mm256_abs_epi32(turn), most_turned),
                                           _mm256_cmpgt_epi32(_mm256_abs_epi32(level), most_levels));
    const __m256i weight =
        _mm256_and_si256(_mm256_andnot_si256(is_far, is_near), LoadIntegers(hits.weight, i));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(agreement + i), weight);
    sum = _mm256_add_epi32(sum, weight);
  }
  __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  total = _mm_add_epi32(total, _mm_unpackhi_epi64(total, total));
  return _mm_cvtsi128_si32(total) + _mm_extract_epi32(total, 1);
}

int32_t WeighAgreement(const HitColumns& hits, size_t anchor, float a, float b, SpatialOptions tolerance,
                       int32_t* agreement) {
  static const auto weigh = __builtin_cpu_supports("avx2") ? WeighAvx2 : WeighPlain;
  return weigh(hits, anchor, a, b, tolerance, agreement);
}

#else

int32_t WeighAgreement(const HitColumns& hits, size_t anchor, float a, float b, SpatialOptions tolerance,
                       int32_t* agreement) {
  return WeighPlain(hits, anchor, a, b, tolerance, agreement);
}

#endif

}  // namespace

QueryGeometry QueryGeometryOf(const std::vector<features::Keypoint>& keypoints) {
  QueryGeometry geometry;
  for (const features::Keypoint& keypoint : keypoints) {
    geometry.x.push_back(keypoint.x());
    geometry.y.push_back(keypoint.y());
    geometry.angle.push_back(static_cast<uint8_t>((uint32_t{keypoint.angle_q16} + 128U) >> 8));
    geometry.level.push_back(std::min<uint8_t>(keypoint.level, kLevelRange - 1));
  }
  return geometry;
}

void SpatialMatcher::Load(const QueryGeometry& query, base::Span<const RetrievalHit> hits,
                          int reference_side) {
  const size_t count = hits.size();
  const size_t padded_count = (count + kHitsAtOnce - 1) / kHitsAtOnce * kHitsAtOnce;
  for (auto* column : {&query_x_, &query_y_, &reference_x_, &reference_y_}) column->resize(padded_count);
  for (auto* column : {&turn_, &level_difference_, &weight_, &agreement_}) column->resize(padded_count);
  std::fill(weight_.begin() + static_cast<ptrdiff_t>(count), weight_.end(), 0);
  const float scale = static_cast<float>(reference_side) * (1.0f / 1023.0f);
  for (size_t i = 0; i < count; ++i) {
    const RetrievalHit& hit = hits[i];
    query_x_[i] = query.x[hit.query];
    query_y_[i] = query.y[hit.query];
    reference_x_[i] = static_cast<float>(hit.geometry.x()) * scale;
    reference_y_[i] = static_cast<float>(hit.geometry.y()) * scale;
    turn_[i] = (int32_t{query.angle[hit.query]} - static_cast<int32_t>(hit.geometry.angle())) & 255;
    level_difference_[i] = int32_t{query.level[hit.query]} - static_cast<int32_t>(hit.geometry.level());
    weight_[i] = hit.weight;
  }
}

SpatialAgreement SpatialMatcher::Match(const QueryGeometry& query, base::Span<const RetrievalHit> hits,
                                       int reference_side, size_t max_proposals,
                                       const SpatialOptions& tolerance) {
  Load(query, hits, reference_side);
  const HitColumns columns = {query_x_.data(),     query_y_.data(), reference_x_.data(),
                              reference_y_.data(), turn_.data(),    level_difference_.data(),
                              weight_.data(),      weight_.size()};
  proposals_.resize(hits.size());
  for (size_t i = 0; i < proposals_.size(); ++i) proposals_[i] = static_cast<uint32_t>(i);
  if (proposals_.size() > max_proposals) {
    const auto cut = proposals_.begin() + static_cast<ptrdiff_t>(max_proposals);
    std::nth_element(proposals_.begin(), cut, proposals_.end(), [&](uint32_t i, uint32_t j) {
      return hits[i].weight != hits[j].weight ? hits[i].weight > hits[j].weight : i < j;
    });
    proposals_.erase(cut, proposals_.end());
    std::sort(proposals_.begin(), proposals_.end());
  }
  SpatialAgreement best;
  size_t best_anchor = 0;
  const TransformTables& tables = Tables();
  for (const uint32_t anchor : proposals_) {
    const float scale = tables.scale[static_cast<size_t>(level_difference_[anchor] + kLevelRange)];
    const float a = scale * tables.cosine[static_cast<size_t>(turn_[anchor])];
    const float b = scale * tables.sine[static_cast<size_t>(turn_[anchor])];
    const auto score =
        static_cast<uint32_t>(WeighAgreement(columns, anchor, a, b, tolerance, agreement_.data()));
    if (score <= best.score) continue;
    best.score = score;
    best.a = a;
    best.b = b;
    best_anchor = anchor;
  }
  if (best.score > 0) Describe(columns, best_anchor, tolerance, &best);
  return best;
}

void SpatialMatcher::Describe(const HitColumns& columns, size_t anchor, const SpatialOptions& tolerance,
                              SpatialAgreement* best) {
  best->tx = query_x_[anchor] - (best->a * reference_x_[anchor] - best->b * reference_y_[anchor]);
  best->ty = query_y_[anchor] - (best->b * reference_x_[anchor] + best->a * reference_y_[anchor]);
  WeighAgreement(columns, anchor, best->a, best->b, tolerance, agreement_.data());
  for (size_t i = 0; i < columns.count; ++i) {
    if (agreement_[i] == 0) continue;
    ++best->agreeing_count;
    best->center_x += reference_x_[i];
    best->center_y += reference_y_[i];
  }
  best->center_x /= static_cast<float>(best->agreeing_count);
  best->center_y /= static_cast<float>(best->agreeing_count);
}

}  // namespace loupe::retrieval
