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

struct Columns {
  const float *x, *y, *level, *cosine, *sine;
  const Descriptor* descriptors;
};

/** Neighboring cells: the places of a row's keypoints are starts[0] to starts[span], those of the next row
 * lie `columns` further on. */
struct Cells {
  const uint32_t* starts;
  size_t columns, span;
  int rows;
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

void FindInRow(const Columns& seen, uint32_t first, uint32_t end, const Wanted& wanted, Nearest* nearest) {
  const Predicted& p = wanted.predicted;
  for (uint32_t i = first; i < end; ++i) {
    const float dx = seen.x[i] - p.x, dy = seen.y[i] - p.y;
    const float agreement = p.cosine * seen.cosine[i] + p.sine * seen.sine[i];
    const bool agrees = (dx * dx + dy * dy <= wanted.squared_radius) & (agreement > 0.0f) &
                        (agreement * agreement >= wanted.squared_cosine) &
                        (std::abs(p.level - seen.level[i]) <= kMaxLevelError);
    if (agrees) KeepNearest(seen.descriptors + i, wanted, nearest);
  }
}

void FindPlain(const Columns& seen, const Cells& cells, const Wanted& wanted, Nearest* nearest) {
  const uint32_t* starts = cells.starts;
  for (int row = 0; row < cells.rows; ++row, starts += cells.columns)
    FindInRow(seen, starts[0], starts[cells.span], wanted, nearest);
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2,popcnt")))

LOUPE_AVX2 inline __m256 All(float v) { return _mm256_set1_ps(v); }

/** The same steps eight keypoints at a time, rounded alike. */
LOUPE_AVX2 void FindAvx2(const Columns& seen, const Cells& cells, const Wanted& wanted, Nearest* nearest) {
  const Predicted& p = wanted.predicted;
  const __m256 x = All(p.x), y = All(p.y), level = All(p.level), cosine = All(p.cosine), sine = All(p.sine);
  const __m256 squared_radius = All(wanted.squared_radius), squared_cosine = All(wanted.squared_cosine);
  const uint32_t* starts = cells.starts;
  for (int row = 0; row < cells.rows; ++row, starts += cells.columns) {
    for (uint32_t i = starts[0], end = starts[cells.span]; i < end; i += kLanes) {
      const __m256 dx = _mm256_sub_ps(_mm256_loadu_ps(seen.x + i), x);
      const __m256 dy = _mm256_sub_ps(_mm256_loadu_ps(seen.y + i), y);
      const __m256 away = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
      const __m256 agreement = _mm256_add_ps(_mm256_mul_ps(cosine, _mm256_loadu_ps(seen.cosine + i)),
                                             _mm256_mul_ps(sine, _mm256_loadu_ps(seen.sine + i)));
      const __m256 rise = _mm256_andnot_ps(All(-0.0f), _mm256_sub_ps(level, _mm256_loadu_ps(seen.level + i)));
      const __m256 is_near = _mm256_cmp_ps(away, squared_radius, _CMP_LE_OQ);
      const __m256 is_turned =
          _mm256_and_ps(_mm256_cmp_ps(agreement, _mm256_setzero_ps(), _CMP_GT_OQ),
                        _mm256_cmp_ps(_mm256_mul_ps(agreement, agreement), squared_cosine, _CMP_GE_OQ));
      const __m256 is_level = _mm256_cmp_ps(rise, All(kMaxLevelError), _CMP_LE_OQ);
      auto lanes = static_cast<uint32_t>(
          _mm256_movemask_ps(_mm256_and_ps(is_near, _mm256_and_ps(is_turned, is_level))));
      if (end - i < kLanes) lanes &= (1U << (end - i)) - 1U;
      for (; lanes != 0; lanes &= lanes - 1)
        KeepNearest(seen.descriptors + i + static_cast<uint32_t>(__builtin_ctz(lanes)), wanted, nearest);
    }
  }
}

#endif

void FindIn(const Columns& seen, const Cells& cells, const Wanted& wanted, Isa isa, Nearest* nearest) {
#if defined(__x86_64__)
  if (isa != Isa::kScalar) return FindAvx2(seen, cells, wanted, nearest);
#endif
  (void)isa;
  FindPlain(seen, cells, wanted, nearest);
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
  const int first_column = CellOf(predicted.x - radius_px, columns_);
  const int last_column = CellOf(predicted.x + radius_px, columns_);
  const int first_row = CellOf(predicted.y - radius_px, rows_);
  const Cells cells = {starts_.data() + first_row * columns_ + first_column, static_cast<size_t>(columns_),
                       static_cast<size_t>(last_column - first_column + 1),
                       CellOf(predicted.y + radius_px, rows_) - first_row + 1};
  Nearest nearest{nullptr, hamming_limit};
  FindIn({seen_.x.data(), seen_.y.data(), seen_.level.data(), seen_.cosine.data(), seen_.sine.data(),
          descriptors_.data()},
         cells, wanted, isa, &nearest);
  if (nearest.descriptor == nullptr) return {};
  return {index_[static_cast<size_t>(nearest.descriptor - descriptors_.data())], nearest.hamming};
}

}  // namespace loupe
