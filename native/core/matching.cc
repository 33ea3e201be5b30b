#include "matching.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hamming.h"
#include "homography.h"

namespace loupe {
namespace {

constexpr int kCellSide = 16;
/** Greatest Hamming distance of a guided match; unrelated descriptors lie around 110. */
constexpr int kMaxGuidedHamming = 72;
/** Square of the cosine of the greatest orientation error of a guided match, 30 degrees. */
constexpr float kMinSquaredCosine = 0.75f;
/** Greatest error of the level that the local scale predicts. */
constexpr float kMaxLevelError = 1.8f;
constexpr float kLogPyramidScale = 0.18232156f;
/** Mutual nearest neighbors farther apart than this are noise. */
constexpr int kMaxMutualHamming = 90;

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

}  // namespace

/** The size and orientation that the transform predicts for one reference keypoint. */
struct KeypointGrid::Prediction {
  float level = 0.0f;
  /** Unit vector of the orientation; zero when there is none. */
  float cosine = 0.0f;
  float sine = 0.0f;

  Prediction(const cv::Matx33d& h, const Keypoint& k, cv::Point2d in_reference, cv::Point2d place) {
    const double w = h(2, 0) * in_reference.x + h(2, 1) * in_reference.y + h(2, 2);
    if (!(w > 1e-9)) return;
    const double a = (h(0, 0) - place.x * h(2, 0)) / w, b = (h(0, 1) - place.x * h(2, 1)) / w;
    const double c = (h(1, 0) - place.y * h(2, 0)) / w, d = (h(1, 1) - place.y * h(2, 1)) / w;
    const auto area_scale = static_cast<float>(std::max(1e-12, std::abs(a * d - b * c)));
    // A keypoint far up the pyramid cannot be asked for a level that does not exist.
    level = std::clamp(static_cast<float>(k.level) + 0.5f * std::log(area_scale) / kLogPyramidScale, 0.0f,
                       kPyramidLevels - 1.0f);
    const Direction& direction = DirectionOf(k.angle_q16);
    const auto x = static_cast<float>(a * direction.cosine + b * direction.sine);
    const auto y = static_cast<float>(c * direction.cosine + d * direction.sine);
    const float length = std::sqrt(x * x + y * y);
    if (!(length > 1e-12f)) return;
    cosine = x / length;
    sine = y / length;
  }

  bool Agrees(const Seen& seen) const {
    const float agreement = cosine * seen.cosine + sine * seen.sine;
    return agreement > 0.0f && agreement * agreement >= kMinSquaredCosine &&
           std::abs(level - seen.level) <= kMaxLevelError;
  }
};

std::vector<Correspondence> MutualNearest(Span<const Descriptor> query, Span<const Descriptor> reference) {
  const size_t count = reference.size();
  if (count == 0) return {};
  const HammingKernels& kernels = BestKernels();
  std::vector<uint16_t> distances(count), best_of_reference(count, UINT16_MAX), query_of_reference(count, 0);
  std::vector<Correspondence> nearest(query.size());
  for (size_t q = 0; q < query.size(); ++q) {
    kernels.distances(query[q], reference.data(), count, distances.data());
    const auto number = static_cast<uint16_t>(q);
    uint16_t best = UINT16_MAX;
    for (size_t r = 0; r < count; ++r) {
      const uint16_t distance = distances[r];
      const bool is_closer = distance < best_of_reference[r];
      best_of_reference[r] = is_closer ? distance : best_of_reference[r];
      query_of_reference[r] = is_closer ? number : query_of_reference[r];
      best = std::min(best, distance);
    }
    const auto at = std::find(distances.begin(), distances.end(), best);
    nearest[q] = {number, static_cast<uint16_t>(at - distances.begin()), best};
  }
  std::vector<Correspondence> pairs;
  for (const Correspondence& c : nearest) {
    if (c.distance <= kMaxMutualHamming && query_of_reference[c.reference_index] == c.query_index)
      pairs.push_back(c);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Correspondence& a, const Correspondence& b) { return a.distance < b.distance; });
  return pairs;
}

