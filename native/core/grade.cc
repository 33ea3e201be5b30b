#include "grade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace loupe {
namespace {

constexpr int kGridCells = 6;
/** With fewer keypoints than this, no photo can confirm the reference. */
constexpr size_t kMinRecognizable = 20;
constexpr size_t kFewFeatures = 120;
constexpr int kTooSmallSide = 100;
constexpr float kBlurred = 0.25f;
constexpr float kClustered = 0.3f;
/** A keypoint whose nearest other descriptor is this near cannot be told from it. */
constexpr int kRepetitiveHamming = 28;
constexpr float kRepetitive = 0.35f;

float OccupiedShare(const Features& f) {
  std::array<bool, kGridCells * kGridCells> occupied{};
  for (const Keypoint& k : f.keypoints) {
    const int column = static_cast<int>(k.x() * kGridCells / static_cast<float>(f.working_size.width));
    const int row = static_cast<int>(k.y() * kGridCells / static_cast<float>(f.working_size.height));
    occupied[static_cast<size_t>(std::clamp(row, 0, kGridCells - 1) * kGridCells +
                                 std::clamp(column, 0, kGridCells - 1))] = true;
  }
  return static_cast<float>(std::count(occupied.begin(), occupied.end(), true)) / occupied.size();
}

/** Share of keypoints that have a twin elsewhere in the same picture. */
float RepetitiveShare(const Features& f) {
  const size_t n = f.keypoints.size();
  std::vector<float> x(n), y(n);
  for (size_t i = 0; i < n; ++i) x[i] = f.keypoints[i].x(), y[i] = f.keypoints[i].y();
  std::vector<char> is_repeated(n, 0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      if (is_repeated[i] && is_repeated[j]) continue;
      if (HammingDistance(f.descriptors[i], f.descriptors[j]) > kRepetitiveHamming) continue;
      const float dx = x[i] - x[j], dy = y[i] - y[j];
      if (dx * dx + dy * dy >= 100.0f) is_repeated[i] = is_repeated[j] = 1;
    }
  }
  const auto repeated = std::count(is_repeated.begin(), is_repeated.end(), 1);
  return n == 0 ? 0.0f : static_cast<float>(repeated) / static_cast<float>(n);
}

}  // namespace

const char* GradeReasonName(GradeReason reason) {
  switch (reason) {
    case GradeReason::kGood:
      return "good";
    case GradeReason::kFewFeatures:
      return "few_features";
    case GradeReason::kClustered:
      return "clustered";
    case GradeReason::kRepetitive:
      return "repetitive";
    case GradeReason::kBlurred:
      return "blurred";
    case GradeReason::kTooSmall:
      return "too_small";
    case GradeReason::kFlat:
      return "flat";
  }
  return "flat";
}

Grade GradeReference(const Features& f) {
  const size_t n = f.keypoints.size();
  if (n < kMinRecognizable) {
    const bool is_small = std::max(f.original_size.width, f.original_size.height) < kTooSmallSide;
    return {0, is_small ? GradeReason::kTooSmall : GradeReason::kFlat, false};
  }
  const float occupied = OccupiedShare(f), repetitive = RepetitiveShare(f);
  const float fullness = std::min(1.0f, static_cast<float>(n) / 400.0f);
  float score = 5.0f * std::sqrt(fullness) * std::sqrt(std::min(1.0f, occupied / 0.7f));
  Grade grade{0, GradeReason::kGood, true};
  if (repetitive > kRepetitive) {
    score -= 1.5f * (repetitive - kRepetitive) / (1.0f - kRepetitive);
    grade.reason = GradeReason::kRepetitive;
  }
  if (f.sharpness < kBlurred) {
    score -= 1.0f;
    grade.reason = GradeReason::kBlurred;
  }
  if (occupied < kClustered) grade.reason = GradeReason::kClustered;
  if (n < kFewFeatures) grade.reason = GradeReason::kFewFeatures;
  if (std::max(f.original_size.width, f.original_size.height) < kTooSmallSide)
    grade.reason = GradeReason::kTooSmall;
  grade.value = std::clamp(static_cast<int>(std::lround(score)), 1, 5);
  if (grade.value >= 4) grade.reason = GradeReason::kGood;
  return grade;
}

}  // namespace loupe
