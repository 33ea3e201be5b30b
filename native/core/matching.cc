#include "matching.h"

#include <algorithm>
#include <cmath>

#include "hamming.h"

namespace loupe {
namespace {

constexpr int kCellSide = 16;
/** Greatest Hamming distance of a guided match; unrelated descriptors lie around 110. */
constexpr int kMaxGuidedHamming = 72;
/** Square of the cosine of the greatest orientation error of a guided match, 30 degrees. */
constexpr float kMinSquaredCosine = 0.75f;
/** Greatest error of the level that the local scale predicts. */
constexpr float kMaxLevelError = 1.8f;
/** Mutual nearest neighbors farther apart than this are noise. */
constexpr int kMaxMutualHamming = 90;

}  // namespace

std::vector<Correspondence> MutualNearest(Span<const Descriptor> query, Span<const Descriptor> reference) {
  const size_t count = reference.size();
  if (count == 0) return {};
  const HammingKernels& kernels = BestKernels();
  const std::vector<uint64_t> blocks = ToBlocks(reference);
  const size_t rounded = blocks.size() / 4;
  std::vector<uint16_t> distances(rounded), best_of_reference(count, UINT16_MAX),
      query_of_reference(count, 0);
  std::vector<Correspondence> nearest(query.size());
  for (size_t q = 0; q < query.size(); ++q) {
    kernels.block_distances(query[q], blocks.data(), rounded, distances.data());
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
  descriptors_.resize(query.keypoints.size());
  const KeypointColumns columns = ColumnsOf(query.keypoints);
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (size_t i = 0; i < query.keypoints.size(); ++i) {
    const auto place = static_cast<size_t>(next[cell_of(query.keypoints[i])]++);
    seen_[place] = {columns.x[i],      columns.y[i],    columns.level[i],
                    columns.cosine[i], columns.sine[i], static_cast<int>(i)};
    descriptors_[place] = query.descriptors[i];
  }
}

GuidedMatcher::GuidedMatcher(const KeypointGrid& grid, const ReferenceView& reference)
    : grid_(grid), reference_(reference), columns_(ColumnsOf(reference.keypoints)) {}

/** Improves `best` by the keypoint near the place that agrees with the prediction and is nearer in
 * descriptor. */
void GuidedMatcher::FindNear(const KeypointColumns& predicted, size_t place, float radius_px,
                             GuidedMatch* best) const {
  const float x = predicted.x[place], y = predicted.y[place], level = predicted.level[place];
  const float cosine = predicted.cosine[place], sine = predicted.sine[place];
  const float needed = kMinSquaredCosine * (cosine * cosine + sine * sine);
  const Descriptor& descriptor = reference_.descriptors[place];
  const auto cell = [](float v, int count) {
    return std::clamp(static_cast<int>(v) / kCellSide, 0, count - 1);
  };
  const int first_column = cell(x - radius_px, grid_.columns_),
            last_column = cell(x + radius_px, grid_.columns_);
  const int last_row = cell(y + radius_px, grid_.rows_);
  for (int row = cell(y - radius_px, grid_.rows_); row <= last_row; ++row) {
    const auto first = static_cast<size_t>(row * grid_.columns_ + first_column);
    const int end = grid_.start_[first + static_cast<size_t>(last_column - first_column) + 1];
    for (int i = grid_.start_[first]; i < end; ++i) {
      const KeypointGrid::Seen& seen = grid_.seen_[static_cast<size_t>(i)];
      const float dx = seen.x - x, dy = seen.y - y;
      if (dx * dx + dy * dy > radius_px * radius_px) continue;
      const float agreement = cosine * seen.cosine + sine * seen.sine;
      const bool agrees = (agreement > 0.0f) & (agreement * agreement >= needed) &
                          (std::abs(level - seen.level) <= kMaxLevelError);
      if (!agrees) continue;
      const int hamming = HammingDistance(grid_.descriptors_[static_cast<size_t>(i)], descriptor);
      if (hamming < best->hamming) *best = {seen.index, best->reference_index, hamming};
    }
  }
}

std::vector<GuidedMatch> GuidedMatcher::Match(const Warp& warp, double radius_px, cv::Point2d shift) const {
  const auto radius = static_cast<float>(radius_px);
  const float limit_x = static_cast<float>(query().working_size.width) + radius,
              limit_y = static_cast<float>(query().working_size.height) + radius;
  KeypointColumns predicted;
  Predict(columns_, warp, shift, &predicted);
  std::vector<GuidedMatch> matches;
  matches.reserve(predicted.size());
  std::vector<int> match_of_query(query().keypoints.size(), -1);
  for (size_t r = 0; r < predicted.size(); ++r) {
    const float x = predicted.x[r], y = predicted.y[r];
    if (!((x >= -radius) & (y >= -radius) & (x <= limit_x) & (y <= limit_y))) continue;
    GuidedMatch best{-1, static_cast<int>(r), kMaxGuidedHamming + 1};
    FindNear(predicted, r, radius, &best);
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
