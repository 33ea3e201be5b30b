#include "core/features/grade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::features {
namespace {

float OccupiedShare(const Features& f, int cells) {
  std::vector<char> occupied(static_cast<size_t>(cells * cells), 0);
  for (const Keypoint& k : f.keypoints) {
    const int column =
        static_cast<int>(k.x() * static_cast<float>(cells) / static_cast<float>(f.working_size.width));
    const int row =
        static_cast<int>(k.y() * static_cast<float>(cells) / static_cast<float>(f.working_size.height));
    occupied[static_cast<size_t>(std::clamp(row, 0, cells - 1) * cells + std::clamp(column, 0, cells - 1))] =
        1;
  }
  return static_cast<float>(std::count(occupied.begin(), occupied.end(), 1)) /
         static_cast<float>(occupied.size());
}

/** Share of keypoints that have a twin elsewhere in the same picture. */
float RepetitiveShare(const Features& f, const GradeOptions& options) {
  const size_t n = f.keypoints.size();
  std::vector<float> x(n), y(n);
  for (size_t i = 0; i < n; ++i) x[i] = f.keypoints[i].x(), y[i] = f.keypoints[i].y();
  std::vector<char> is_repeated(n, 0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      if (is_repeated[i] && is_repeated[j]) continue;
      if (HammingDistance(f.descriptors[i], f.descriptors[j]) > options.repetitive_hamming) continue;
      const float dx = x[i] - x[j], dy = y[i] - y[j];
      if (dx * dx + dy * dy >= options.repetitive_px * options.repetitive_px)
        is_repeated[i] = is_repeated[j] = 1;
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

GradeReason ReasonOf(const Features& f, float repetitive, double detail, const GradeOptions& options) {
  if (std::max(f.original_size.width, f.original_size.height) < options.too_small_side_px)
    return GradeReason::kTooSmall;
  if (f.keypoints.size() < static_cast<size_t>(options.few_features)) return GradeReason::kFewFeatures;
  if (OccupiedShare(f, options.grid_cells) < options.clustered) return GradeReason::kClustered;
  if (repetitive > options.repetitive) return GradeReason::kRepetitive;
  if (f.sharpness < options.blurred) return GradeReason::kBlurred;
  return detail < options.faint_detail ? GradeReason::kFlat : GradeReason::kRepetitive;
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

Grade GradeReference(const Features& f, const GradeOptions& options) {
  const size_t n = f.keypoints.size();
  if (n < static_cast<size_t>(options.min_recognizable)) {
    const bool is_small = std::max(f.original_size.width, f.original_size.height) < options.too_small_side_px;
    return {0, is_small ? GradeReason::kTooSmall : GradeReason::kFlat, false};
  }
  const float repetitive = RepetitiveShare(f, options);
  const double detail = CoarseDetail(f);
  const double recall = options.recall_offset +
                        options.recall_of_log_keypoints * std::log(static_cast<double>(n) + 1.0) +
                        options.recall_of_log_detail * std::log(detail + 1.0) -
                        options.recall_lost_to_repetition * std::sqrt(static_cast<double>(repetitive));
  const auto reached = std::upper_bound(options.grade_limits.begin(), options.grade_limits.end(), recall);
  const auto value = static_cast<int>(reached - options.grade_limits.begin());
  return {value, value >= options.good_grade ? GradeReason::kGood : ReasonOf(f, repetitive, detail, options),
          true};
}

}  // namespace loupe::features
