#pragma once

#include <cstdint>

namespace loupe::color {

/** A color in CIELAB under D65: lightness 0..100, a and b about -128..127. */
struct Lab {
  float l = 0.0f;
  float a = 0.0f;
  float b = 0.0f;
};

struct Rgb {
  uint8_t r = 0;
  uint8_t g = 0;
  uint8_t b = 0;
};

/** sRGB (IEC 61966-2-1) to CIELAB (ISO/CIE 11664-4), white point D65. */
Lab LabFromRgb(Rgb color);

/** The nearest sRGB color; colors outside sRGB are clipped. */
Rgb RgbFromLab(const Lab& color);

/** CIEDE2000 color difference (Luo, Cui and Rigg, 2001; ISO/CIE 11664-6): about 1 is just noticeable. */
double Ciede2000(const Lab& x, const Lab& y);

}  // namespace loupe::color
