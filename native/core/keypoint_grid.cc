#include "keypoint_grid.h"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe {
namespace {

/** Square of the cosine of the greatest orientation error, 30 degrees. */
constexpr float kMinSquaredCosine = 0.75f;
/** Greatest error of the level. */
constexpr float kMaxLevelError = 1.8f;
/** Keypoints compared at once. */
constexpr uint32_t kLanes = 8;
constexpr int kCellSide = 16;

/** Keypoints of neighboring cells of a row. */
struct Run {
  const float *x, *y, *level, *cosine, *sine;
  const Descriptor* descriptors;
  uint32_t count;
};

struct Wanted {
  Predicted predicted;
  float squared_radius;
  /** Least squared scalar product of the orientations. */
  float squared_cosine;
  const Descriptor* descriptor;
};

struct Nearest {
  const Descriptor* descriptor;
  int hamming;
};

inline void KeepNearest(const Descriptor* seen, const Wanted& wanted, Nearest* nearest) {
  const int hamming = HammingDistance(*seen, *wanted.descriptor);
  if (hamming < nearest->hamming) *nearest = {seen, hamming};
}

void FindPlain(const Run& run, const Wanted& wanted, Nearest* nearest) {
  const Predicted& p = wanted.predicted;
  for (uint32_t i = 0; i < run.count; ++i) {
    const float dx = run.x[i] - p.x, dy = run.y[i] - p.y;
    const float agreement = p.cosine * run.cosine[i] + p.sine * run.sine[i];
    const bool agrees = (dx * dx + dy * dy <= wanted.squared_radius) & (agreement > 0.0f) &
                        (agreement * agreement >= wanted.squared_cosine) &
                        (std::abs(p.level - run.level[i]) <= kMaxLevelError);
    if (agrees) KeepNearest(run.descriptors + i, wanted, nearest);
  }
}

#if defined(__x86_64__)

/** The same steps eight keypoints at a time, rounded alike. */
__attribute__((target("avx2,popcnt"))) void FindAvx2(const Run& run, const Wanted& wanted, Nearest* nearest) {
  const Predicted& p = wanted.predicted;
  for (uint32_t i = 0; i < run.count; i += kLanes) {
    const __m256 dx = _mm256_sub_ps(_mm256_loadu_ps(run.x + i), _mm256_set1_ps(p.x));
    const __m256 dy = _mm256_sub_ps(_mm256_loadu_ps(run.y + i), _mm256_set1_ps(p.y));
    const __m256 away = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
    const __m256 agreement =
        _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(p.cosine), _mm256_loadu_ps(run.cosine + i)),
                      _mm256_mul_ps(_mm256_set1_ps(p.sine), _mm256_loadu_ps(run.sine + i)));
    const __m256 rise = _mm256_andnot_ps(
        _mm256_set1_ps(-0.0f), _mm256_sub_ps(_mm256_set1_ps(p.level), _mm256_loadu_ps(run.level + i)));
    const __m256 is_near = _mm256_cmp_ps(away, _mm256_set1_ps(wanted.squared_radius), _CMP_LE_OQ);
    const __m256 is_turned = _mm256_and_ps(_mm256_cmp_ps(agreement, _mm256_setzero_ps(), _CMP_GT_OQ),
                                           _mm256_cmp_ps(_mm256_mul_ps(agreement, agreement),
                                                         _mm256_set1_ps(wanted.squared_cosine), _CMP_GE_OQ));
    const __m256 is_level = _mm256_cmp_ps(rise, _mm256_set1_ps(kMaxLevelError), _CMP_LE_OQ);
    auto lanes =
        static_cast<uint32_t>(_mm256_movemask_ps(_mm256_and_ps(is_near, _mm256_and_ps(is_turned, is_level))));
    if (run.count - i < kLanes) lanes &= (1U << (run.count - i)) - 1U;
    for (; lanes != 0; lanes &= lanes - 1)
      KeepNearest(run.descriptors + i + static_cast<uint32_t>(__builtin_ctz(lanes)), wanted, nearest);
  }
}

#endif

void FindIn(const Run& run, const Wanted& wanted, Isa isa, Nearest* nearest) {
#if defined(__x86_64__)
  if (isa != Isa::kScalar) return FindAvx2(run, wanted, nearest);
#endif
  (void)isa;
  FindPlain(run, wanted, nearest);
}

int CellOf(float v, int count) { return std::clamp(static_cast<int>(v) / kCellSide, 0, count - 1); }

}  // namespace

KeypointGrid::KeypointGrid(const Features& query)
    : query_(query),
      columns_(std::max(1, (query.working_size.width + kCellSide) / kCellSide)),
      rows_(std::max(1, (query.working_size.height + kCellSide) / kCellSide)) {
  const size_t count = query.keypoints.size();
  const KeypointColumns keypoints = ColumnsOf(query.keypoints);
  const auto cell_of = [&](size_t i) {
    return static_cast<size_t>(CellOf(keypoints.y[i], rows_) * columns_ + CellOf(keypoints.x[i], columns_));
  };
  // Counted two cells on, so that filling the cells moves the counts to where they belong.
  starts_.assign(static_cast<size_t>(columns_ * rows_) + 2, 0);
  for (size_t i = 0; i < count; ++i) ++starts_[cell_of(i) + 2];
  for (size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  seen_.Resize(count + kLanes);
  index_.resize(count);
  descriptors_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t place = starts_[cell_of(i) + 1]++;
    seen_.x[place] = keypoints.x[i];
    seen_.y[place] = keypoints.y[i];
    seen_.level[place] = keypoints.level[i];
    seen_.cosine[place] = keypoints.cosine[i];
    seen_.sine[place] = keypoints.sine[i];
    index_[place] = static_cast<uint16_t>(i);
    descriptors_[place] = query.descriptors[i];
  }
}

NearestKeypoint KeypointGrid::Find(const Predicted& predicted, const Descriptor& descriptor, float radius_px,
                                   int hamming_limit, Isa isa) const {
  const float squared = predicted.cosine * predicted.cosine + predicted.sine * predicted.sine;
  const Wanted wanted = {predicted, radius_px * radius_px, kMinSquaredCosine * squared, &descriptor};
  const int first_column = CellOf(predicted.x - radius_px, columns_),
            last_column = CellOf(predicted.x + radius_px, columns_);
  const int last_row = CellOf(predicted.y + radius_px, rows_);
  Nearest nearest{nullptr, hamming_limit};
  for (int row = CellOf(predicted.y - radius_px, rows_); row <= last_row; ++row) {
    const uint32_t first = starts_[static_cast<size_t>(row * columns_ + first_column)];
    const uint32_t end = starts_[static_cast<size_t>(row * columns_ + last_column) + 1];
    if (first == end) continue;
    FindIn({seen_.x.data() + first, seen_.y.data() + first, seen_.level.data() + first,
            seen_.cosine.data() + first, seen_.sine.data() + first, descriptors_.data() + first, end - first},
           wanted, isa, &nearest);
  }
  if (nearest.descriptor == nullptr) return {};
  return {index_[static_cast<size_t>(nearest.descriptor - descriptors_.data())], nearest.hamming};
}

}  // namespace loupe
