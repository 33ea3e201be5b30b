#include "describe.h"

#include <array>
#include <cmath>
#include <memory>

#include "orb_pattern.h"

namespace loupe {
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

uint16_t Orientation(const cv::Mat& level, int x, int y) {
  static const std::array<int, kPatchRadius + 1> kDisc = MakeDisc();
  const auto stride = static_cast<std::ptrdiff_t>(level.step);
  const uint8_t* center = level.ptr<uint8_t>(y) + x;
  int moment_x = 0;
  int moment_y = 0;
  for (int u = -kPatchRadius; u <= kPatchRadius; ++u) moment_x += u * center[u];
  for (int v = 1; v <= kPatchRadius; ++v) {
    const uint8_t* below = center + v * stride;
    const uint8_t* above = center - v * stride;
    const int half_width = kDisc[static_cast<size_t>(v)];
    int difference = 0;
    for (int u = -half_width; u <= half_width; ++u) {
      difference += below[u] - above[u];
      moment_x += u * (below[u] + above[u]);
    }
    moment_y += v * difference;
  }
  const double turns = std::atan2(moment_y, moment_x) / (2.0 * kPi);
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

}  // namespace loupe
