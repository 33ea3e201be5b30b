#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/image/image.h"

namespace loupe::image {

/** Owned 8-bit pixels without padding, upright. */
struct DecodedPicture {
  ImageSize size;
  int32_t channels = 1;
  std::vector<uint8_t> pixels;
  /** Size of the whole picture, upright, before it was reduced. */
  ImageSize original_size;
};

struct JpegOptions {
  /** 1 = the luma that the file stores, 3 = RGB. */
  int32_t channels = 1;
  /** How the picture lies, as EXIF counts: 1 is upright, 2 to 8 are turned or mirrored.
   * The file is not asked: all decoders of a picture shall follow one reading. */
  int orientation = 1;
  /** Larger pictures are left to another decoder. */
  int64_t most_pixels = kMaxImagePixels;
  /** Size that an upright picture is reduced to; never larger than the picture. */
  std::function<ImageSize(ImageSize upright)> target_size;
  /** Stops the decoding within some rows of pixels; may be null. */
  const base::CancellationToken* cancellation = nullptr;
};

/**
 * Decodes a sound, plain JPEG to a small size: the color channels are skipped when gray is wanted, the
 * inverse transform computes no more pixels than needed, and the orientation is applied.
 *
 * Empty for everything out of the ordinary, which a general decoder must judge: files with any error or
 * warning, CMYK, samples of 12 bits, an unusual number of scans, too many pixels, and color that an ICC
 * profile defines.
 *
 * @throws Error kAborted when the token is raised
 */
std::optional<DecodedPicture> DecodePlainJpeg(base::Span<const uint8_t> jpeg, const JpegOptions& options);

}  // namespace loupe::image
