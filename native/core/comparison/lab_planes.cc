#include "core/comparison/lab_planes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace loupe::comparison {
namespace {

/** Linear light and tristimulus values are counted in this many steps. */
constexpr int kLightSteps = 1 << 14;
/** f(t) of CIELAB in 1/4096. */
constexpr int kCurveScale = 4096;

double LinearLight(double level) {
  return level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
}

double Curve(double t) {
  constexpr double kKnee = 216.0 / 24389, kSlope = 24389.0 / 27;
  return t > kKnee ? std::cbrt(t) : (kSlope * t + 16) / 116;
}

/** Tables from levels to shares of X, Y and Z relative to white, and from these to CIELAB's curve. */
struct Tables {
  /** [X, Y, Z][red, green, blue][level] in kLightSteps. */
  std::array<std::array<std::array<uint16_t, 256>, 3>, 3> share;
  std::vector<uint8_t> lightness = std::vector<uint8_t>(kLightSteps + 3);
  std::vector<int16_t> curve = std::vector<int16_t>(kLightSteps + 3);

  Tables() {
    // sRGB primaries (IEC 61966-2-1), each row divided by the white point D65.
    constexpr double kMatrix[3][3] = {{0.412453 / 0.950456, 0.357580 / 0.950456, 0.180423 / 0.950456},
                                      {0.212671, 0.715160, 0.072169},
                                      {0.019334 / 1.088754, 0.119193 / 1.088754, 0.950227 / 1.088754}};
    for (int i = 0; i < 3; ++i) {
      for (int c = 0; c < 3; ++c) {
        for (int level = 0; level < 256; ++level)
          share[i][c][level] =
              uint16_t(std::lround(kLightSteps * kMatrix[i][c] * LinearLight(level / 255.0)));
      }
    }
    for (int i = 0; i < kLightSteps + 3; ++i) {
      const double f = Curve(double(i) / kLightSteps);
      lightness[i] = uint8_t(std::clamp<long>(std::lround(2.55 * (116 * f - 16)), 0, 255));
      curve[i] = int16_t(std::lround(kCurveScale * f));
    }
  }
};

const Tables& SharedTables() {
  static const Tables tables;
  return tables;
}

uint8_t ToLevel(int scaled) {
  return uint8_t(std::clamp((scaled + 128 * kCurveScale + kCurveScale / 2) / kCurveScale, 0, 255));
}

}  // namespace

cv::Mat LightnessOf(const cv::Mat& rgb) {
  const Tables& tables = SharedTables();
  const auto& [red, green, blue] = tables.share[1];
  const uint8_t* lightness = tables.lightness.data();
  cv::Mat plane(rgb.size(), CV_8U);
  for (int y = 0; y < rgb.rows; ++y) {
    const uint8_t* p = rgb.ptr(y);
    uint8_t* out = plane.ptr(y);
    for (int x = 0; x < rgb.cols; ++x, p += 3) out[x] = lightness[red[p[0]] + green[p[1]] + blue[p[2]]];
  }
  return plane;
}

HalfChroma HalfChromaOf(const cv::Mat& rgb) {
  const Tables& tables = SharedTables();
  const cv::Size size((rgb.cols + 1) / 2, (rgb.rows + 1) / 2);
  HalfChroma chroma{cv::Mat(size, CV_8U), cv::Mat(size, CV_8U)};
  for (int y = 0; y < size.height; ++y) {
    const uint8_t* upper = rgb.ptr(2 * y);
    const uint8_t* lower = rgb.ptr(std::min(2 * y + 1, rgb.rows - 1));
    for (int x = 0; x < size.width; ++x) {
      const int left = 6 * x, right = 3 * std::min(2 * x + 1, rgb.cols - 1);
      int sums[3] = {0, 0, 0}, f[3];
      for (int c = 0; c < 3; ++c) {
        const int level = (upper[left + c] + upper[right + c] + lower[left + c] + lower[right + c] + 2) / 4;
        for (int i = 0; i < 3; ++i) sums[i] += tables.share[i][c][level];
      }
      for (int i = 0; i < 3; ++i) f[i] = tables.curve[sums[i]];
      chroma.a.at<uint8_t>(y, x) = ToLevel(500 * (f[0] - f[1]));
      chroma.b.at<uint8_t>(y, x) = ToLevel(200 * (f[1] - f[2]));
    }
  }
  return chroma;
}

cv::Mat LabOf(const cv::Mat& rgb) {
  cv::Mat real, lab;
  rgb.convertTo(real, CV_32F, 1.0 / 255);
  cv::cvtColor(real, lab, cv::COLOR_RGB2Lab);
  return lab;
}

}  // namespace loupe::comparison
