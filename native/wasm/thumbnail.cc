#include "core/signature/thumbnail.h"

#include "core/base/error.h"
#include "core/image/pixels/gray_jpeg.h"

/** Thumbnails without libjpeg, which cannot be used here: its errors jump, which a browser's module cannot.
 */
namespace loupe::signature {

std::vector<uint8_t> EncodeThumbnail(const image::ThumbnailView& thumbnail) {
  if (!thumbnail.empty())
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "The module of browsers makes no signatures to keep.");
  return {};
}

image::GrayImage PixelsOf(const image::ThumbnailView& thumbnail) {
  image::GrayImage image;
  if (thumbnail.empty()) return image;
  if (thumbnail.pixels == nullptr)
    return image::DecodeGrayJpeg(thumbnail.jpeg, thumbnail.size).value_or(image);
  image.size = thumbnail.size;
  const auto count = static_cast<size_t>(thumbnail.size.width) * static_cast<size_t>(thumbnail.size.height);
  image.pixels.assign(thumbnail.pixels, thumbnail.pixels + count);
  return image;
}

}  // namespace loupe::signature
