#include "core/features/fast_corners.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <opencv2/features2d.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::features {
namespace {

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

/** Pixels worked on at once. */
constexpr size_t kLanes = 32;
constexpr int kCircle = 16;
/** Offsets of the circle's pixels in order, and again from the start, so that arcs need not wrap around. */
using CircleOffsets = std::array<std::ptrdiff_t, 2 * kCircle>;

CircleOffsets OffsetsOf(std::ptrdiff_t stride) {
  constexpr int kX[kCircle] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
  constexpr int kY[kCircle] = {3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1, 0, 1, 2, 3};
  CircleOffsets offsets;
  for (size_t i = 0; i < offsets.size(); ++i) offsets[i] = kY[i % kCircle] * stride + kX[i % kCircle];
  return offsets;
}

/** Three neighboring rows of scores. */
struct ScoreRows {
  const uint8_t *above, *row, *below;
};

LOUPE_AVX2 inline __m256i Load(const uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
LOUPE_AVX2 inline __m256i Min(__m256i a, __m256i b) { return _mm256_min_epu8(a, b); }
LOUPE_AVX2 inline __m256i Max(__m256i a, __m256i b) { return _mm256_max_epu8(a, b); }

/** Per lane the greatest minimum over an arc of nine of the differences, which are not negative. */
LOUPE_AVX2 inline __m256i GreatestArc(const __m256i* d) {
  // Neighboring arcs share eight pixels: odd starts, two arcs each.
  __m256i pairs[8], fours[8], greatest = _mm256_setzero_si256();
  for (int i = 0; i < 8; ++i) pairs[i] = Min(d[2 * i + 1], d[(2 * i + 2) % kCircle]);
  for (int i = 0; i < 8; ++i) fours[i] = Min(pairs[i], pairs[(i + 1) % 8]);
  for (int i = 0; i < 8; ++i) {
    const __m256i eight = Min(fours[i], fours[(i + 2) % 8]);
    greatest = Max(greatest, Min(eight, Max(d[2 * i], d[(2 * i + 9) % kCircle])));
  }
  return greatest;
}

LOUPE_AVX2 inline void ScoreLanes(const uint8_t* center, const CircleOffsets& offsets, __m256i threshold,
                                  uint8_t* scores) {
  const __m256i zero = _mm256_setzero_si256(), v = Load(center);
  const __m256i high = _mm256_adds_epu8(v, threshold), low = _mm256_subs_epu8(v, threshold);
  const __m256i a = Load(center + offsets[0]), b = Load(center + offsets[4]), c = Load(center + offsets[8]),
                e = Load(center + offsets[12]);
  const __m256i brighter = _mm256_subs_epu8(Min(Max(a, c), Max(b, e)), high);
  const __m256i darker = _mm256_subs_epu8(low, Max(Min(a, c), Min(b, e)));
  const bool may_be_bright = !_mm256_testz_si256(brighter, brighter);
  const bool may_be_dark = !_mm256_testz_si256(darker, darker);
  __m256i contrast = zero;
  if (may_be_bright || may_be_dark) {
    __m256i differences[kCircle];
    if (may_be_bright) {
      for (size_t i = 0; i < kCircle; ++i) differences[i] = _mm256_subs_epu8(Load(center + offsets[i]), v);
      contrast = GreatestArc(differences);
    }
    if (may_be_dark) {
      for (size_t i = 0; i < kCircle; ++i) differences[i] = _mm256_subs_epu8(v, Load(center + offsets[i]));
      contrast = Max(contrast, GreatestArc(differences));
    }
    const __m256i is_flat = _mm256_cmpeq_epi8(_mm256_subs_epu8(contrast, threshold), zero);
    contrast = _mm256_andnot_si256(is_flat, _mm256_subs_epu8(contrast, _mm256_set1_epi8(1)));
  }
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(scores), contrast);
}

/** Scores of the pixels of a row: the greatest threshold that leaves a corner, or 0. */
LOUPE_AVX2 void ScoreRow(const uint8_t* row, size_t count, const CircleOffsets& offsets, int threshold,
                         uint8_t* scores) {
  const __m256i spread = _mm256_set1_epi8(static_cast<char>(threshold));
  for (size_t x = 0; x < count; x += kLanes) {
    // The last register overlaps the one before instead of reading beyond the row.
    const size_t first = std::min(x, count - kLanes);
    ScoreLanes(row + first, offsets, spread, scores + first);
  }
}

LOUPE_AVX2 inline __m256i GreatestOfThree(const uint8_t* middle) {
  return Max(Max(Load(middle - 1), Load(middle)), Load(middle + 1));
}

/** Appends the columns of those scores that exceed all neighbors. */
LOUPE_AVX2 void FindPeaks(const ScoreRows& rows, size_t count, std::vector<int>* columns) {
  for (size_t x = 0; x < count; x += kLanes) {
    const __m256i scores = Load(rows.row + x);
    if (_mm256_testz_si256(scores, scores)) continue;
    const __m256i beside = Max(Load(rows.row + x - 1), Load(rows.row + x + 1));
    const __m256i around = Max(beside, Max(GreatestOfThree(rows.above + x), GreatestOfThree(rows.below + x)));
    const __m256i is_less = _mm256_cmpeq_epi8(_mm256_subs_epu8(scores, around), _mm256_setzero_si256());
    for (auto peaks = ~static_cast<uint32_t>(_mm256_movemask_epi8(is_less)); peaks != 0; peaks &= peaks - 1)
      columns->push_back(static_cast<int>(x) + __builtin_ctz(peaks));
  }
}

std::vector<Corner> FindWithAvx2(const cv::Mat& level, const cv::Rect& inner, int threshold) {
  const CircleOffsets offsets = OffsetsOf(static_cast<std::ptrdiff_t>(level.step));
  const auto width = static_cast<size_t>(inner.width);
  const size_t pitch = width + 2 * kLanes;
  // Scores of three rows in turn; those around `inner` stay 0.
  std::vector<uint8_t> scores(3 * pitch, 0);
  const auto row_of = [&](int y) { return scores.data() + static_cast<size_t>(y + 3) % 3 * pitch + kLanes; };
  std::vector<int> columns;
  std::vector<Corner> found;
  for (int y = 0; y <= inner.height; ++y) {
    if (y < inner.height) {
      ScoreRow(level.ptr(inner.y + y) + inner.x, width, offsets, threshold, row_of(y));
    } else {
      std::memset(row_of(y), 0, width);
    }
    if (y == 0) continue;
    columns.clear();
    const uint8_t* row = row_of(y - 1);
    FindPeaks({row_of(y - 2), row, row_of(y)}, width, &columns);
    for (const int x : columns)
      found.push_back({static_cast<float>(inner.x + x), static_cast<float>(inner.y + y - 1), row[x]});
  }
  return found;
}

#endif

std::vector<Corner> FindWithOpenCv(const cv::Mat& level, const cv::Rect& inner, int threshold) {
  // FAST itself skips a border of 3 pixels, so the searched part is that much larger.
  const cv::Rect outer(inner.x - 3, inner.y - 3, inner.width + 6, inner.height + 6);
  std::vector<cv::KeyPoint> keypoints;
  cv::FAST(level(outer), keypoints, threshold, true, cv::FastFeatureDetector::TYPE_9_16);
  std::vector<Corner> found;
  found.reserve(keypoints.size());
  for (const cv::KeyPoint& k : keypoints) {
    found.push_back({k.pt.x + static_cast<float>(outer.x), k.pt.y + static_cast<float>(outer.y),
                     static_cast<int>(k.response)});
  }
  return found;
}

}  // namespace

std::vector<Corner> FindFastCorners(const cv::Mat& level, const cv::Rect& inner, int threshold,
                                    simd::Isa isa) {
#if defined(__x86_64__)
  if (isa != simd::Isa::kScalar && inner.width >= static_cast<int>(kLanes))
    return FindWithAvx2(level, inner, threshold);
#endif
  (void)isa;
  return FindWithOpenCv(level, inner, threshold);
}

}  // namespace loupe::features
