#include "core/geometry/pose_clusters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/features/features.h"
#include "core/simd/lanes.h"

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

  static constexpr float kNoLevel = 1e6f;
  std::vector<float> query_x, query_y, reference_x, reference_y, level, angle;
};

PairColumns::PairColumns(const std::vector<PointPair>& pairs) {
  const size_t rounded = (pairs.size() + simd::kLanes - 1) / simd::kLanes * simd::kLanes;
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

LOUPE_KERNEL simd::FloatLanes LoadAt(const std::vector<float>& column, size_t i) {
  return simd::Load<simd::FloatLanes>(&column[i]);
}

/** Which pairs agree: a bit each, eight in a byte. */
LOUPE_KERNEL void FindAgreeing(const PairColumns& pairs, const Hypothesis& h, const Tolerance& tolerance,
                               uint8_t* agreeing) {
  const PointPair& origin = h.origin;
  for (size_t i = 0; i < pairs.level.size(); i += simd::kLanes) {
    const simd::FloatLanes rise = simd::Abs(LoadAt(pairs.level, i) - origin.level_change);
    const simd::FloatLanes turn = simd::Abs(LoadAt(pairs.angle, i) - origin.angle_change);
    const simd::FloatLanes turned = simd::Min<simd::FloatLanes>(turn, kTurn - turn);
    const simd::FloatLanes rx = LoadAt(pairs.reference_x, i) - origin.in_reference.x,
                           ry = LoadAt(pairs.reference_y, i) - origin.in_reference.y;
    const simd::FloatLanes px = h.a * rx - h.b * ry, py = h.b * rx + h.a * ry;
    const simd::FloatLanes ex = LoadAt(pairs.query_x, i) - origin.in_query.x - px,
                           ey = LoadAt(pairs.query_y, i) - origin.in_query.y - py;
    const simd::FloatLanes limit =
        tolerance.constant_px + tolerance.growing * simd::SquareRoots(px * px + py * py);
    const simd::IntLanes agrees =
        (rise <= tolerance.level) & (turned <= tolerance.angle) & (ex * ex + ey * ey <= limit * limit);
    agreeing[i / simd::kLanes] = static_cast<uint8_t>(simd::BitsOf(agrees));
  }
}

/** Calls `use` with the number of every pair that agrees, in ascending order. */
template <typename Use>
void ForAgreeing(const PairColumns& pairs, const Hypothesis& hypothesis, const Tolerance& tolerance,
                 simd::Isa isa, std::vector<uint8_t>* agreeing, Use use) {
  agreeing->resize(pairs.level.size() / simd::kLanes);
  simd::RunFor<FindAgreeing, const PairColumns&, const Hypothesis&, const Tolerance&, uint8_t*>(
      isa, pairs, hypothesis, tolerance, agreeing->data());
  for (size_t eight = 0; eight < agreeing->size(); ++eight) {
    for (uint32_t lanes = (*agreeing)[eight]; lanes != 0; lanes &= lanes - 1)
      use(eight * simd::kLanes + static_cast<size_t>(__builtin_ctz(lanes)));
  }
}

}  // namespace

std::vector<std::vector<PointPair>> FindPoseClusters(const std::vector<PointPair>& pairs, double query_side,
                                                     size_t max_clusters, const PoseClusterOptions& options,
                                                     simd::Isa isa) {
  const Tolerance tolerance = {static_cast<float>(double{options.constant_error} * query_side),
                               options.growing_error, options.max_angle_error, options.max_level_error};
  PairColumns columns(pairs);
  std::vector<uint8_t> taken(pairs.size(), 0), agreeing;
  std::vector<std::vector<PointPair>> clusters;
  while (clusters.size() < max_clusters) {
    size_t best = pairs.size();
    float best_weight = 0.0f;
    for (size_t i = 0, tried = 0; i < pairs.size() && tried < static_cast<size_t>(options.max_proposals);
         ++i) {
      if (taken[i] != 0) continue;
      ++tried;
      float weight = 0.0f;
      ForAgreeing(columns, HypothesisOf(pairs[i]), tolerance, isa, &agreeing,
                  [&](size_t j) { weight += 1.0f - pairs[j].doubt; });
      if (weight > best_weight) {
        best_weight = weight;
        best = i;
      }
    }
    if (best == pairs.size()) break;
    std::vector<PointPair> cluster;
    ForAgreeing(columns, HypothesisOf(pairs[best]), tolerance, isa, &agreeing, [&](size_t j) {
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
