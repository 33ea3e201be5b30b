#include "core/matching/matching.h"

#include <algorithm>
#include <cmath>

#include "core/features/hamming.h"

namespace loupe::matching {
std::vector<Correspondence> MutualNearest(base::Span<const features::Descriptor> query,
                                          base::Span<const features::Descriptor> reference, int max_hamming) {
  const size_t count = reference.size();
  if (count == 0) return {};
  const features::HammingKernels& kernels = features::ActiveKernels();
  const std::vector<uint64_t> blocks = features::ToBlocks(reference);
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
    if (c.distance <= max_hamming && query_of_reference[c.reference_index] == c.query_index)
      pairs.push_back(c);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Correspondence& a, const Correspondence& b) { return a.distance < b.distance; });
  return pairs;
}

GuidedMatcher::GuidedMatcher(const KeypointGrid& grid, const signature::ReferenceView& reference,
                             const MatchingOptions& options)
    : grid_(grid), reference_(reference), options_(options), columns_(ColumnsOf(reference.keypoints)) {}

std::vector<GuidedMatch> GuidedMatcher::Match(const geometry::Warp& warp, double radius_px,
                                              cv::Point2d shift) const {
  Predict(columns_, warp, shift, static_cast<float>(radius_px), &predictions_);
  predictions_.min_squared_cosine = options_.min_squared_cosine;
  return MatchPredicted();
}

std::vector<GuidedMatch> GuidedMatcher::Match(const Affine& transform, const SearchReach& reach) const {
  Predict(columns_, transform, reach, &predictions_);
  predictions_.max_turn_error = options_.predicted_pairs.max_turn_error;
  return MatchPredicted();
}

std::vector<GuidedMatch> GuidedMatcher::MatchPredicted() const {
  grid_.Find(predictions_, reference_.descriptors, &nearest_);
  std::vector<GuidedMatch> matches;
  matches.reserve(nearest_.size());
  match_of_query_.assign(query().keypoints.size(), -1);
  for (size_t i = 0; i < nearest_.size(); ++i) {
    const NearestKeypoint& nearest = nearest_[i];
    if (nearest.index < 0) continue;
    const features::Keypoint& seen = query().keypoints[static_cast<size_t>(nearest.index)];
    const float dx = seen.x() - predictions_.seen.x[i], dy = seen.y() - predictions_.seen.y[i];
    const GuidedMatch match{nearest.index, static_cast<int>(i * predictions_.stride), nearest.hamming,
                            dx * dx + dy * dy};
    int& known = match_of_query_[static_cast<size_t>(nearest.index)];
    if (known < 0) {
      known = static_cast<int>(matches.size());
      matches.push_back(match);
    } else if (match.hamming < matches[static_cast<size_t>(known)].hamming) {
      matches[static_cast<size_t>(known)] = match;
    }
  }
  return matches;
}

}  // namespace loupe::matching
