#include "core/color/lab.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::color {
namespace {

constexpr double kWhiteX = 0.95047, kWhiteZ = 1.08883;
constexpr double kEpsilon = 216.0 / 24389.0, kKappa = 24389.0 / 27.0;
constexpr double kPi = 3.14159265358979323846;

double Linear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

const std::array<double, 256>& LinearTable() {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> values{};
    for (int i = 0; i < 256; ++i) values[static_cast<size_t>(i)] = Linear(i / 255.0);
    return values;
  }();
  return table;
}

uint8_t Companded(double linear) {
  const double v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<uint8_t>(std::lround(255 * std::clamp(v, 0.0, 1.0)));
}

double Compressed(double t) { return t > kEpsilon ? std::cbrt(t) : (kKappa * t + 16) / 116; }

constexpr int kCompressedSteps = 8192;

/**
 * Compressed() of 0..1 by linear interpolation in a table: off by less than 0.0015 CIELAB units, at a tenth
 * of the cost.
 */
float CompressedByTable(float t) {
  static const std::array<float, kCompressedSteps + 2> table = [] {
    std::array<float, kCompressedSteps + 2> values{};
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(Compressed(static_cast<double>(i) / kCompressedSteps));
    }
    return values;
  }();
  const float place = std::clamp(t, 0.0f, 1.0f) * kCompressedSteps;
  const auto step = static_cast<size_t>(place);
  return table[step] + (place - static_cast<float>(step)) * (table[step + 1] - table[step]);
}

double Expanded(double f) {
  const double cube = f * f * f;
  return cube > kEpsilon ? cube : (116 * f - 16) / kKappa;
}

/** Cosine and sine of an angle. */
struct Direction {
  double cosine = 1;
  double sine = 0;
};

Direction At(double degrees) { return {std::cos(degrees * kPi / 180), std::sin(degrees * kPi / 180)}; }

Direction Sum(const Direction& x, const Direction& y) {
  return {x.cosine * y.cosine - x.sine * y.sine, x.sine * y.cosine + x.cosine * y.sine};
}

double Seventh(double x) {
  const double cube = x * x * x;
  return cube * cube * x;
}

const double k25ToThe7 = Seventh(25);

/** The hue halfway between (a1, b1) and (a2, b2), on the shorter way around; without a hue, the other's. */
Direction MeanHue(double a1, double b1, double chroma1, double a2, double b2, double chroma2) {
  if (chroma1 == 0 && chroma2 == 0) return {};
  if (chroma1 == 0) return {a2 / chroma2, b2 / chroma2};
  if (chroma2 == 0) return {a1 / chroma1, b1 / chroma1};
  const double x = a1 / chroma1 + a2 / chroma2, y = b1 / chroma1 + b2 / chroma2;
  const double length = std::sqrt(x * x + y * y);
  if (length > 1e-9) return {x / length, y / length};
  // Opposite hues: the mean of their angles from 0 to 360 is a quarter turn from the one above the axis.
  const bool is_first_above = b1 > 0 || (b1 == 0 && a1 > 0);
  const double a = is_first_above ? a1 / chroma1 : a2 / chroma2;
  const double b = is_first_above ? b1 / chroma1 : b2 / chroma2;
  return {-b, a};
}

/** The weight of hue differences, by the mean hue. */
double HueWeight(const Direction& h) {
  static const Direction k30 = At(-30), k6 = At(6), k63 = At(-63);
  const Direction h2 = Sum(h, h), h3 = Sum(h2, h), h4 = Sum(h2, h2);
  return 1 - 0.17 * Sum(h, k30).cosine + 0.24 * h2.cosine + 0.32 * Sum(h3, k6).cosine -
         0.20 * Sum(h4, k63).cosine;
}

/** Sine of the turn that hue and chroma differences of blues get; nothing further than 125 degrees from 275.
 */
double BlueTurn(const Direction& h) {
  static const Direction k275 = At(-275);
  static const double least = At(125).cosine;
  const Direction from_blue = Sum(h, k275);
  if (from_blue.cosine < least) return 0;
  const double degrees = std::atan2(from_blue.sine, from_blue.cosine) * 180 / kPi;
  // The standard's hues end at 360: what comes after is some 270 degrees away from blue, not 90.
  if (degrees >= 360 - 275) return 0;
  const double steps = degrees / 25;
  return std::sin(60 * std::exp(-steps * steps) * kPi / 180);
}

}  // namespace

Lab LabFromRgb(Rgb color) {
  const auto& linear = LinearTable();
  const double r = linear[color.r], g = linear[color.g], b = linear[color.b];
  const float x =
      CompressedByTable(static_cast<float>((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / kWhiteX));
  const float y = CompressedByTable(static_cast<float>(0.2126729 * r + 0.7151522 * g + 0.0721750 * b));
  const float z =
      CompressedByTable(static_cast<float>((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / kWhiteZ));
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Rgb RgbFromLab(const Lab& color) {
  const double fy = (double{color.l} + 16) / 116;
  const double x = kWhiteX * Expanded(fy + double{color.a} / 500);
  const double y = Expanded(fy);
  const double z = kWhiteZ * Expanded(fy - double{color.b} / 200);
  return {Companded(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          Companded(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          Companded(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

double Ciede2000(const Lab& x, const Lab& y) {
  const double xa = x.a, xb = x.b, ya = y.a, yb = y.b;
  const double mean_c7 = Seventh((std::sqrt(xa * xa + xb * xb) + std::sqrt(ya * ya + yb * yb)) / 2);
  const double stretch = 1.5 - 0.5 * std::sqrt(mean_c7 / (mean_c7 + k25ToThe7));
  const double a1 = stretch * xa, a2 = stretch * ya;
  const double chroma1 = std::sqrt(a1 * a1 + xb * xb), chroma2 = std::sqrt(a2 * a2 + yb * yb);
  const double product = chroma1 * chroma2, dot = a1 * a2 + xb * yb, cross = a1 * yb - xb * a2;
  // 2 sqrt(C1 C2) sin(dh / 2) without the angles; of the two forms of its square the one that cancels
  // nothing.
  const double half = dot > 0 ? cross * cross / (product + dot) : product - dot;
  const double delta_h = std::copysign(std::sqrt(2 * std::max(0.0, half)), cross);
  const double delta_l = double{y.l} - x.l, delta_c = chroma2 - chroma1;
  const double mean_l = (double{x.l} + y.l) / 2, mean_c = (chroma1 + chroma2) / 2;
  const Direction mean_h = MeanHue(a1, xb, chroma1, a2, yb, chroma2);
  const double l50 = (mean_l - 50) * (mean_l - 50);
  const double sl = 1 + 0.015 * l50 / std::sqrt(20 + l50);
  const double sc = 1 + 0.045 * mean_c, sh = 1 + 0.015 * mean_c * HueWeight(mean_h);
  const double chroma7 = Seventh(mean_c);
  const double rt = -2 * std::sqrt(chroma7 / (chroma7 + k25ToThe7)) * BlueTurn(mean_h);
  const double tl = delta_l / sl, tc = delta_c / sc, th = delta_h / sh;
  return std::sqrt(std::max(0.0, tl * tl + tc * tc + th * th + rt * tc * th));
}

}  // namespace loupe::color
