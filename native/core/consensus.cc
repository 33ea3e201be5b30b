#include "consensus.h"

#include <algorithm>
#include <cmath>

namespace loupe {
namespace {

/** Hypothesiss tried: the least doubtful pairs. */
constexpr size_t kMaxHypotheses = 120;
/** Error of a placement that a pair still agrees with: a share of the query's side plus one of the distance
 * from the pair that gave the hypothesis, since errors of size and orientation grow with it. */
constexpr float kConstantError = 0.015f;
constexpr float kGrowingError = 0.22f;
/** Greatest difference in orientation (radians) and in size (log 1.2 steps). */
constexpr float kMaxAngleError = 0.6f;
constexpr float kMaxLevelError = 2.1f;
constexpr size_t kMinGroup = 5;

constexpr float kTurn = 6.28318530718f;

float AngleDifference(float a, float b) {
  const float d = std::abs(a - b);
  return d > 0.5f * kTurn ? kTurn - d : d;
}

/** A similarity transform given by one pair. */
struct Hypothesis {
  float a, b;
  const PointPair* pair;
};

Hypothesis HypothesisOf(const PointPair& pair) {
  const float scale = std::pow(1.2f, pair.level_change);
  return {scale * std::cos(pair.angle_change), scale * std::sin(pair.angle_change), &pair};
}

bool Agrees(const Hypothesis& hypothesis, const PointPair& pair, float constant_error) {
  const PointPair& origin = *hypothesis.pair;
  if (std::abs(pair.level_change - origin.level_change) > kMaxLevelError) return false;
  if (AngleDifference(pair.angle_change, origin.angle_change) > kMaxAngleError) return false;
  const float rx = pair.in_reference.x - origin.in_reference.x,
              ry = pair.in_reference.y - origin.in_reference.y;
  const float px = hypothesis.a * rx - hypothesis.b * ry, py = hypothesis.b * rx + hypothesis.a * ry;
  const float ex = pair.in_query.x - origin.in_query.x - px, ey = pair.in_query.y - origin.in_query.y - py;
  const float limit = constant_error + kGrowingError * std::sqrt(px * px + py * py);
  return ex * ex + ey * ey <= limit * limit;
}

}  // namespace

std::vector<std::vector<PointPair>> FindConsensus(const std::vector<PointPair>& pairs, double query_side,
                                                  size_t max_groups) {
  const auto constant_error = static_cast<float>(kConstantError * query_side);
  std::vector<bool> taken(pairs.size(), false);
  std::vector<std::vector<PointPair>> groups;
  while (groups.size() < max_groups) {
    size_t best = pairs.size();
    float best_weight = 0.0f;
    for (size_t i = 0, tried = 0; i < pairs.size() && tried < kMaxHypotheses; ++i) {
      if (taken[i]) continue;
      ++tried;
      const Hypothesis hypothesis = HypothesisOf(pairs[i]);
      float weight = 0.0f;
      for (size_t j = 0; j < pairs.size(); ++j) {
        if (!taken[j] && Agrees(hypothesis, pairs[j], constant_error)) weight += 1.0f - pairs[j].doubt;
      }
      if (weight > best_weight) {
        best_weight = weight;
        best = i;
      }
    }
    if (best == pairs.size()) break;
    const Hypothesis hypothesis = HypothesisOf(pairs[best]);
    std::vector<PointPair> group;
    for (size_t j = 0; j < pairs.size(); ++j) {
      if (taken[j] || !Agrees(hypothesis, pairs[j], constant_error)) continue;
      taken[j] = true;
      group.push_back(pairs[j]);
    }
    if (group.size() < kMinGroup) break;
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace loupe
