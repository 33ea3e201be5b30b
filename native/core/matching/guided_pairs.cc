#include "core/matching/guided_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/matching/keypoint_cells.h"
#include "core/matching/nearest_descriptors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::matching {
namespace {

/** Cells are narrow and tall: what lies in one row of them around a place is compared together. */
constexpr int kCellWidth = 10;
constexpr int kCellHeight = 40;
/** Keypoints compared at once. */
constexpr uint32_t kLanes = 8;
/** Natural logarithm of the pyramid's ratio. */
const auto kLogPyramidScale = static_cast<float>(std::log(features::kPyramidRatio));
constexpr float kTurnsPerRadian = 65536.0f / 6.2831853f;

}  // namespace

/** query = [a b; c d] * reference + [tx ty], most certain around `center` (in reference pixels). */
struct PairFinder::Affine {
  float a, b, c, d, tx, ty;
  float center_x, center_y;

  float X(float x, float y) const { return a * x + b * y + tx; }
  float Y(float x, float y) const { return c * x + d * y + ty; }
  float LevelShift() const {
    return 0.5f * std::log(std::max(1e-9f, std::abs(a * d - b * c))) / kLogPyramidScale;
  }
  int TurnShift() const { return static_cast<int>(std::lround(std::atan2(c - b, a + d) * kTurnsPerRadian)); }
};

namespace {

/** Keypoints sorted into cells: starts[c] to starts[c + 1] are the places of those of cell c, row by row. */
struct Grid {
  const float *x, *y, *level;
  const int32_t* turn;
  const uint32_t* starts;
  int columns, rows;
};

/** Greatest errors of a pair; handed on as a copy, so that nothing that is written can change it. */
struct Limits {
  /** In 1/65536 turn. */
  int32_t turn;
  float level;
};

/** What a query keypoint must be like to make a pair. */
struct Goal {
  float x, y, radius, level;
  /** In 1/65536 turn. */
  int32_t turn;
  uint32_t reference_index;
};

inline KeypointCells CellsAround(const Grid& grid, const Goal& goal) {
  return CellsWithin<kCellWidth, kCellHeight>(grid.starts, grid.columns, grid.rows, goal.x, goal.y,
                                              goal.radius);
}

void FindInRow(const Grid& grid, uint32_t first, uint32_t end, const Goal& goal, Limits limits,
               NearestDescriptors* nearest) {
  for (uint32_t i = first; i < end; ++i) {
    const float dx = grid.x[i] - goal.x, dy = grid.y[i] - goal.y;
    const int32_t turned = ((goal.turn - grid.turn[i] + 32768) & 65535) - 32768;
    const bool agrees = (dx * dx + dy * dy <= goal.radius * goal.radius) &
                        (std::abs(goal.level - grid.level[i]) <= limits.level) &
                        (std::abs(turned) <= limits.turn);
    if (agrees) nearest->Note(goal.reference_index, i);
  }
}

void FindNearestPlain(const Grid& grid, const std::vector<Goal>& goals, Limits limits,
                      NearestDescriptors* nearest) {
  for (const Goal& goal : goals) {
    const KeypointCells cells = CellsAround(grid, goal);
    const uint32_t* starts = cells.starts;
    for (int row = 0; row < cells.rows; ++row, starts += grid.columns)
      FindInRow(grid, starts[0], starts[cells.span], goal, limits, nearest);
  }
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2,popcnt")))

LOUPE_AVX2 inline __m256 All(float v) { return _mm256_set1_ps(v); }

/** The same steps eight keypoints at a time, rounded alike. */
LOUPE_AVX2 inline void FindInCellsAvx2(const Grid& grid, const KeypointCells& cells, const Goal& goal,
                                       Limits limits, NearestDescriptors* nearest) {
  const __m256 x = All(goal.x), y = All(goal.y), level = All(goal.level);
  const __m256 squared_radius = All(goal.radius * goal.radius), sign = All(-0.0f);
  const __m256i turn = _mm256_set1_epi32(goal.turn + 32768);
  const uint32_t* starts = cells.starts;
  for (int row = 0; row < cells.rows; ++row, starts += grid.columns) {
    for (uint32_t i = starts[0], end = starts[cells.span]; i < end; i += kLanes) {
      const __m256 dx = _mm256_sub_ps(_mm256_loadu_ps(grid.x + i), x);
      const __m256 dy = _mm256_sub_ps(_mm256_loadu_ps(grid.y + i), y);
      const __m256 away = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
      const __m256 rise = _mm256_andnot_ps(sign, _mm256_sub_ps(level, _mm256_loadu_ps(grid.level + i)));
      const __m256 agrees = _mm256_and_ps(_mm256_cmp_ps(away, squared_radius, _CMP_LE_OQ),
                                          _mm256_cmp_ps(rise, All(limits.level), _CMP_LE_OQ));
      const __m256i difference =
          _mm256_sub_epi32(turn, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(grid.turn + i)));
      const __m256i turned =
          _mm256_sub_epi32(_mm256_and_si256(difference, _mm256_set1_epi32(65535)), _mm256_set1_epi32(32768));
      const __m256i is_turned = _mm256_cmpgt_epi32(_mm256_abs_epi32(turned), _mm256_set1_epi32(limits.turn));
      auto lanes =
          static_cast<uint32_t>(_mm256_movemask_ps(_mm256_andnot_ps(_mm256_castsi256_ps(is_turned), agrees)));
      if (end - i < kLanes) lanes &= (1U << (end - i)) - 1U;
      nearest->NoteEight(goal.reference_index, i, lanes);
    }
  }
}

LOUPE_AVX2 void FindNearestAvx2(const Grid& grid, const std::vector<Goal>& goals, Limits limits,
                                NearestDescriptors* nearest) {
  for (const Goal& goal : goals) FindInCellsAvx2(grid, CellsAround(grid, goal), goal, limits, nearest);
}

#endif

/** Finds for every goal the keypoint that is like it and has the nearest descriptor. */
void FindNearest(const Grid& grid, const std::vector<Goal>& goals, const PredictedPairOptions& options,
                 simd::Isa isa, NearestDescriptors* nearest) {
  const Limits limits = {options.max_turn_error, options.max_level_error};
#if defined(__x86_64__)
  if (isa != simd::Isa::kScalar) return FindNearestAvx2(grid, goals, limits, nearest);
#endif
  (void)isa;
  FindNearestPlain(grid, goals, limits, nearest);
}

}  // namespace

