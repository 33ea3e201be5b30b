#include "matching.h"

#include <algorithm>
#include <cmath>

#include "hamming.h"
#include "homography.h"

namespace loupe {
namespace {

constexpr int kCellSide = 16;
/** Greatest Hamming distance of a guided match; unrelated descriptors lie around 110. */
constexpr int kMaxGuidedHamming = 72;
/** Greatest orientation error of a guided match, in 1/65536 turn (30 degrees). */
constexpr int kMaxAngleError = 5461;
/** Greatest error of the level that the local scale predicts. */
constexpr double kMaxLevelError = 1.8;
/** Mutual nearest neighbors farther apart than this are noise. */
constexpr int kMaxMutualHamming = 90;

/** The size and orientation that the transform predicts for one reference keypoint at a known place. */
struct Prediction {
  double level = 0.0;
  uint16_t angle_q16 = 0;
};

Prediction Predict(const cv::Matx33d& h, const Keypoint& k, cv::Point2d place) {
  const double x = k.x(), y = k.y();
  Prediction prediction;
  const double w = h(2, 0) * x + h(2, 1) * y + h(2, 2);
  if (!(w > 1e-9)) return prediction;
  const double a = (h(0, 0) - place.x * h(2, 0)) / w, b = (h(0, 1) - place.x * h(2, 1)) / w;
  const double c = (h(1, 0) - place.y * h(2, 0)) / w, d = (h(1, 1) - place.y * h(2, 1)) / w;
  const double area_scale = std::abs(a * d - b * c);
  constexpr double kLogPyramidScale = 0.18232155679395459;
  prediction.level = k.level + 0.5 * std::log(std::max(1e-12, area_scale)) / kLogPyramidScale;
  const double cosine = std::cos(k.angle()), sine = std::sin(k.angle());
  const double turns = std::atan2(c * cosine + d * sine, a * cosine + b * sine) / 6.283185307179586;
  prediction.angle_q16 = static_cast<uint16_t>(static_cast<int>(std::lround(turns * 65536.0)) & 0xFFFF);
  return prediction;
}

bool Agrees(const Prediction& prediction, const Keypoint& k) {
  // A keypoint far up the pyramid cannot be asked for a level that does not exist.
  const double level = std::clamp(prediction.level, 0.0, kPyramidLevels - 1.0);
  if (std::abs(level - k.level) > kMaxLevelError) return false;
  const auto error = static_cast<int16_t>(prediction.angle_q16 - k.angle_q16);
  return std::abs(static_cast<int>(error)) <= kMaxAngleError;
}

}  // namespace

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
  order_.resize(query.keypoints.size());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (size_t i = 0; i < query.keypoints.size(); ++i) {
    order_[static_cast<size_t>(next[cell_of(query.keypoints[i])]++)] = static_cast<int>(i);
  }
}

template <typename Visit>
void KeypointGrid::VisitNear(cv::Point2d place, double radius_px, Visit visit) const {
  const double limit_x = query_.working_size.width + radius_px,
               limit_y = query_.working_size.height + radius_px;
  if (!(place.x >= -radius_px && place.y >= -radius_px && place.x <= limit_x && place.y <= limit_y)) return;
  const auto cell = [](double v, int count) {
    return std::clamp(static_cast<int>(v) / kCellSide, 0, count - 1);
  };
  const int first_column = cell(std::max(0.0, place.x - radius_px), columns_);
  const int last_column = cell(std::max(0.0, place.x + radius_px), columns_);
  const int first_row = cell(std::max(0.0, place.y - radius_px), rows_);
  const int last_row = cell(std::max(0.0, place.y + radius_px), rows_);
  for (int row = first_row; row <= last_row; ++row) {
    const int begin = start_[static_cast<size_t>(row * columns_ + first_column)];
    const int end = start_[static_cast<size_t>(row * columns_ + last_column) + 1];
    for (int i = begin; i < end; ++i) visit(order_[static_cast<size_t>(i)]);
  }
}

std::vector<GuidedMatch> KeypointGrid::Match(const ReferenceView& reference, const cv::Matx33d& h,
                                             double radius_px, cv::Point2d shift) const {
  std::vector<GuidedMatch> matches;
  std::vector<int> match_of_query(query_.keypoints.size(), -1);
  for (size_t r = 0; r < reference.keypoints.size(); ++r) {
    const Keypoint& reference_keypoint = reference.keypoints[r];
    const cv::Point2d unshifted = Project(h, {reference_keypoint.x(), reference_keypoint.y()});
    const cv::Point2d place = unshifted + shift;
    GuidedMatch best{-1, static_cast<int>(r), kMaxGuidedHamming + 1};
    Prediction prediction;
    bool is_predicted = false;  // trigonometry is left for keypoints that have a likely partner
    VisitNear(place, radius_px, [&](int q) {
      const Keypoint& k = query_.keypoints[static_cast<size_t>(q)];
      const double dx = k.x() - place.x, dy = k.y() - place.y;
      if (dx * dx + dy * dy > radius_px * radius_px) return;
      const int hamming =
          HammingDistance(query_.descriptors[static_cast<size_t>(q)], reference.descriptors[r]);
      if (hamming >= best.hamming) return;
      if (!is_predicted) prediction = Predict(h, reference_keypoint, unshifted);
      is_predicted = true;
      if (Agrees(prediction, k)) best = {q, best.reference_index, hamming};
    });
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
