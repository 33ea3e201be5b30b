#include "core/image/image.h"

#include "core/base/error.h"

namespace loupe::image {

GrayImage ToGray(const RasterView& raster) {
  if (raster.pixels == nullptr || raster.size.width <= 0 || raster.size.height <= 0 ||
      raster.size.width > kMaxImageSide || raster.size.height > kMaxImageSide ||
      static_cast<int64_t>(raster.size.width) * raster.size.height > kMaxImagePixels ||
      (raster.channels != 1 && raster.channels != 3)) {
    throw base::Error(base::ErrorCode::kInvalidImage,
                      "The image is empty, too large, or neither gray nor RGB.");
  }
  GrayImage gray;
  gray.size = raster.size;
  const size_t count = static_cast<size_t>(raster.size.width) * static_cast<size_t>(raster.size.height);
  if (raster.channels == 1) {
    gray.pixels.assign(raster.pixels, raster.pixels + count);
    return gray;
  }
  gray.pixels.resize(count);
  const uint8_t* rgb = raster.pixels;
  for (size_t i = 0; i < count; ++i, rgb += 3) {
    gray.pixels[i] =
        static_cast<uint8_t>((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + 32768u) >> 16);
  }
  return gray;
}

}  // namespace loupe::image