PairFinder::PairFinder(const features::Features& query, const PredictedPairOptions& options, simd::Isa isa)
    : query_(query), options_(options), isa_(isa) {
  columns_ = std::max(1, query.working_size.width / kCellWidth + 1);
  rows_ = std::max(1, query.working_size.height / kCellHeight + 1);
  const auto cell_of = [this](const features::Keypoint& k) {
    return static_cast<size_t>(CellOf<kCellHeight>(k.y(), rows_) * columns_ +
                               CellOf<kCellWidth>(k.x(), columns_));
  };
  starts_.assign(static_cast<size_t>(columns_ * rows_) + 1, 0);
  for (const features::Keypoint& k : query.keypoints) ++starts_[cell_of(k) + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  const size_t count = query.keypoints.size();
  for (auto* column : {&x_, &y_, &level_}) column->resize(count + kLanes);
  turn_.resize(count + kLanes);
  index_.resize(count);
  descriptors_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const features::Keypoint& k = query.keypoints[i];
    const uint32_t place = next[cell_of(k)]++;
    x_[place] = k.x();
    y_[place] = k.y();
    level_[place] = static_cast<float>(k.level);
    turn_[place] = k.angle_q16;
    index_[place] = static_cast<uint16_t>(i);
    descriptors_[place] = query.descriptors[i];
  }
}

PredictedPairs PairFinder::FindNear(const signature::ReferenceView& reference, const Affine& transform,
                                    const SearchReach& reach) const {
  const float level_shift = transform.LevelShift();
  const int turn_shift = transform.TurnShift();
  const float center_x = transform.X(transform.center_x, transform.center_y);
  const float center_y = transform.Y(transform.center_x, transform.center_y);
  const auto width = static_cast<float>(query_.working_size.width);
  const auto height = static_cast<float>(query_.working_size.height);
  const auto stride = static_cast<size_t>(reach.stride);
  std::vector<Goal> goals;
  goals.reserve(reference.keypoints.size() / stride + 1);
  for (size_t r = 0; r < reference.keypoints.size(); r += stride) {
    const features::Keypoint& k = reference.keypoints[r];
    const float x = transform.X(k.x(), k.y());
    const float y = transform.Y(k.x(), k.y());
    const float away = std::sqrt((x - center_x) * (x - center_x) + (y - center_y) * (y - center_y));
    const float radius = reach.radius_px + reach.growth * away;
    if (!(x > -radius && y > -radius && x < width + radius && y < height + radius)) continue;
    const float level =
        std::clamp(static_cast<float>(k.level) + level_shift, 0.0f, features::kPyramidLevels - 1.0f);
    const auto turn = static_cast<uint16_t>(k.angle_q16 + turn_shift);
    goals.push_back({x, y, radius, level, turn, static_cast<uint32_t>(r)});
  }
  NearestDescriptors nearest(descriptors_, reference.descriptors, options_.max_hamming + 1);
  FindNearest({x_.data(), y_.data(), level_.data(), turn_.data(), starts_.data(), columns_, rows_}, goals,
              options_, isa_, &nearest);
  nearest.Compare();
  PredictedPairs found;
  std::vector<int32_t> pair_of_query(query_.keypoints.size(), -1);
  for (const Goal& goal : goals) {
    const size_t r = goal.reference_index;
    if (!nearest.has(r)) continue;
    const Correspondence pair = {index_[nearest.place(r)], static_cast<uint16_t>(r),
                                 static_cast<uint16_t>(nearest.distance(r))};
    int32_t& known = pair_of_query[pair.query_index];
    if (known < 0) {
      known = static_cast<int32_t>(found.pairs.size());
      found.pairs.push_back(pair);
    } else if (pair.distance < found.pairs[static_cast<size_t>(known)].distance) {
      found.pairs[static_cast<size_t>(known)] = pair;
    }
  }
  for (const Correspondence& pair : found.pairs) found.evidence += options_.max_hamming + 1 - pair.distance;
  return found;
}

