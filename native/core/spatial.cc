#include "spatial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "simd_clones.h"

namespace loupe {
namespace {

/** Disagreement allowed near the proposing hit, in query pixels, and how it grows with the distance from it.
 */
constexpr float kBaseTolerance = 10.0f;
constexpr float kRelativeTolerance = 0.25f;
/** Allowed difference of rotation, in 1/256 turn, and of scale, in pyramid levels. */
constexpr int32_t kTurnTolerance = 20;
constexpr int32_t kLevelTolerance = 3;
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
      scale[static_cast<size_t>(i)] = static_cast<float>(std::pow(double{kPyramidScale}, i - kLevelRange));
    }
  }
};

const TransformTables& Tables() {
  static const TransformTables tables;
  return tables;
}

/** Weight of each hit that agrees with the similarity (a, b) anchored at hit `anchor`, else 0. @return their
 * sum */
LOUPE_CLONES int32_t WeighAgreement(const HitColumns& hits, size_t anchor, float a, float b,
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
    const float allowed =
        kBaseTolerance * kBaseTolerance + kRelativeTolerance * kRelativeTolerance * (px * px + py * py);
    const int32_t turn = ((hits.turn[i] - anchor_turn + 128) & 255) - 128;
    const int32_t level = hits.level_difference[i] - anchor_level;
    const bool agrees = (ex * ex + ey * ey < allowed) & (std::abs(turn) <= kTurnTolerance) &
                        (std::abs(level) <= kLevelTolerance);
    agreement[i] = agrees ? hits.weight[i] : 0;
    sum += agreement[i];
  }
  return sum;
}

}  // namespace

QueryGeometry QueryGeometryOf(const std::vector<Keypoint>& keypoints) {
  QueryGeometry geometry;
  for (const Keypoint& keypoint : keypoints) {
    geometry.x.push_back(keypoint.x());
    geometry.y.push_back(keypoint.y());
    geometry.angle.push_back(static_cast<uint8_t>((uint32_t{keypoint.angle_q16} + 128U) >> 8));
    geometry.level.push_back(std::min<uint8_t>(keypoint.level, kLevelRange - 1));
  }
  return geometry;
}

void SpatialMatcher::Load(const QueryGeometry& query, Span<const RetrievalHit> hits, int reference_side) {
  const size_t count = hits.size();
  for (auto* column : {&query_x_, &query_y_, &reference_x_, &reference_y_}) column->resize(count);
  for (auto* column : {&turn_, &level_difference_, &weight_, &agreement_}) column->resize(count);
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

SpatialAgreement SpatialMatcher::Match(const QueryGeometry& query, Span<const RetrievalHit> hits,
                                       int reference_side, size_t max_proposals) {
  Load(query, hits, reference_side);
  const HitColumns columns = {query_x_.data(),     query_y_.data(), reference_x_.data(),
                              reference_y_.data(), turn_.data(),    level_difference_.data(),
                              weight_.data(),      hits.size()};
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
    const auto score = static_cast<uint32_t>(WeighAgreement(columns, anchor, a, b, agreement_.data()));
    if (score <= best.score) continue;
    best.score = score;
    best.a = a;
    best.b = b;
    best_anchor = anchor;
  }
  if (best.score > 0) Describe(columns, best_anchor, &best);
  return best;
}

void SpatialMatcher::Describe(const HitColumns& columns, size_t anchor, SpatialAgreement* best) {
  best->tx = query_x_[anchor] - (best->a * reference_x_[anchor] - best->b * reference_y_[anchor]);
  best->ty = query_y_[anchor] - (best->b * reference_x_[anchor] + best->a * reference_y_[anchor]);
  WeighAgreement(columns, anchor, best->a, best->b, agreement_.data());
  for (size_t i = 0; i < columns.count; ++i) {
    if (agreement_[i] == 0) continue;
    ++best->agreeing_count;
    best->center_x += reference_x_[i];
    best->center_y += reference_y_[i];
  }
  best->center_x /= static_cast<float>(best->agreeing_count);
  best->center_y /= static_cast<float>(best->agreeing_count);
}

}  // namespace loupe
