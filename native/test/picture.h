#pragma once

#include "core/image/image.h"
#include "test/random.h"

namespace loupe::test {

/** A gray picture of random overlapping rectangles: rich in corners, different for every seed. */
inline image::GrayImage MakePicture(uint64_t seed, int width, int height, int shapes = 220) {
  Random random(seed);
  image::GrayImage image;
  image.size = {width, height};
  image.pixels.assign(static_cast<size_t>(width) * static_cast<size_t>(height), 200);
  for (int i = 0; i < shapes; ++i) {
    const int w = 4 + static_cast<int>(random.Below(static_cast<uint32_t>(width / 6 + 1)));
    const int h = 4 + static_cast<int>(random.Below(static_cast<uint32_t>(height / 6 + 1)));
    const int x0 = static_cast<int>(random.Below(static_cast<uint32_t>(width)));
    const int y0 = static_cast<int>(random.Below(static_cast<uint32_t>(height)));
    const auto value = static_cast<uint8_t>(random.Below(256));
    for (int y = y0; y < y0 + h && y < height; ++y) {
      for (int x = x0; x < x0 + w && x < width; ++x) image.pixels[static_cast<size_t>(y * width + x)] = value;
    }
  }
  return image;
}

/** A picture of one gray level. */
inline image::GrayImage MakeFlat(int width, int height, uint8_t value) {
  image::GrayImage image;
  image.size = {width, height};
  image.pixels.assign(static_cast<size_t>(width) * static_cast<size_t>(height), value);
  return image;
}

/** The same picture with left and right swapped. */
inline image::GrayImage MirrorPicture(const image::GrayImage& image) {
  image::GrayImage mirrored = image;
  const int w = image.size.width;
  for (int y = 0; y < image.size.height; ++y) {
    for (int x = 0; x < w; ++x) {
      mirrored.pixels[static_cast<size_t>(y * w + x)] = image.pixels[static_cast<size_t>(y * w + w - 1 - x)];
    }
  }
  return mirrored;
}

}  // namespace loupe::test
