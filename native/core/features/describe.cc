#include "core/features/describe.h"

#include <array>
#include <cmath>
#include <memory>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/features/orb_pattern.h"
#include "core/simd/lanes.h"

namespace loupe::features {
namespace {

constexpr double kPi = 3.14159265358979323846;

/** Half widths of the rows of a disc of radius kPatchRadius. */
std::array<int, kPatchRadius + 1> MakeDisc() {
  std::array<int, kPatchRadius + 1> half_width{};
  for (int y = 0; y <= kPatchRadius; ++y) {
    half_width[static_cast<size_t>(y)] =
        static_cast<int>(std::sqrt((kPatchRadius + 0.5) * (kPatchRadius + 0.5) - y * y));
    if (half_width[static_cast<size_t>(y)] > kPatchRadius) half_width[static_cast<size_t>(y)] = kPatchRadius;
  }
  return half_width;
}

/** First moments of the gray values of the disc. */
struct Moments {
  int x = 0;
  int y = 0;
};

/** Pixels of a row of the disc, from kPatchRadius left of the center on, as numbers that hold sums of them.
 */
constexpr size_t kDiscLanes = 32;
typedef int16_t DiscLanes __attribute__((vector_size(kDiscLanes * sizeof(int16_t))));
typedef uint8_t DiscBytes __attribute__((vector_size(kDiscLanes)));

/** -1 inside the disc, by row; row 0 is as wide as the disc. */
std::array<std::array<int16_t, kDiscLanes>, kPatchRadius + 1> MakeMasks() {
  const std::array<int, kPatchRadius + 1> disc = MakeDisc();
  std::array<std::array<int16_t, kDiscLanes>, kPatchRadius + 1> masks{};
  for (size_t v = 0; v < masks.size(); ++v) {
    const int half_width = v == 0 ? kPatchRadius : disc[v];
    for (int u = -half_width; u <= half_width; ++u) masks[v][static_cast<size_t>(u + kPatchRadius)] = -1;
  }
  return masks;
}

LOUPE_KERNEL DiscLanes Widened(const uint8_t* row) {
  return __builtin_convertvector(simd::Load<DiscBytes>(row), DiscLanes);
}

/** All sums fit into 16 bits: 31 pixels of a column, and 120 times the greatest difference. */
Moments MomentsPlain(const uint8_t* center, std::ptrdiff_t stride) {
  static const auto kMasks = MakeMasks();
  const uint8_t* first = center - kPatchRadius;
  DiscLanes columns = Widened(first) & simd::Load<DiscLanes>(kMasks[0].data()), rows{};
  for (int v = 1; v <= kPatchRadius; ++v) {
    const auto mask = simd::Load<DiscLanes>(kMasks[static_cast<size_t>(v)].data());
    const DiscLanes below = Widened(first + v * stride), above = Widened(first - v * stride);
    columns += (below + above) & mask;
    rows += ((below - above) & mask) * static_cast<int16_t>(v);
  }
  Moments moments;
  for (int i = 0; i < static_cast<int>(kDiscLanes); ++i) {
    moments.x += (i - kPatchRadius) * columns[i];
    moments.y += rows[i];
  }
  return moments;
}

#if defined(__x86_64__)

#define LOUPE_AVX2 __attribute__((target("avx2")))

/** Weights of 32 pixels of a row of the disc, from kPatchRadius left of the center on; 0 outside. */
struct DiscRow {
  alignas(32) std::array<int8_t, 32> place{};
  alignas(32) std::array<int8_t, 32> one{};
};

std::array<DiscRow, kPatchRadius + 1> MakeDiscRows() {
  const std::array<int, kPatchRadius + 1> disc = MakeDisc();
  std::array<DiscRow, kPatchRadius + 1> rows;
  for (size_t v = 0; v < rows.size(); ++v) {
    const int half_width = v == 0 ? kPatchRadius : disc[v];
    for (int u = -half_width; u <= half_width; ++u) {
      rows[v].place[static_cast<size_t>(u + kPatchRadius)] = static_cast<int8_t>(u);
      rows[v].one[static_cast<size_t>(u + kPatchRadius)] = 1;
    }
  }
  return rows;
}

LOUPE_AVX2 inline __m256i LoadRow(const void* p) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(p));
}

