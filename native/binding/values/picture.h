#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <vector>

#include "binding/values/convert.h"
#include "core/features/options.h"
#include "core/image/jpeg_decoder.h"

namespace loupe::binding {

/**
 * A picture that a job works on: pixels, or a JPEG that is decoded where the job runs. Built on the
 * JavaScript thread; pictures of the same buffer share one copy of its bytes.
 */
class Picture {
 public:
  /**
   * @param value  a raster, or {jpeg, mostPixels, sidePx}, decoded to the luma of a role, or as large as
   * pictures are of which the longer side is sidePx
   * @throws Error kInvalidImage for a raster, kInvalidArgument for the fields of a JPEG
   */
  static Picture Luma(const Napi::Value& value, bool is_query, const features::FeatureOptions& options);

  /**
   * @param value  a raster, or {jpeg, mostPixels, maxSidePx}, decoded to RGB
   * @param same   a picture that may be of the same buffer, or null
   * @throws as Luma
   */
  static Picture Color(const Napi::Value& value, const Picture* same = nullptr);

  /**
   * @param value  a raster, or {jpeg, mostPixels, maxSidePx}, decoded to luma
   * @throws as Luma
   */
  static Picture Gray(const Napi::Value& value);

  /** @returns whether the pixels are there; false for what is not a sound, plain JPEG. @throws Error kAborted
   */
  bool Decode(const base::CancellationToken* cancellation);

  /**
   * Luma of a query for a closer look: a JPEG is decoded once more, larger. Pixels that were given are what
   * there is.
   * @throws Error kAborted
   */
  OwnedRaster DecodeCloser(const base::CancellationToken* cancellation) const;

  /** The pixels, once decoded. */
  const OwnedRaster& raster() const { return raster_; }
  image::RasterView view() const {
    return {raster_.pixels.data(), raster_.size, raster_.channels, raster_.original_size};
  }

 private:
  static Picture WithinSide(const Napi::Value& value, int32_t channels, const Picture* same);

  OwnedRaster raster_;
  /** Null when the pixels were given, and once decoded, except of queries, which may be decoded again. */
  std::shared_ptr<const std::vector<uint8_t>> jpeg_;
  /** Where JavaScript held the bytes; only compared. */
  const uint8_t* source_ = nullptr;
  image::JpegOptions options_;
  /** Size for a closer look; only of queries. */
  std::function<image::ImageSize(image::ImageSize)> closer_size_;
};

/** {data, width, height, channels, originalWidth, originalHeight} */
Napi::Object ToRaster(Napi::Env env, const std::vector<uint8_t>& pixels, image::ImageSize size,
                      int32_t channels, image::ImageSize original_size);

}  // namespace loupe::binding
