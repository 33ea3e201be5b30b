#include "core/matching/keypoint_grid.h"

#include <algorithm>
#include <cmath>

#include "core/matching/keypoint_cells.h"
#include "core/matching/nearest_descriptors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::matching {
namespace {

/** Keypoints compared at once. */
constexpr uint32_t kLanes = 8;
/** Cells are narrow and tall: what lies in one row of them around a place is compared together. */
constexpr int kCellWidth = 8;
constexpr int kCellHeight = 32;

struct Columns {
  const float *x, *y, *level, *cosine, *sine;
};

/** Keypoints sorted into cells: starts[c] to starts[c + 1] are the places of those of cell c, row by row. */
struct Grid {
  Columns seen;
  const uint32_t* starts;
  int columns, rows;
};

/** What is looked for around each of some predicted places. */
struct Task {
  Columns predicted;
  size_t count;
  float radius, limit_x, limit_y;
  AgreementOptions agreement;
};

struct Wanted {
  Predicted predicted;
  float squared_radius;
  /** Least squared scalar product of the orientations. */
  float squared_cosine;
  float max_level_error;
};

inline bool IsReachable(const Task& task, float x, float y) {
  return (x >= -task.radius) & (y >= -task.radius) & (x <= task.limit_x) & (y <= task.limit_y);
}

inline Wanted WantedAt(const Task& task, size_t i) {
  const Columns& p = task.predicted;
  const float squared = p.cosine[i] * p.cosine[i] + p.sine[i] * p.sine[i];
  return {{p.x[i], p.y[i], p.level[i], p.cosine[i], p.sine[i]},
          task.radius * task.radius,
          task.agreement.min_squared_cosine * squared,
          task.agreement.max_level_error};
}

inline KeypointCells CellsAround(const Grid& grid, float x, float y, float radius) {
  return CellsWithin<kCellWidth, kCellHeight>(grid.starts, grid.columns, grid.rows, x, y, radius);
}

void FindInRow(const Grid& grid, uint32_t first, uint32_t end, const Wanted& wanted, size_t number,
               NearestDescriptors* nearest) {
  const Columns& seen = grid.seen;
  const Predicted& p = wanted.predicted;
  for (uint32_t i = first; i < end; ++i) {
    const float dx = seen.x[i] - p.x, dy = seen.y[i] - p.y;
    const float agreement = p.cosine * seen.cosine[i] + p.sine * seen.sine[i];
    const bool agrees = (dx * dx + dy * dy <= wanted.squared_radius) & (agreement > 0.0f) &
                        (agreement * agreement >= wanted.squared_cosine) &
                        (std::abs(p.level - seen.level[i]) <= wanted.max_level_error);
    if (agrees) nearest->Note(number, i);
  }
}

void FindPlain(const Grid& grid, const Task& task, NearestDescriptors* nearest) {
  for (size_t i = 0; i < task.count; ++i) {
    const float x = task.predicted.x[i], y = task.predicted.y[i];
    if (!IsReachable(task, x, y)) continue;
    const KeypointCells cells = CellsAround(grid, x, y, task.radius);
    const uint32_t* starts = cells.starts;
    for (int row = 0; row < cells.rows; ++row, starts += grid.columns)
      FindInRow(grid, starts[0], starts[cells.span], WantedAt(task, i), i, nearest);
  }
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2,popcnt")))

LOUPE_AVX2 inline __m256 All(float v) { return _mm256_set1_ps(v); }

/** The same steps eight keypoints at a time, rounded alike. */
LOUPE_AVX2 inline void FindInCellsAvx2(const Grid& grid, const KeypointCells& cells, const Wanted& wanted,
                                       uint32_t number, NearestDescriptors* nearest) {
  const Columns& seen = grid.seen;
  const Predicted& p = wanted.predicted;
  const __m256 x = All(p.x), y = All(p.y), level = All(p.level), cosine = All(p.cosine), sine = All(p.sine);
  const __m256 squared_radius = All(wanted.squared_radius), squared_cosine = All(wanted.squared_cosine);
  const uint32_t* starts = cells.starts;
  for (int row = 0; row < cells.rows; ++row, starts += grid.columns) {
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
      const __m256 is_level = _mm256_cmp_ps(rise, All(wanted.max_level_error), _CMP_LE_OQ);
      auto lanes = static_cast<uint32_t>(
          _mm256_movemask_ps(_mm256_and_ps(is_near, _mm256_and_ps(is_turned, is_level))));
      if (end - i < kLanes) lanes &= (1U << (end - i)) - 1U;
      nearest->NoteEight(number, i, lanes);
    }
  }
}

LOUPE_AVX2 void FindAvx2(const Grid& grid, const Task& task, NearestDescriptors* nearest) {
  for (size_t i = 0; i < task.count; ++i) {
    const float x = task.predicted.x[i], y = task.predicted.y[i];
    if (!IsReachable(task, x, y)) continue;
    const KeypointCells cells = CellsAround(grid, x, y, task.radius);
    FindInCellsAvx2(grid, cells, WantedAt(task, i), static_cast<uint32_t>(i), nearest);
  }
}

#endif

void FindIn(const Grid& grid, const Task& task, simd::Isa isa, NearestDescriptors* nearest) {
#if defined(__x86_64__)
  if (isa != simd::Isa::kScalar) return FindAvx2(grid, task, nearest);
#endif
  (void)isa;
  FindPlain(grid, task, nearest);
}

Columns ColumnsIn(const KeypointColumns& keypoints) {
  return {keypoints.x.data(), keypoints.y.data(), keypoints.level.data(), keypoints.cosine.data(),
          keypoints.sine.data()};
}

}  // namespace

KeypointGrid::KeypointGrid(const features::Features& query)
    : query_(query),
      columns_(std::max(1, (query.working_size.width + kCellWidth) / kCellWidth)),
      rows_(std::max(1, (query.working_size.height + kCellHeight) / kCellHeight)) {
  const size_t count = query.keypoints.size();
  const KeypointColumns keypoints = ColumnsOf(query.keypoints);
  const auto cell_of = [&](size_t i) {
    return static_cast<size_t>(CellOf<kCellHeight>(keypoints.y[i], rows_) * columns_ +
                               CellOf<kCellWidth>(keypoints.x[i], columns_));
  };
  // Counted two cells on, so that filling the cells moves the counts to where they belong.
  starts_.assign(static_cast<size_t>(columns_ * rows_) + 2, 0);
  for (size_t i = 0; i < count; ++i) ++starts_[cell_of(i) + 2];
  for (size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  seen_.Resize(count);
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

void KeypointGrid::Find(const KeypointColumns& predicted, base::Span<const features::Descriptor> descriptors,
                        float radius_px, int hamming_limit, const AgreementOptions& agreement, simd::Isa isa,
                        std::vector<NearestKeypoint>* found) const {
  const size_t count = predicted.size();
  NearestDescriptors nearest(descriptors_, descriptors, hamming_limit);
  FindIn({ColumnsIn(seen_), starts_.data(), columns_, rows_},
         {ColumnsIn(predicted), count, radius_px, static_cast<float>(query_.working_size.width) + radius_px,
          static_cast<float>(query_.working_size.height) + radius_px, agreement},
         isa, &nearest);
  nearest.Compare();
  found->resize(count);
  for (size_t i = 0; i < count; ++i) {
    (*found)[i] = {};
    if (nearest.has(i)) (*found)[i] = {index_[nearest.place(i)], nearest.distance(i)};
  }
}

}  // namespace loupe::matching
