#include "near_keypoints.h"

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
/** Order in which equals are told apart: by rows of cells of this side. */
constexpr int kOrderSide = 16;
/** Covers rounding at the borders of cells. */
constexpr float kSlack = 0.01f;

/** One list. */
struct List {
  const float *x, *y, *level, *cosine, *sine;
  const uint16_t* index;
  uint32_t count;
};

struct Wanted {
  Predicted predicted;
  float squared_radius;
  /** Least squared scalar product of the orientations. */
  float squared_cosine;
  const Descriptor* descriptor;
  const Descriptor* descriptors;
};

inline void KeepNearest(const Wanted& wanted, int index, NearestKeypoint* best) {
  const int hamming = HammingDistance(wanted.descriptors[index], *wanted.descriptor);
  if (hamming < best->hamming) *best = {index, hamming};
}

void FindPlain(const List& list, const Wanted& wanted, NearestKeypoint* best) {
  const Predicted& p = wanted.predicted;
  for (uint32_t i = 0; i < list.count; ++i) {
    const float dx = list.x[i] - p.x, dy = list.y[i] - p.y;
    const float agreement = p.cosine * list.cosine[i] + p.sine * list.sine[i];
    const bool agrees = (dx * dx + dy * dy <= wanted.squared_radius) & (agreement > 0.0f) &
                        (agreement * agreement >= wanted.squared_cosine) &
                        (std::abs(p.level - list.level[i]) <= kMaxLevelError);
    if (agrees) KeepNearest(wanted, list.index[i], best);
  }
}

#if defined(__x86_64__)

/** The same steps eight keypoints at a time, rounded alike. */
__attribute__((target("avx2,popcnt"))) void FindAvx2(const List& list, const Wanted& wanted,
                                                     NearestKeypoint* best) {
  const Predicted& p = wanted.predicted;
  for (uint32_t i = 0; i < list.count; i += kLanes) {
    const __m256 dx = _mm256_sub_ps(_mm256_loadu_ps(list.x + i), _mm256_set1_ps(p.x));
    const __m256 dy = _mm256_sub_ps(_mm256_loadu_ps(list.y + i), _mm256_set1_ps(p.y));
    const __m256 away = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
    const __m256 agreement =
        _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(p.cosine), _mm256_loadu_ps(list.cosine + i)),
                      _mm256_mul_ps(_mm256_set1_ps(p.sine), _mm256_loadu_ps(list.sine + i)));
    const __m256 rise = _mm256_andnot_ps(
        _mm256_set1_ps(-0.0f), _mm256_sub_ps(_mm256_set1_ps(p.level), _mm256_loadu_ps(list.level + i)));
    const __m256 is_near = _mm256_cmp_ps(away, _mm256_set1_ps(wanted.squared_radius), _CMP_LE_OQ);
    const __m256 is_turned = _mm256_and_ps(_mm256_cmp_ps(agreement, _mm256_setzero_ps(), _CMP_GT_OQ),
                                           _mm256_cmp_ps(_mm256_mul_ps(agreement, agreement),
                                                         _mm256_set1_ps(wanted.squared_cosine), _CMP_GE_OQ));
    const __m256 is_level = _mm256_cmp_ps(rise, _mm256_set1_ps(kMaxLevelError), _CMP_LE_OQ);
    auto lanes =
        static_cast<uint32_t>(_mm256_movemask_ps(_mm256_and_ps(is_near, _mm256_and_ps(is_turned, is_level))));
    if (list.count - i < kLanes) lanes &= (1U << (list.count - i)) - 1U;
    for (; lanes != 0; lanes &= lanes - 1)
      KeepNearest(wanted, list.index[i + static_cast<uint32_t>(__builtin_ctz(lanes))], best);
  }
}

#endif

