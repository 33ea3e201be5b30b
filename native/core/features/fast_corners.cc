#include "core/features/fast_corners.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/simd/lanes.h"

namespace loupe::features {
namespace {

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

LOUPE_KERNEL simd::ByteLanes Load(const uint8_t* p) { return simd::Load<simd::ByteLanes>(p); }

/** Per lane the greatest minimum over an arc of nine of the differences, which are not negative. */
LOUPE_KERNEL simd::ByteLanes GreatestArc(const simd::ByteLanes* d) {
  // Neighboring arcs share eight pixels: odd starts, two arcs each.
  simd::ByteLanes pairs[8], fours[8], greatest{};
  for (int i = 0; i < 8; ++i) pairs[i] = simd::Min(d[2 * i + 1], d[(2 * i + 2) % kCircle]);
  for (int i = 0; i < 8; ++i) fours[i] = simd::Min(pairs[i], pairs[(i + 1) % 8]);
  for (int i = 0; i < 8; ++i) {
    const simd::ByteLanes eight = simd::Min(fours[i], fours[(i + 2) % 8]);
    greatest = simd::Max(greatest, simd::Min(eight, simd::Max(d[2 * i], d[(2 * i + 9) % kCircle])));
  }
  return greatest;
}

LOUPE_KERNEL void ScoreLanes(const uint8_t* center, const CircleOffsets& offsets,
                             const simd::ByteLanes& threshold, uint8_t* scores) {
  const simd::ByteLanes v = Load(center);
  const simd::ByteLanes high = simd::AddSaturated(v, threshold), low = simd::SubtractSaturated(v, threshold);
  const simd::ByteLanes a = Load(center + offsets[0]), b = Load(center + offsets[4]),
                        c = Load(center + offsets[8]), e = Load(center + offsets[12]);
  const bool may_be_bright =
      simd::IsAnySet(simd::SubtractSaturated(simd::Min(simd::Max(a, c), simd::Max(b, e)), high));
  const bool may_be_dark =
      simd::IsAnySet(simd::SubtractSaturated(low, simd::Max(simd::Min(a, c), simd::Min(b, e))));
  simd::ByteLanes contrast{};
  if (may_be_bright || may_be_dark) {
    simd::ByteLanes differences[kCircle];
    if (may_be_bright) {
      for (size_t i = 0; i < kCircle; ++i)
        differences[i] = simd::SubtractSaturated(Load(center + offsets[i]), v);
      contrast = GreatestArc(differences);
    }
    if (may_be_dark) {
      for (size_t i = 0; i < kCircle; ++i)
        differences[i] = simd::SubtractSaturated(v, Load(center + offsets[i]));
      contrast = simd::Max(contrast, GreatestArc(differences));
    }
    contrast = contrast > threshold ? contrast - uint8_t{1} : simd::ByteLanes{};
  }
  simd::Store(scores, contrast);
}

/** Scores of the pixels of a row: the greatest threshold that leaves a corner, or 0. */
LOUPE_KERNEL void ScoreRow(const uint8_t* row, size_t count, const CircleOffsets& offsets, uint8_t threshold,
                           uint8_t* scores) {
  const simd::ByteLanes spread = simd::AllBytes(threshold);
  for (size_t x = 0; x < count; x += simd::kByteLanes) {
    // The last lanes overlap those before instead of reading beyond the row.
    const size_t first = std::min(x, count - simd::kByteLanes);
    ScoreLanes(row + first, offsets, spread, scores + first);
  }
}

LOUPE_KERNEL simd::ByteLanes GreatestOfThree(const uint8_t* middle) {
  return simd::Max(simd::Max(Load(middle - 1), Load(middle)), Load(middle + 1));
}

/** Appends the columns of those scores that exceed all neighbors. */
LOUPE_KERNEL void FindPeaks(const ScoreRows& rows, size_t count, std::vector<int>* columns) {
  for (size_t x = 0; x < count; x += simd::kByteLanes) {
    const simd::ByteLanes scores = Load(rows.row + x);
    if (!simd::IsAnySet(scores)) continue;
    const simd::ByteLanes beside = simd::Max(Load(rows.row + x - 1), Load(rows.row + x + 1));
    const simd::ByteLanes around =
        simd::Max(beside, simd::Max(GreatestOfThree(rows.above + x), GreatestOfThree(rows.below + x)));
    for (uint32_t peaks = simd::BitsOf(simd::As<simd::ByteLanes>(scores > around)); peaks != 0;
         peaks &= peaks - 1)
      columns->push_back(static_cast<int>(x) + __builtin_ctz(peaks));
  }
}

std::vector<Corner> FindWithLanes(const cv::Mat& level, const cv::Rect& inner, int threshold, simd::Isa isa) {
  const CircleOffsets offsets = OffsetsOf(static_cast<std::ptrdiff_t>(level.step));
  const auto width = static_cast<size_t>(inner.width);
  const size_t pitch = width + 2 * simd::kByteLanes;
  // Scores of three rows in turn; those around `inner` stay 0.
  std::vector<uint8_t> scores(3 * pitch, 0);
  const auto row_of = [&](int y) {
    return scores.data() + static_cast<size_t>(y + 3) % 3 * pitch + simd::kByteLanes;
  };
  std::vector<int> columns;
  std::vector<Corner> found;
  for (int y = 0; y <= inner.height; ++y) {
    if (y < inner.height) {
      simd::RunFor<ScoreRow, const uint8_t*, size_t, const CircleOffsets&, uint8_t, uint8_t*>(
          isa, level.ptr(inner.y + y) + inner.x, width, offsets, static_cast<uint8_t>(threshold), row_of(y));
    } else {
      std::memset(row_of(y), 0, width);
    }
    if (y == 0) continue;
    columns.clear();
    const uint8_t* row = row_of(y - 1);
    simd::RunFor<FindPeaks, const ScoreRows&, size_t, std::vector<int>*>(isa, {row_of(y - 2), row, row_of(y)},
                                                                         width, &columns);
    for (const int x : columns)
      found.push_back({static_cast<float>(inner.x + x), static_cast<float>(inner.y + y - 1), row[x]});
  }
  return found;
}

/** As ScoreLanes(), of one pixel. */
uint8_t ScoreOf(const uint8_t* center, const CircleOffsets& offsets, int threshold) {
  int contrast = 0;
  for (const int sign : {1, -1}) {
    int differences[kCircle];
    for (size_t i = 0; i < kCircle; ++i) differences[i] = sign * (int{center[offsets[i]]} - int{*center});
    for (size_t first = 0; first < kCircle; ++first) {
      int least = differences[first];
      for (size_t i = 1; i < 9; ++i) least = std::min(least, differences[(first + i) % kCircle]);
      contrast = std::max(contrast, least);
    }
  }
  return static_cast<uint8_t>(contrast > threshold ? contrast - 1 : 0);
}

/** For levels that are narrower than a register of bytes. */
std::vector<Corner> FindPlain(const cv::Mat& level, const cv::Rect& inner, int threshold) {
  const CircleOffsets offsets = OffsetsOf(static_cast<std::ptrdiff_t>(level.step));
  // Scores with zeros around them.
  const int pitch = inner.width + 2;
  std::vector<uint8_t> scores(static_cast<size_t>(pitch) * static_cast<size_t>(inner.height + 2), 0);
  const auto score_at = [&](int x, int y) -> uint8_t& {
    return scores[static_cast<size_t>(pitch) * static_cast<size_t>(y + 1) + static_cast<size_t>(x + 1)];
  };
  for (int y = 0; y < inner.height; ++y) {
    for (int x = 0; x < inner.width; ++x)
      score_at(x, y) = ScoreOf(level.ptr(inner.y + y) + inner.x + x, offsets, threshold);
  }
  std::vector<Corner> found;
  for (int y = 0; y < inner.height; ++y) {
    for (int x = 0; x < inner.width; ++x) {
      const int score = score_at(x, y);
      int around = 0;
      for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
          if (i != 0 || j != 0) around = std::max<int>(around, score_at(x + i, y + j));
        }
      }
      if (score > around)
        found.push_back({static_cast<float>(inner.x + x), static_cast<float>(inner.y + y), score});
    }
  }
  return found;
}

}  // namespace

std::vector<Corner> FindFastCorners(const cv::Mat& level, const cv::Rect& inner, int threshold,
                                    simd::Isa isa) {
  return inner.width >= static_cast<int>(simd::kByteLanes) ? FindWithLanes(level, inner, threshold, isa)
                                                           : FindPlain(level, inner, threshold);
}

}  // namespace loupe::features
