#include "core/signature/thumbnail.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Needs size_t and FILE before it.
#include <jpeglib.h>

#include "core/base/error.h"
#include "core/image/jpeg_decoder.h"

namespace loupe::signature {
namespace {

/** The same step for every frequency: the eye's tolerance of coarse detail is of no use here. */
constexpr unsigned kQuantizationStep = 19;

struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf escape;
};

[[noreturn]] void Escape(j_common_ptr info) {
  std::longjmp(reinterpret_cast<ErrorManager*>(info->err)->escape, 1);
}

struct Encoding {
  jpeg_compress_struct info;
  ErrorManager errors;
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
};

/** Leaves errors by longjmp, so that nothing here may need a destructor. */
bool Compress(const image::ThumbnailView& thumbnail, Encoding* encoding) {
  jpeg_compress_struct* info = &encoding->info;
  if (setjmp(encoding->errors.escape) != 0) return false;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &encoding->bytes, &encoding->size);
  info->image_width = static_cast<JDIMENSION>(thumbnail.size.width);
  info->image_height = static_cast<JDIMENSION>(thumbnail.size.height);
  info->input_components = 1;
  info->in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(info);
  unsigned steps[DCTSIZE2];
  for (unsigned& step : steps) step = kQuantizationStep;
  jpeg_add_quant_table(info, 0, steps, 100, TRUE);
  info->optimize_coding = TRUE;
  info->write_JFIF_header = FALSE;
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    auto* row = const_cast<JSAMPROW>(thumbnail.pixels) + size_t{info->next_scanline} * info->image_width;
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  return true;
}

}  // namespace

std::vector<uint8_t> EncodeThumbnail(const image::ThumbnailView& thumbnail) {
  if (thumbnail.empty()) return {};
  if (thumbnail.pixels == nullptr) return {thumbnail.jpeg.begin(), thumbnail.jpeg.end()};
  Encoding encoding;
  std::memset(&encoding.info, 0, sizeof(encoding.info));
  encoding.info.err = jpeg_std_error(&encoding.errors.base);
  encoding.errors.base.error_exit = Escape;
  const bool is_done = Compress(thumbnail, &encoding);
  std::vector<uint8_t> bytes;
  if (is_done) bytes.assign(encoding.bytes, encoding.bytes + encoding.size);
  jpeg_destroy_compress(&encoding.info);
  std::free(encoding.bytes);
  if (!is_done)
    throw base::Error(base::ErrorCode::kInternal, "The thumbnail of a picture could not be stored.");
  return bytes;
}

image::GrayImage PixelsOf(const image::ThumbnailView& thumbnail) {
  image::GrayImage image;
  if (thumbnail.empty()) return image;
  if (thumbnail.pixels != nullptr) {
    image.size = thumbnail.size;
    const auto count = static_cast<size_t>(thumbnail.size.width) * static_cast<size_t>(thumbnail.size.height);
    image.pixels.assign(thumbnail.pixels, thumbnail.pixels + count);
    return image;
  }
  image::JpegOptions options;
  options.most_pixels = int64_t{thumbnail.size.width} * thumbnail.size.height;
  options.target_size = [](image::ImageSize size) { return size; };
  auto decoded = image::DecodePlainJpeg(thumbnail.jpeg, options);
  if (!decoded || decoded->size != thumbnail.size) return image;
  image.size = decoded->size;
  image.pixels = std::move(decoded->pixels);
  return image;
}

}  // namespace loupe::signature