/** Keypoints by rows of cells, then as they are. */
std::vector<uint16_t> OrderOf(const KeypointColumns& keypoints, ImageSize size) {
  const int columns = std::max(1, (size.width + kOrderSide) / kOrderSide);
  const int rows = std::max(1, (size.height + kOrderSide) / kOrderSide);
  std::vector<int> cells(keypoints.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const int column = std::clamp(static_cast<int>(keypoints.x[i]) / kOrderSide, 0, columns - 1);
    const int row = std::clamp(static_cast<int>(keypoints.y[i]) / kOrderSide, 0, rows - 1);
    cells[i] = row * columns + column;
  }
  std::vector<uint16_t> order(cells.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint16_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](uint16_t a, uint16_t b) { return cells[a] < cells[b]; });
  return order;
}

}  // namespace

NearKeypoints::NearKeypoints(const Features& query, const KeypointColumns& keypoints, int cell_side_px,
                             float reach_px)
    : query_(query), inverse_side_(1.0f / static_cast<float>(cell_side_px)), reach_(reach_px) {
  // Places lie up to the reach outside the picture; cells are counted from there.
  const auto cells_of = [&](int side) {
    return static_cast<int>((static_cast<float>(side) + 2 * reach_ + kSlack) * inverse_side_) + 1;
  };
  columns_ = cells_of(query.working_size.width);
  const int rows = cells_of(query.working_size.height);
  const auto cell = [&](float v, int count) {
    return std::clamp(static_cast<int>(std::floor(v * inverse_side_)), 0, count - 1);
  };
  // Calls `use` with every cell that a keypoint can be reached from.
  const auto for_cells = [&](uint16_t i, const auto& use) {
    const float x = keypoints.x[i], y = keypoints.y[i], far = 2 * reach_ + kSlack;
    for (int row = cell(y - kSlack, rows); row <= cell(y + far, rows); ++row) {
      for (int column = cell(x - kSlack, columns_); column <= cell(x + far, columns_); ++column)
        use(static_cast<size_t>(row * columns_ + column));
    }
  };
  starts_.assign(static_cast<size_t>(columns_ * rows) + 2, 0);
  const std::vector<uint16_t> order = OrderOf(keypoints, query.working_size);
  for (const uint16_t i : order) for_cells(i, [&](size_t c) { ++starts_[c + 2]; });
  for (size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  seen_.Resize(starts_.back() + kLanes);
  index_.resize(starts_.back());
  for (const uint16_t i : order) {
    for_cells(i, [&](size_t c) {
      const uint32_t place = starts_[c + 1]++;
      seen_.x[place] = keypoints.x[i];
      seen_.y[place] = keypoints.y[i];
      seen_.level[place] = keypoints.level[i];
      seen_.cosine[place] = keypoints.cosine[i];
      seen_.sine[place] = keypoints.sine[i];
      index_[place] = i;
    });
  }
}

NearestKeypoint NearKeypoints::Find(const Predicted& predicted, const Descriptor& descriptor, float radius_px,
                                    int hamming_limit, Isa isa) const {
  const auto column = static_cast<int>((predicted.x + reach_) * inverse_side_);
  const auto row = static_cast<int>((predicted.y + reach_) * inverse_side_);
  const auto c = static_cast<size_t>(row * columns_ + column);
  const uint32_t first = starts_[c];
  const List list = {seen_.x.data() + first,      seen_.y.data() + first,    seen_.level.data() + first,
                     seen_.cosine.data() + first, seen_.sine.data() + first, index_.data() + first,
                     starts_[c + 1] - first};
  const float squared = predicted.cosine * predicted.cosine + predicted.sine * predicted.sine;
  const Wanted wanted = {predicted, radius_px * radius_px, kMinSquaredCosine * squared, &descriptor,
                         query_.descriptors.data()};
  NearestKeypoint best{-1, hamming_limit};
#if defined(__x86_64__)
  if (isa != Isa::kScalar) {
    FindAvx2(list, wanted, &best);
    return best;
  }
#endif
  (void)isa;
  FindPlain(list, wanted, &best);
  return best;
}

}  // namespace loupe
