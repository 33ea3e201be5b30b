#include "core/image/area.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/image/pixels/scaling.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loupe::image {
namespace {

/** The pixels that one pixel of the result covers, with the shares of it that they cover. */
struct Cover {
  int first = 0;
  std::vector<float> shares;
};

std::vector<Cover> CoversOf(int from, int to) {
  // Slivers thinner than this are left out.
  constexpr double kSliver = 1e-3;
  std::vector<Cover> covers(static_cast<size_t>(to));
  const double scale = 1.0 / (static_cast<double>(to) / from);
  for (int i = 0; i < to; ++i) {
    const double begin = i * scale, end = begin + scale, length = std::min(scale, from - begin);
    const int last_whole = std::min(static_cast<int>(std::floor(end)), from - 1);
    const int first_whole = std::min(static_cast<int>(std::ceil(begin)), last_whole);
    Cover& cover = covers[static_cast<size_t>(i)];
    cover.first = first_whole;
    if (first_whole - begin > kSliver) {
      --cover.first;
      cover.shares.push_back(static_cast<float>((first_whole - begin) / length));
    }
    cover.shares.insert(cover.shares.end(), static_cast<size_t>(last_whole - first_whole),
                        static_cast<float>(1.0 / length));
    if (end - last_whole > kSliver)
      cover.shares.push_back(static_cast<float>(std::min({end - last_whole, 1.0, length}) / length));
  }
  return covers;
}

/** Means along every row: `covers.size()` numbers a row. */
void MeansAlongPlain(const cv::Mat& image, const std::vector<Cover>& covers, float* means) {
  for (int y = 0; y < image.rows; ++y) {
    const uint8_t* row = image.ptr(y);
    for (const Cover& cover : covers) {
      float mean = 0.0f;
      for (size_t i = 0; i < cover.shares.size(); ++i)
        mean += static_cast<float>(row[static_cast<size_t>(cover.first) + i]) * cover.shares[i];
      *means++ = mean;
    }
  }
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

/** Rows worked on at once: each is one lane, so that it adds in the same order as alone. */
constexpr int kRows = 8;

/** Turns eight bytes of eight rows into a register of each column. */
LOUPE_AVX2 inline void LoadColumns(const uint8_t* const* rows, int x, float* columns) {
  const auto at = [&](int i) { return reinterpret_cast<const __m128i*>(rows[i] + x); };
  __m128i pairs[4], fours[4];
  for (int i = 0; i < 4; ++i)
    pairs[i] = _mm_unpacklo_epi8(_mm_loadl_epi64(at(2 * i)), _mm_loadl_epi64(at(2 * i + 1)));
  for (int i = 0; i < 2; ++i) {
    fours[2 * i] = _mm_unpacklo_epi16(pairs[2 * i], pairs[2 * i + 1]);
    fours[2 * i + 1] = _mm_unpackhi_epi16(pairs[2 * i], pairs[2 * i + 1]);
  }
  for (int i = 0; i < 2; ++i) {
    const __m128i two[2] = {_mm_unpacklo_epi32(fours[i], fours[i + 2]),
                            _mm_unpackhi_epi32(fours[i], fours[i + 2])};
    for (int k = 0; k < 2; ++k) {
      float* column = columns + (4 * i + 2 * k) * kRows;
      _mm256_storeu_ps(column, _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(two[k])));
      _mm256_storeu_ps(column + kRows, _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128(two[k], 8))));
    }
  }
}

LOUPE_AVX2 void MeansAlongAvx2(const cv::Mat& image, const std::vector<Cover>& covers, float* means) {
  std::vector<float> columns(static_cast<size_t>(image.cols) * kRows);
  const size_t width = covers.size();
  for (int top = 0; top < image.rows; top += kRows) {
    const uint8_t* rows[kRows];
    for (int i = 0; i < kRows; ++i) rows[i] = image.ptr(std::min(top + i, image.rows - 1));
    // The last eight columns overlap those before instead of reading beyond the rows.
    for (int next = 0; next < image.cols; next += kRows) {
      const int x = std::min(next, image.cols - kRows);
      LoadColumns(rows, x, columns.data() + x * kRows);
    }
    const auto count = static_cast<size_t>(std::min(kRows, image.rows - top));
    for (size_t x = 0; x < width; ++x) {
      const Cover& cover = covers[x];
      const float* from = columns.data() + cover.first * kRows;
      __m256 sums = _mm256_setzero_ps();
      for (size_t i = 0; i < cover.shares.size(); ++i, from += kRows)
        sums = _mm256_add_ps(sums, _mm256_mul_ps(_mm256_loadu_ps(from), _mm256_set1_ps(cover.shares[i])));
      alignas(32) float lanes[kRows];
      _mm256_store_ps(lanes, sums);
      for (size_t i = 0; i < count; ++i) means[(static_cast<size_t>(top) + i) * width + x] = lanes[i];
    }
  }
}

#endif

void MeansAlong(const cv::Mat& image, const std::vector<Cover>& covers, simd::Isa isa, float* means) {
#if defined(__x86_64__)
  if (isa != simd::Isa::kScalar && image.cols >= kRows) return MeansAlongAvx2(image, covers, means);
#endif
  (void)isa;
  MeansAlongPlain(image, covers, means);
}

cv::Mat MeansOfAreas(const cv::Mat& image, const cv::Size& size, simd::Isa isa) {
  const std::vector<Cover> across = CoversOf(image.rows, size.height),
                           along = CoversOf(image.cols, size.width);
  const auto width = static_cast<size_t>(size.width);
  std::vector<float> means(width * static_cast<size_t>(image.rows)), sums(width);
  MeansAlong(image, along, isa, means.data());
  cv::Mat reduced(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y) {
    const Cover& cover = across[static_cast<size_t>(y)];
    const float* row = means.data() + static_cast<size_t>(cover.first) * width;
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (const float share : cover.shares) {
      for (size_t x = 0; x < width; ++x) sums[x] += share * row[x];
      row += width;
    }
    uint8_t* out = reduced.ptr(y);
    for (size_t x = 0; x < width; ++x) out[x] = cv::saturate_cast<uint8_t>(sums[x]);
  }
  return reduced;
}

void MeansOfFours(const uint8_t* above, const uint8_t* below, size_t count, uint8_t* out) {
  for (size_t x = 0; x < count; ++x)
    out[x] =
        static_cast<uint8_t>((above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1] + 2) >> 2);
}

}  // namespace

cv::Mat ReduceByArea(const cv::Mat& image, const cv::Size& size, simd::Isa isa) {
  if (image.cols == 2 * size.width && image.rows == 2 * size.height) {
    cv::Mat half(size, CV_8UC1);
    for (int y = 0; y < size.height; ++y)
      MeansOfFours(image.ptr(2 * y), image.ptr(2 * y + 1), static_cast<size_t>(size.width), half.ptr(y));
    return half;
  }
  if (image.cols < size.width || image.rows < size.height) return EnlargeByArea(image, size);
  const bool is_whole = image.cols % size.width == 0 && image.rows % size.height == 0;
  return is_whole ? MeansOfBlocks(image, size) : MeansOfAreas(image, size, isa);
}

}  // namespace loupe::image