/** Least squares, with the pairs' descriptors as weights. @return false when the pairs lie on a line */
bool PairFinder::Fit(const features::Features& query, const signature::ReferenceView& reference,
                     const std::vector<Correspondence>& pairs, int max_hamming, Affine* transform) {
  double weight_sum = 0, mean_rx = 0, mean_ry = 0, mean_qx = 0, mean_qy = 0;
  const auto weight_of = [max_hamming](const Correspondence& pair) {
    return 1.0 + max_hamming - pair.distance;
  };
  for (const Correspondence& pair : pairs) {
    const features::Keypoint& r = reference.keypoints[pair.reference_index];
    const features::Keypoint& q = query.keypoints[pair.query_index];
    const double w = weight_of(pair);
    weight_sum += w;
    mean_rx += w * r.x(), mean_ry += w * r.y(), mean_qx += w * q.x(), mean_qy += w * q.y();
  }
  mean_rx /= weight_sum, mean_ry /= weight_sum, mean_qx /= weight_sum, mean_qy /= weight_sum;
  double xx = 0, xy = 0, yy = 0, xu = 0, yu = 0, xv = 0, yv = 0;
  for (const Correspondence& pair : pairs) {
    const features::Keypoint& r = reference.keypoints[pair.reference_index];
    const features::Keypoint& q = query.keypoints[pair.query_index];
    const double w = weight_of(pair), x = r.x() - mean_rx, y = r.y() - mean_ry;
    xx += w * x * x, xy += w * x * y, yy += w * y * y;
    xu += w * x * (q.x() - mean_qx), yu += w * y * (q.x() - mean_qx);
    xv += w * x * (q.y() - mean_qy), yv += w * y * (q.y() - mean_qy);
  }
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > 0.01 * (xx + yy) * (xx + yy) * 0.25)) return false;
  const double a = (xu * yy - yu * xy) / determinant, b = (yu * xx - xu * xy) / determinant;
  const double c = (xv * yy - yv * xy) / determinant, d = (yv * xx - xv * xy) / determinant;
  if (!(a * d - b * c > 1e-6)) return false;
  *transform = {static_cast<float>(a),
                static_cast<float>(b),
                static_cast<float>(c),
                static_cast<float>(d),
                static_cast<float>(mean_qx - a * mean_rx - b * mean_ry),
                static_cast<float>(mean_qy - c * mean_rx - d * mean_ry),
                static_cast<float>(mean_rx),
                static_cast<float>(mean_ry)};
  return true;
}

PredictedPairs PairFinder::Find(const signature::ReferenceView& reference,
                                const retrieval::SpatialAgreement& agreement,
                                int min_sampled_evidence) const {
  Affine transform = {agreement.a,  -agreement.b, agreement.b,        agreement.a,
                      agreement.tx, agreement.ty, agreement.center_x, agreement.center_y};
  const PredictedPairs wide = FindNear(reference, transform, options_.wide);
  if (wide.evidence < min_sampled_evidence ||
      wide.pairs.size() < static_cast<size_t>(options_.min_pairs_to_fit) ||
      !Fit(query_, reference, wide.pairs, options_.max_hamming, &transform))
    return {};
  return FindNear(reference, transform, options_.narrow);
}

}  // namespace loupe::matching
