#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"

namespace loupe::image {

/** Width and height in pixels. */
struct ImageSize {
  int32_t width = 0;
  int32_t height = 0;
};

inline bool operator==(ImageSize a, ImageSize b) { return a.width == b.width && a.height == b.height; }
inline bool operator!=(ImageSize a, ImageSize b) { return !(a == b); }

/** A real number, since shares are taken of it. */
inline double LongerSide(ImageSize size) { return size.width > size.height ? size.width : size.height; }

/** Borrowed 8-bit gray pixels, rows from top to bottom, `stride` bytes apart. */
struct GrayView {
  const uint8_t* pixels = nullptr;
  ImageSize size;
  /** Bytes from one row to the next, at least size.width. */
  size_t stride = 0;
  /** Size of the picture before it was reduced for recognition; zero means `size`. */
  ImageSize original_size;
};

/** Borrowed 8-bit interleaved pixels without padding; 1 channel is gray, 3 channels are RGB in sRGB. */
struct RasterView {
  const uint8_t* pixels = nullptr;
  ImageSize size;
  int32_t channels = 1;
  ImageSize original_size;
};

/** Owned 8-bit gray pixels without padding. */
struct GrayImage {
  ImageSize size;
  std::vector<uint8_t> pixels;

  bool empty() const { return pixels.empty(); }
  GrayView view() const { return {pixels.data(), size, static_cast<size_t>(size.width), size}; }
};

/** A borrowed thumbnail: gray pixels without padding, or the JPEG that a DNA holds instead (see thumbnail.h).
 */
struct ThumbnailView {
  const uint8_t* pixels = nullptr;
  ImageSize size;
  base::Span<const uint8_t> jpeg;

  bool empty() const { return (pixels == nullptr && jpeg.empty()) || size.width <= 0 || size.height <= 0; }
};

/** Greatest side and area of a raster that the engine accepts. */
constexpr int32_t kMaxImageSide = 32767;
constexpr int64_t kMaxImagePixels = 100'000'000;

/** Luma of an RGB raster with the weights of Rec. 601; a gray raster is copied. */
GrayImage ToGray(const RasterView& raster);

}  // namespace loupe::image