KeypointGrid::KeypointGrid(const Features& query) : query_(query) {
  columns_ = std::max(1, (query.working_size.width + kCellSide) / kCellSide);
  rows_ = std::max(1, (query.working_size.height + kCellSide) / kCellSide);
  const auto cell_of = [&](const Keypoint& k) {
    const int column = std::clamp(static_cast<int>(k.x()) / kCellSide, 0, columns_ - 1);
    const int row = std::clamp(static_cast<int>(k.y()) / kCellSide, 0, rows_ - 1);
    return static_cast<size_t>(row * columns_ + column);
  };
  start_.assign(static_cast<size_t>(columns_ * rows_) + 1, 0);
  for (const Keypoint& k : query.keypoints) ++start_[cell_of(k) + 1];
  for (size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  seen_.resize(query.keypoints.size());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (size_t i = 0; i < query.keypoints.size(); ++i) {
    const Keypoint& k = query.keypoints[i];
    const Direction& direction = DirectionOf(k.angle_q16);
    seen_[static_cast<size_t>(next[cell_of(k)]++)] = {k.x(),
                                                      k.y(),
                                                      static_cast<float>(k.level),
                                                      direction.cosine,
                                                      direction.sine,
                                                      static_cast<uint32_t>(i)};
  }
}

/** Improves `best` by the keypoint near the place that agrees with the prediction and is nearer in
 * descriptor. */
void KeypointGrid::FindNear(cv::Point2d place, float radius_px, const Prediction& prediction,
                            const Descriptor& descriptor, GuidedMatch* best) const {
  const auto x = static_cast<float>(place.x), y = static_cast<float>(place.y);
  const auto cell = [](float v, int count) {
    return std::clamp(static_cast<int>(v) / kCellSide, 0, count - 1);
  };
  const int first_column = cell(x - radius_px, columns_), last_column = cell(x + radius_px, columns_);
  const int last_row = cell(y + radius_px, rows_);
  for (int row = cell(y - radius_px, rows_); row <= last_row; ++row) {
    const int end = start_[static_cast<size_t>(row * columns_ + last_column) + 1];
    for (int i = start_[static_cast<size_t>(row * columns_ + first_column)]; i < end; ++i) {
      const Seen& seen = seen_[static_cast<size_t>(i)];
      const float dx = seen.x - x, dy = seen.y - y;
      if (dx * dx + dy * dy > radius_px * radius_px || !prediction.Agrees(seen)) continue;
      const int hamming = HammingDistance(query_.descriptors[seen.index], descriptor);
      if (hamming < best->hamming) *best = {static_cast<int>(seen.index), best->reference_index, hamming};
    }
  }
}

std::vector<GuidedMatch> KeypointGrid::Match(const ReferenceView& reference, const Warp& warp,
                                             double radius_px, cv::Point2d shift) const {
  std::vector<GuidedMatch> matches;
  std::vector<int> match_of_query(query_.keypoints.size(), -1);
  const double limit_x = query_.working_size.width + radius_px,
               limit_y = query_.working_size.height + radius_px;
  for (size_t r = 0; r < reference.keypoints.size(); ++r) {
    const Keypoint& k = reference.keypoints[r];
    const cv::Point2d in_reference = cv::Point2d(k.x(), k.y()) + shift;
    const cv::Point2d place = warp.Place(in_reference);
    if (!(place.x >= -radius_px && place.y >= -radius_px && place.x <= limit_x && place.y <= limit_y))
      continue;
    GuidedMatch best{-1, static_cast<int>(r), kMaxGuidedHamming + 1};
    const Prediction prediction(warp.query_from_reference, k, in_reference, place);
    FindNear(place, static_cast<float>(radius_px), prediction, reference.descriptors[r], &best);
    if (best.query_index < 0) continue;
    int& known = match_of_query[static_cast<size_t>(best.query_index)];
    if (known < 0) {
      known = static_cast<int>(matches.size());
      matches.push_back(best);
    } else if (best.hamming < matches[static_cast<size_t>(known)].hamming) {
      matches[static_cast<size_t>(known)] = best;
    }
  }
  return matches;
}

}  // namespace loupe