LOUPE_AVX2 inline int SumOf(__m256i numbers) {
  const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
  const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
  return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

LOUPE_AVX2 Moments MomentsAvx2(const uint8_t* center, std::ptrdiff_t stride) {
  static const std::array<DiscRow, kPatchRadius + 1> kRows = MakeDiscRows();
  const uint8_t* first = center - kPatchRadius;
  const __m256i ones = _mm256_set1_epi16(1);
  // Sums of two products fit into 16 bits: 2 * 255 * 15 twice.
  __m256i sum_x = _mm256_madd_epi16(_mm256_maddubs_epi16(LoadRow(first), LoadRow(&kRows[0].place)), ones);
  __m256i sum_y = _mm256_setzero_si256();
  for (int v = 1; v <= kPatchRadius; ++v) {
    const DiscRow& row = kRows[static_cast<size_t>(v)];
    const __m256i below = LoadRow(first + v * stride), above = LoadRow(first - v * stride);
    const __m256i place = LoadRow(&row.place), one = LoadRow(&row.one);
    const __m256i along =
        _mm256_add_epi16(_mm256_maddubs_epi16(below, place), _mm256_maddubs_epi16(above, place));
    const __m256i across =
        _mm256_sub_epi16(_mm256_maddubs_epi16(below, one), _mm256_maddubs_epi16(above, one));
    sum_x = _mm256_add_epi32(sum_x, _mm256_madd_epi16(along, ones));
    sum_y = _mm256_add_epi32(sum_y, _mm256_madd_epi16(across, _mm256_set1_epi16(static_cast<int16_t>(v))));
  }
  return {SumOf(sum_x), SumOf(sum_y)};
}

#endif

using TurnedPatterns = std::array<std::array<BinaryTest, kTestCount>, kAngleSteps>;

/** The pattern turned to every orientation: 256 KB, built once. */
const TurnedPatterns& Turned() {
  static const std::unique_ptr<const TurnedPatterns> patterns = [] {
    auto made = std::make_unique<TurnedPatterns>();
    const BinaryTest* pattern = OrbPattern();
    for (int step = 0; step < kAngleSteps; ++step) {
      const double c = std::cos(2.0 * kPi * step / kAngleSteps);
      const double s = std::sin(2.0 * kPi * step / kAngleSteps);
      const auto turn_x = [&](int x, int y) { return static_cast<int8_t>(std::lround(x * c - y * s)); };
      const auto turn_y = [&](int x, int y) { return static_cast<int8_t>(std::lround(x * s + y * c)); };
      for (int i = 0; i < kTestCount; ++i) {
        const BinaryTest& t = pattern[i];
        (*made)[static_cast<size_t>(step)][static_cast<size_t>(i)] = {turn_x(t.x1, t.y1), turn_y(t.x1, t.y1),
                                                                      turn_x(t.x2, t.y2), turn_y(t.x2, t.y2)};
      }
    }
    return std::unique_ptr<const TurnedPatterns>(std::move(made));
  }();
  return *patterns;
}

}  // namespace

uint16_t Orientation(const cv::Mat& level, int x, int y, simd::Isa isa) {
  const auto stride = static_cast<std::ptrdiff_t>(level.step);
  const uint8_t* center = level.ptr<uint8_t>(y) + x;
#if defined(__x86_64__)
  const Moments moments =
      isa == simd::Isa::kScalar ? MomentsPlain(center, stride) : MomentsAvx2(center, stride);
#else
  (void)isa;
  const Moments moments = MomentsPlain(center, stride);
#endif
  const double turns = std::atan2(moments.y, moments.x) / (2.0 * kPi);
  return static_cast<uint16_t>(static_cast<int>(std::lround(turns * 65536.0)) & 0xFFFF);
}

Descriptor Describe(const cv::Mat& smoothed, int x, int y, uint16_t angle_q16) {
  const size_t step = ((angle_q16 + 128u) >> 8) % kAngleSteps;
  const BinaryTest* tests = Turned()[step].data();
  const auto stride = static_cast<std::ptrdiff_t>(smoothed.step);
  const uint8_t* center = smoothed.ptr<uint8_t>(y) + x;
  Descriptor descriptor;
  for (int byte = 0; byte < 32; ++byte) {
    unsigned bits = 0;
    for (int bit = 0; bit < 8; ++bit, ++tests) {
      const uint8_t first = center[tests->y1 * stride + tests->x1];
      const uint8_t second = center[tests->y2 * stride + tests->x2];
      bits |= static_cast<unsigned>(first < second) << bit;
    }
    descriptor.bytes[byte] = static_cast<uint8_t>(bits);
  }
  return descriptor;
}

Descriptor MirrorDescriptor(const Descriptor& descriptor) {
  static_assert(kTestCount == 256, "the mirrored half of the tests is the second 16 bytes");
  Descriptor mirrored;
  std::memcpy(mirrored.bytes, descriptor.bytes + 16, 16);
  std::memcpy(mirrored.bytes + 16, descriptor.bytes, 16);
  return mirrored;
}

}  // namespace loupe::features
