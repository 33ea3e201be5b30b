#include "core/retrieval/spatial.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/simd/lanes.h"

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

/**
 * Weight of each hit that agrees with the similarity (a, b) anchored at hit `anchor`, else 0; and their sum.
 * Columns are filled up with hits that weigh nothing.
 */
LOUPE_KERNEL void Weigh(const HitColumns& hits, size_t anchor, float a, float b,
                        const SpatialOptions& tolerance, int32_t* agreement, int32_t* sum) {
  const float anchor_qx = hits.query_x[anchor], anchor_qy = hits.query_y[anchor];
  const float anchor_rx = hits.reference_x[anchor], anchor_ry = hits.reference_y[anchor];
  const int32_t anchor_turn = hits.turn[anchor], anchor_level = hits.level_difference[anchor];
  const float squared_base = tolerance.base_tolerance_px * tolerance.base_tolerance_px;
  const float squared_relative = tolerance.relative_tolerance * tolerance.relative_tolerance;
  const int32_t most_turn = tolerance.turn_tolerance, most_level = tolerance.level_tolerance;
  simd::IntLanes total{};
  for (size_t i = 0; i < hits.count; i += simd::kLanes) {
    const auto dx = simd::Load<simd::FloatLanes>(hits.reference_x + i) - anchor_rx;
    const auto dy = simd::Load<simd::FloatLanes>(hits.reference_y + i) - anchor_ry;
    const simd::FloatLanes px = a * dx - b * dy;
    const simd::FloatLanes py = b * dx + a * dy;
    const simd::FloatLanes ex = px - (simd::Load<simd::FloatLanes>(hits.query_x + i) - anchor_qx);
    const simd::FloatLanes ey = py - (simd::Load<simd::FloatLanes>(hits.query_y + i) - anchor_qy);
    const simd::FloatLanes allowed = squared_base + squared_relative * (px * px + py * py);
    const simd::IntLanes is_near = ex * ex + ey * ey < allowed;
    const simd::IntLanes turn =
        ((simd::Load<simd::IntLanes>(hits.turn + i) + (128 - anchor_turn)) & 255) - 128;
    const simd::IntLanes level = simd::Load<simd::IntLanes>(hits.level_difference + i) - anchor_level;
    const simd::IntLanes is_far =
        (turn > most_turn) | (turn < -most_turn) | (level > most_level) | (level < -most_level);
    const simd::IntLanes weight = is_near & ~is_far & simd::Load<simd::IntLanes>(hits.weight + i);
    simd::Store(agreement + i, weight);
    total += weight;
  }
  *sum = 0;
  for (int lane = 0; lane < simd::kLanes; ++lane) *sum += total[lane];
}

int32_t WeighAgreement(const HitColumns& hits, size_t anchor, float a, float b,
                       const SpatialOptions& tolerance, int32_t* agreement) {
  int32_t sum = 0;
  simd::RunWidest<Weigh, const HitColumns&, size_t, float, float, const SpatialOptions&, int32_t*, int32_t*>(
      hits, anchor, a, b, tolerance, agreement, &sum);
  return sum;
}

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
  const size_t padded_count = (count + simd::kLanes - 1) / simd::kLanes * simd::kLanes;
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
