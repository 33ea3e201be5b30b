#include "core/features/grade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::features {
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
/** Less than this at the size of the thumbnail is fine print, which blur and distance wipe out. */
constexpr float kFaintDetail = 6.0f;

/**
 * Weights of the expected recall: least squares over the recall of 253 references (pages, covers, paintings,
 * photos), each in 14 hard simulated photos among 10,000 references; see docs/decisions/0321. On 253 others
 * the rank correlation of expected and measured recall is 0.71.
 */
constexpr double kRecallOffset = -1.43;
constexpr double kRecallOfLogKeypoints = 0.30;
constexpr double kRecallOfLogDetail = 0.18;
constexpr double kRecallLostToRepetition = 0.26;
/** Expected recall from which on a reference gets grade 1 to 5. */
constexpr double kGradeLimits[] = {0.2, 0.45, 0.65, 0.75, 0.88};
/** A picture of this grade has nothing to be warned of. */
constexpr int kGoodGrade = 4;

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

/** Mean difference of the thumbnail's pixels from their surroundings: what is still seen from far away. */
double CoarseDetail(const Features& f) {
  if (f.thumbnail.empty()) return 0.0;
  const cv::Mat thumbnail(f.thumbnail.size.height, f.thumbnail.size.width, CV_8UC1,
                          const_cast<uint8_t*>(f.thumbnail.pixels.data()));
  cv::Mat around, difference;
  cv::GaussianBlur(thumbnail, around, cv::Size(), 3.0);
  cv::absdiff(thumbnail, around, difference);
  return cv::mean(difference)[0];
}

GradeReason ReasonOf(const Features& f, float repetitive, double detail) {
  if (std::max(f.original_size.width, f.original_size.height) < kTooSmallSide) return GradeReason::kTooSmall;
  if (f.keypoints.size() < kFewFeatures) return GradeReason::kFewFeatures;
  if (OccupiedShare(f) < kClustered) return GradeReason::kClustered;
  if (repetitive > kRepetitive) return GradeReason::kRepetitive;
  if (f.sharpness < kBlurred) return GradeReason::kBlurred;
  return detail < kFaintDetail ? GradeReason::kFlat : GradeReason::kRepetitive;
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
  const float repetitive = RepetitiveShare(f);
  const double detail = CoarseDetail(f);
  const double recall = kRecallOffset + kRecallOfLogKeypoints * std::log(static_cast<double>(n) + 1.0) +
                        kRecallOfLogDetail * std::log(detail + 1.0) -
                        kRecallLostToRepetition * std::sqrt(static_cast<double>(repetitive));
  const auto reached = std::upper_bound(std::begin(kGradeLimits), std::end(kGradeLimits), recall);
  const auto value = static_cast<int>(reached - std::begin(kGradeLimits));
  return {value, value >= kGoodGrade ? GradeReason::kGood : ReasonOf(f, repetitive, detail), true};
}

}  // namespace loupe::features
